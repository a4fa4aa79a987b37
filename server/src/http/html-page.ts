import { readFileSync } from 'node:fs'
import { Site } from '@laurel/contract/site'
import { roleVariables } from '@laurel/domain/brand-roles'
import { waitText } from '@laurel/domain/wait-text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import type { Social } from '../features/sites/site-social.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import { type SiteConfig, type Sites, siteData } from '../features/sites/sites.service.ts'
import { originOf } from './origin.ts'
import { RETRY_AFTER_SECONDS } from './problem-answer.ts'

export type PageKit = {
  sites: Sites
  indexFile: URL | string
  /** Its user pool has origins that a browser talks to besides ours. */
  config: SiteConfig
  social: Social
  /** Other origins that forms can post to: the hosted payment page's. */
  formOrigins: string[]
}

const PLACE = '<!--laurel:head-->'

/**
 * Serves the single page with the brand already in the HTML: colors, title, favicon, and site data
 * (docs/spec.md §2, "site data is loaded first").
 */
export function makePage(kit: PageKit) {
  const [before, after] = splitAt(readFileSync(kit.indexFile, 'utf8'))
  return async (request: FastifyRequest, reply: FastifyReply, status = 200) => {
    const site = await kit.sites
      .readByHost(request.hostname)
      .catch((cause: unknown) => (cause instanceof DatabaseUnavailable ? cause : undefined))
    if (site instanceof DatabaseUnavailable) return outagePage(request, reply, site)
    if (site?.suspended_at && !isOfficeOrPlatform(request)) return suspendedPage(request, reply, site)
    const nonce = nonceOf(request)
    const head = site === undefined ? bareHead(nonce) : siteHead(site, request, nonce, kit)
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, kit))
      .send(before + head + after)
  }
}

/**
 * The page for a network that requests too many pages: plain HTML without scripts that loads the requested page
 * once the wait is over.
 */
export function makeLimitPage({ sites }: Pick<PageKit, 'sites'>) {
  return async (request: FastifyRequest, reply: FastifyReply, seconds: number) => {
    const site = await sites.readByHost(request.hostname).catch(() => undefined)
    return sendWaitPage(request, reply.code(429), {
      site,
      seconds,
      heading: `Try again in ${waitText(seconds)}`,
      text: 'We’re getting a lot of requests from your network. This page reloads automatically.',
    })
  }
}

function outagePage(request: FastifyRequest, reply: FastifyReply, outage: DatabaseUnavailable) {
  request.log.error(outage)
  return sendWaitPage(request, reply.code(503), {
    site: undefined,
    seconds: RETRY_AFTER_SECONDS,
    heading: 'We’ll be right back',
    text: 'This page is temporarily unavailable. It reloads automatically.',
  })
}

/** Staff still read in the office, and operators resume the site in the platform area, which may have its host. */
function isOfficeOrPlatform({ url }: FastifyRequest): boolean {
  return /^\/(office|platform)(\/|\?|$)/.test(url)
}

function suspendedPage(request: FastifyRequest, reply: FastifyReply, site: SiteRow) {
  return sendWaitPage(request, reply.code(503), {
    site,
    heading: 'This site isn’t available',
    text: 'The site is closed for now. Try again later.',
  })
}

/** @property seconds until it reloads automatically; it doesn't without them */
type WaitPage = { site: SiteRow | undefined; seconds?: number; heading: string; text: string }

function sendWaitPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, seconds, heading, text }: WaitPage,
) {
  const nonce = nonceOf(request)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`}
<title>${seconds === undefined ? heading : 'Try again soon'} · ${escapeHtml(site?.name ?? 'Laurel')}</title>
<style nonce="${nonce}">${WAIT_PAGE_STYLE}${site ? `:root{${variablesOf(site)}}` : ''}</style>
</head>
<body>
<main>
${site?.site_logo ? `<img src="${escapeHtml(site.site_logo)}" alt="${escapeHtml(site.name)}">` : ''}
<h1>${heading}</h1>
<p>${text}</p>
${seconds === undefined ? '' : '<p><a href="">Reload page</a></p>'}
</main>
</body>
</html>`
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', ...(seconds !== undefined && { 'retry-after': seconds }) })
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .send(html)
}

const WAIT_PAGE_STYLE = `:root{color-scheme:light}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:#fff;color:#1c1c1c;font:17px/1.5 system-ui,sans-serif;text-align:center}
main{max-width:44ch}img{max-width:200px;max-height:48px}h1{font-size:28px;line-height:1.2;margin:24px 0 8px}p{margin:0 0 16px}
a{color:var(--accent-text,#1c1c1c)}`

function nonceOf({ id }: FastifyRequest): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '')
}

function variablesOf(site: SiteRow): string {
  const colors = {
    primary: site.site_primary_color,
    secondary: site.site_secondary_color,
    tertiary: site.site_tertiary_color,
  }
  return roleVariables(colors)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

function splitAt(html: string): [string, string] {
  const [before, after] = html.split(PLACE)
  if (before === undefined || after === undefined) throw new Error(`index.html has no ${PLACE}`)
  return [before, after]
}

function bareHead(nonce: string): string {
  return `<title>Laurel</title>\n${nonceMeta(nonce)}`
}

/** Libraries put it on the styles they add. */
function nonceMeta(nonce: string): string {
  return `<meta property="csp-nonce" nonce="${nonce}">`
}

function siteHead(
  site: SiteRow,
  request: FastifyRequest,
  nonce: string,
  { config, social }: PageKit,
): string {
  const data = Site.parse(siteData(site, originOf(request), config, social))
  // `<` is escaped so that no site text can end the script.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return [
    `<title>${escapeHtml(site.name)}</title>`,
    site.favicon && `<link rel="icon" href="${escapeHtml(site.favicon)}">`,
    `<meta name="theme-color" content="${site.site_primary_color}">`,
    nonceMeta(nonce),
    `<style nonce="${nonce}">:root{${variablesOf(site)}}</style>`,
    `<script nonce="${nonce}" type="application/json" id="site-data">${json}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
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
    ["connect-src 'self'", ...(kit.config.cognito?.origins ?? [])].join(' '),
    ["form-action 'self'", ...kit.formOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
