import type { Claim } from '@laurel/contract/claims'
import type { Language } from '@laurel/domain/languages'
import type { Texts } from '@laurel/domain/texts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import type { Sites } from '../features/sites/sites.service.ts'
import { escapeHtml } from './escape-html.ts'
import { originOf } from './origin.ts'

/** What a page is called in a tab, in search results, and where a link to it is previewed. */
export type PageAbout = {
  title: string
  description?: string
  /** The picture of its preview, as a path of the site. */
  picture?: string
  /** Search engines list it, under this path. */
  canonical?: string
  /** Its recipient's, if it's a card's. */
  language?: Language
}

/** The home page of a site. */
export function aboutHome(i18n: Texts, { name }: Pick<SiteRow, 'name'>): PageAbout {
  return {
    title: name,
    description: i18n.t(
      'Reward cards from {siteName}. Design a card, choose how it’s delivered, and see it arrive.',
      { siteName: name },
    ),
    picture: '/api/v1/site_picture/',
    canonical: '/',
  }
}

/** A card as its page shows it, and its recipient's language as on their list. */
export type CardPage = { claim: z.input<typeof Claim>; language: string }

/** A card's link as chats and mails preview it. It names the sender if the card can be viewed. */
export function aboutClaim(
  i18n: Texts,
  token: string,
  { state, sender_name: sender }: CardPage['claim'],
  { name }: Pick<SiteRow, 'name'>,
): PageAbout {
  if (state !== 'ready' && state !== 'claimed') return { title: name }
  return {
    title: i18n.t('A card from {sender}', { sender }),
    description: i18n.t('Open the link to see your reward card.'),
    picture: `/api/v1/claims/${encodeURIComponent(token)}/preview/`,
  }
}

/** The elements of a page's head that say what it is about. */
export function aboutHead(
  { title, description, picture, canonical }: PageAbout,
  { name }: Pick<SiteRow, 'name'>,
  origin: string,
): string {
  const tags: Array<[property: string, content: string | undefined]> = [
    ['og:site_name', name],
    ['og:title', title],
    ['og:description', description],
    ['og:type', 'website'],
    ['og:url', canonical && `${origin}${canonical}`],
    ['og:image', picture && `${origin}${picture}`],
    ['og:image:width', picture && '1200'],
    ['og:image:height', picture && '630'],
  ]
  return [
    `<title>${escapeHtml(title === name ? name : `${title} · ${name}`)}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    canonical
      ? `<link rel="canonical" href="${escapeHtml(`${origin}${canonical}`)}">`
      : '<meta name="robots" content="noindex">',
    ...(description ? tags : []).map(
      ([property, content]) => content && `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    picture && '<meta name="twitter:card" content="summary_large_image">',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Serves what search engines ask for: the home page of a site that is live, and nothing else. */
export function serveCrawlers(app: FastifyInstance, sites: Sites): void {
  const config = { limit: 'network' } as const
  const isListed = ({ live_at, suspended_at }: SiteRow) => live_at !== null && suspended_at === null
  app.get('/robots.txt', { config }, async (request, reply) => {
    const site = await sites.readByHost(request.hostname)
    const lines = isListed(site)
      ? ['Disallow: /office/', 'Disallow: /platform/', `Sitemap: ${originOf(request)}/sitemap.xml`]
      : ['Disallow: /']
    return reply.type('text/plain; charset=utf-8').send(['User-agent: *', ...lines, ''].join('\n'))
  })
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    const site = await sites.readByHost(request.hostname)
    const urls = isListed(site) ? `<url><loc>${escapeHtml(`${originOf(request)}/`)}</loc></url>` : ''
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
      )
  })
}
