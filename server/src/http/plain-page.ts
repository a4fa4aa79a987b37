import type { BrandColors } from '@laurel/domain/brand-roles'
import { brandStyle } from '@laurel/domain/brand-style'
import { darkRoles } from '@laurel/domain/dark-roles'
import { endSentence } from '@laurel/domain/sentence'
import type { Texts } from '@laurel/domain/texts'
import { THEME_ATTRIBUTE, THEME_COOKIE, type Theme, themeMedia, themeOf } from '@laurel/domain/theme'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brandColors, shownLogos } from '../features/sites/site-brand.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import { textsOf } from '../texts.ts'
import { escapeHtml } from './escape-html.ts'
import { iconLinks } from './site-icons.ts'

/** A page without scripts, in the site's colors. */
type PlainPage = {
  site: SiteRow | undefined
  title: string
  head?: string
  style?: string
  body: string
  /** Its language; English without it. */
  i18n?: Texts
}

export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, title, head = '', style = '', body, i18n = textsOf('en') }: PlainPage,
) {
  const nonce = nonceOf(request)
  const html = `${themed(`<!doctype html>\n<html lang="${i18n.locale.slice(0, 2)}">`, request)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${escapeHtml(title)} · ${escapeHtml(site?.name ?? 'Laurel')}</title>
<style nonce="${nonce}">${STYLE}${style}${site ? brandStyle(brandColors(site)) : ''}</style>
</head>
<body>
${body}
</body>
</html>`
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .send(html)
}

/** @property seconds until it reloads automatically; it doesn't without them */
type WaitPage = { site: SiteRow | undefined; seconds?: number; heading: string; text: string; i18n: Texts }

export function sendWaitPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, seconds, heading, text, i18n }: WaitPage,
) {
  if (seconds !== undefined) reply.header('retry-after', seconds)
  return sendPlainPage(request, reply, {
    i18n,
    site,
    title: seconds === undefined ? heading : i18n.t('Try again soon'),
    head: seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`,
    body: `<main>
${site ? logoAndName(site, request) : ''}
<h1>${heading}</h1>
<p>${text}</p>
${seconds === undefined ? '' : `<p><a href="">${i18n.t('Reload page')}</a></p>`}
</main>`,
  })
}

/**
 * What visitors see before the site is live. It answers 200, because nothing is broken: proxies replace pages of
 * a 503 with their own.
 *
 * @see docs/decisions/0055-a-site-goes-live.md
 */
export function sendComingSoonPage(request: FastifyRequest, reply: FastifyReply, site: SiteRow) {
  return sendPlainPage(request, reply.header('x-robots-tag', 'noindex'), {
    site,
    title: 'Coming soon',
    head: `<meta name="robots" content="noindex">
${themeColors(brandColors(site), request)}
${iconLinks(site)}`,
    style: COMING_SOON_STYLE,
    body: `<main>
${logoAndName(site, request)}
<h1>Coming soon</h1>
<p>${escapeHtml(endSentence(`Reward cards from ${site.name}`))}</p>
</main>
<footer><a href="/office/">Staff sign-in</a></footer>`,
  })
}

/** The logo and the name, or the name alone. */
function logoAndName(site: SiteRow, request: FastifyRequest): string {
  const { site_logo, negative_logo, logo_has_name } = shownLogos(site)
  const name = escapeHtml(site.name)
  const media = themeMedia('dark', themeFor(request))
  const picture =
    site_logo &&
    `<picture><source media="${media}" srcset="${escapeHtml(negative_logo)}"><img src="${escapeHtml(site_logo)}" alt="${logo_has_name ? name : ''}"></picture>`
  return `<p class="name">${picture}${logo_has_name ? '' : `<span>${name}</span>`}</p>`
}

const STYLE = `:root{color-scheme:light}
@supports (color:light-dark(red,red)){:root{color-scheme:light dark}[${THEME_ATTRIBUTE}=light]{color-scheme:light}[${THEME_ATTRIBUTE}=dark]{color-scheme:dark}}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:var(--surface,Canvas);color:var(--ink,CanvasText);font:17px/1.5 system-ui,sans-serif;text-align:center}
main{max-width:44ch}h1{font-size:28px;line-height:1.2;margin:24px 0 8px}p{margin:0 0 16px}
a{color:var(--accent-text,CanvasText)}
.name{display:inline-flex;align-items:center;gap:12px;font-weight:600;font-size:21px;letter-spacing:-.02em;color:var(--ink,CanvasText);overflow-wrap:anywhere}
.name img{display:block;flex:none;height:36px;width:auto;max-width:min(240px,60vw);object-fit:contain}`

const COMING_SOON_STYLE = `
@font-face{font-family:"Instrument Sans";src:url("/fonts/instrument-sans.woff2") format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:Inter;src:url("/fonts/inter.woff2") format("woff2");font-display:swap}
body{font-family:"Instrument Sans",Inter,system-ui,sans-serif;grid-template-rows:1fr auto;place-content:stretch;justify-items:center;gap:24px;background:radial-gradient(70% 90% at 50% 10%,var(--accent-wash),transparent 78%),var(--surface);color:var(--ink)}
main{align-self:center;max-width:none}p{margin:0;font-size:19px;color:var(--muted);text-wrap:balance}
h1{font-weight:600;font-size:clamp(2.75rem,9vw,5.5rem);letter-spacing:-.035em;line-height:1.02;margin:36px 0 20px;text-wrap:balance}
footer a{display:inline-block;padding:12px;color:var(--muted);font-size:15px;text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--accent-line);outline-offset:2px;border-radius:4px}`

export function nonceOf({ id }: FastifyRequest): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '')
}

/** What the visitor chose; undefined follows the system's setting. */
function themeFor(request: FastifyRequest): Theme | undefined {
  // Undefined until the cookies are read: a request can be refused before.
  const cookies: FastifyRequest['cookies'] | undefined = request.cookies
  return themeOf(cookies?.[THEME_COOKIE])
}

/** A page's first lines in the chosen theme, so that it isn't painted in another one first. */
export function themed(html: string, request: FastifyRequest): string {
  const theme = themeFor(request)
  return theme ? html.replace('<html ', `<html ${THEME_ATTRIBUTE}="${theme}" `) : html
}

/** The color of the browser's own frame. */
export function themeColors(colors: BrandColors, request: FastifyRequest): string {
  const meta = (theme: Theme, color: string) =>
    `<meta name="theme-color" ${THEME_ATTRIBUTE}="${theme}" media="${themeMedia(theme, themeFor(request))}" content="${color}">`
  return `${meta('light', colors.primary)}\n${meta('dark', darkRoles(colors).surface)}`
}
