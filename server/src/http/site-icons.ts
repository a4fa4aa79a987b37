import { brandRoles } from '@laurel/domain/brand-roles'
import type { FastifyInstance } from 'fastify'
import { brandColors } from '../features/sites/site-brand.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import type { Sites } from '../features/sites/sites.service.ts'
import { escapeHtml } from './escape-html.ts'

const MANIFEST = '/site.webmanifest'
/** Where the site has no logo. */
const INITIAL_ICON = '/site-icon.svg'

/** The site's icons for tabs, phones, and home screens, as elements of a page's head. */
export function iconLinks(site: SiteRow): string {
  const icons = iconsOf(site)
  const manifest = `<link rel="manifest" href="${MANIFEST}">`
  if (icons.length === 0) {
    const href = site.favicon || dataUrl(initialIcon(site))
    return `<link rel="icon" href="${escapeHtml(href)}">\n${manifest}`
  }
  const link = (rel: string, width: number) => {
    const icon = icons.find((one) => one.width === width && one.purpose === 'any')
    return icon && `<link rel="${rel}" sizes="${width}x${width}" href="${escapeHtml(icon.url)}">`
  }
  return [link('icon', 32), link('icon', 48), link('apple-touch-icon', 180), manifest]
    .filter(Boolean)
    .join('\n')
}

/**
 * Serves the web app manifest, with which browsers install the site as an app under its name and icon, and the icon
 * to what asks for one without reading a page.
 */
export function serveSiteIcons(app: FastifyInstance, sites: Sites): void {
  app.get(MANIFEST, { config: { limit: 'network' } }, async (request, reply) => {
    const site = await sites.readByHost(request.hostname)
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=300')
      .send(
        JSON.stringify({
          id: '/',
          name: site.name,
          short_name: site.short_name || site.name,
          lang: 'en-US',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          theme_color: site.site_primary_color,
          background_color: '#ffffff',
          icons: manifestIcons(site),
        }),
      )
  })
  app.get(INITIAL_ICON, { config: { limit: 'network' } }, async (request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=300')
      .send(initialIcon(await sites.readByHost(request.hostname))),
  )
  app.get('/favicon.ico', { config: { limit: 'network' } }, async (request, reply) => {
    const site = await sites.readByHost(request.hostname)
    const icon = iconsOf(site).find(({ width }) => width === 48)
    return icon ? reply.redirect(icon.url) : reply.code(204).send()
  })
}

function iconsOf({ logo_files }: SiteRow) {
  return (logo_files?.icon ?? logo_files?.logo)?.icons ?? []
}

function manifestIcons(site: SiteRow) {
  const large = iconsOf(site).filter(({ width }) => width >= 192)
  if (large.length === 0) return [{ src: INITIAL_ICON, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
  return large.map(({ url, width, purpose }) => ({
    src: url,
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose,
  }))
}

/** The name's first letter, for a site without a logo. */
function initialIcon(site: SiteRow): string {
  const letter = escapeHtml([...site.name][0]?.toUpperCase() ?? '')
  const ink = brandRoles(brandColors(site))['on-action']
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${site.site_primary_color}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="${ink}">${letter}</text></svg>`
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
