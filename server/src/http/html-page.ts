import { readFileSync } from 'node:fs'
import { roleVariables } from '@laurel/domain/brand-roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CognitoPool } from '../cognito-settings.ts'
import type { Social } from '../features/sites/site-social.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import { type Sites, siteData } from '../features/sites/sites.service.ts'
import { originOf } from './origin.ts'

export type PageKit = {
  sites: Sites
  indexFile: URL | string
  /** Whose origins a browser talks to besides our own. */
  cognito: CognitoPool | undefined
  social: Social
  /** Origins a form may be posted to besides our own: the hosted payment page's. */
  formOrigins: string[]
}

const PLACE = '<!--laurel:head-->'

/**
 * Serves the one page with the brand in its first paint: colors, title, favicon and site data
 * are in the HTML (docs/spec.md §2, "site data is loaded first").
 */
export function makePage(kit: PageKit) {
  const [before, after] = splitAt(readFileSync(kit.indexFile, 'utf8'))
  return async (request: FastifyRequest, reply: FastifyReply, status = 200) => {
    const site = await kit.sites.readByHost(request.hostname).catch(() => undefined)
    const nonce = request.id.replaceAll(/[^A-Za-z0-9]/g, '')
    const head = site === undefined ? '<title>Laurel</title>' : siteHead(site, request, nonce, kit)
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, kit))
      .send(before + head + after)
  }
}

function splitAt(html: string): [string, string] {
  const [before, after] = html.split(PLACE)
  if (before === undefined || after === undefined) throw new Error(`index.html has no ${PLACE}`)
  return [before, after]
}

function siteHead(
  site: SiteRow,
  request: FastifyRequest,
  nonce: string,
  { cognito, social }: PageKit,
): string {
  const data = siteData(site, originOf(request), cognito, social)
  const colors = {
    primary: site.site_primary_color,
    secondary: site.site_secondary_color,
    tertiary: site.site_tertiary_color,
  }
  const variables = roleVariables(colors).map(([name, value]) => `${name}:${value}`)
  // `<` is escaped so that no text of the site can end the script.
  const json = JSON.stringify(data satisfies object).replaceAll('<', '\\u003c')
  return [
    `<title>${escapeHtml(site.name)}</title>`,
    `<link rel="icon" href="${escapeHtml(site.favicon)}">`,
    `<meta name="theme-color" content="${site.site_primary_color}">`,
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<style nonce="${nonce}">:root{${variables.join(';')}}</style>`,
    `<script nonce="${nonce}" type="application/json" id="site-data">${json}</script>`,
  ].join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function policy(nonce: string, kit: PageKit): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(kit.cognito?.origins ?? [])].join(' '),
    ["form-action 'self'", ...kit.formOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
