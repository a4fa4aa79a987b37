import { readFileSync } from 'node:fs'
import { Site } from '@laurel/contract/site'
import { brandStyle } from '@laurel/domain/brand-style'
import { LANGUAGE_COOKIE, type Language, preferredLanguage, readLanguage } from '@laurel/domain/languages'
import { isPagePath } from '@laurel/domain/page-paths'
import { Refusal } from '@laurel/domain/refusal'
import { waitText } from '@laurel/domain/wait-text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { brandColors } from '../features/sites/site-brand.ts'
import type { Social } from '../features/sites/site-social.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import { type SiteConfig, type Sites, siteData } from '../features/sites/sites.service.ts'
import { textsOf } from '../texts.ts'
import { aboutClaim, aboutHead, aboutHome, type CardPage, type PageAbout } from './link-preview.ts'
import { originOf, visitorOf } from './origin.ts'
import { nonceOf, sendComingSoonPage, sendWaitPage, themeColors, themed } from './plain-page.ts'
import { RETRY_AFTER_SECONDS } from './problem-answer.ts'
import { sessionCookie } from './session-cookie.ts'
import { iconLinks } from './site-icons.ts'
import type { PageToDraw, VisitorPage, VisitorPages } from './visitor-pages.ts'

export type PageKit = {
  sites: Sites
  indexFile: URL | string
  /** Its user pool has origins that a browser talks to besides ours. */
  config: SiteConfig
  social: Social
  /** Whether staff preview the shop, before the site is live. */
  isPreviewed(site: SiteRow, request: FastifyRequest): Promise<boolean>
  /** The card behind a link's token; undefined if there's none. */
  cardOnPage(site: SiteRow, token: string, ip: string): Promise<CardPage | undefined>
  /** Pages as HTML; undefined where the web app isn't built. */
  visitorPages?: VisitorPages | undefined
  /** Other origins that forms can post to: the hosted payment page's. */
  formOrigins: string[]
  /** Of the object storage that takes uploads from browsers; undefined if none does. */
  storageOrigin: string | undefined
}

const PLACE = '<!--laurel:head-->'

/**
 * Serves the single page with the brand already in the HTML: colors, title, favicon, and site data
 * (docs/spec.md §2, "site data is loaded first").
 */
export function makePage(kit: PageKit) {
  const [before, rest] = splitAt(readFileSync(kit.indexFile, 'utf8'), PLACE)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const site = await kit.sites
      .readByHost(request.hostname)
      .catch((cause: unknown) => (cause instanceof DatabaseUnavailable ? cause : undefined))
    if (site instanceof DatabaseUnavailable) return outagePage(request, reply, site)
    if (site?.suspended_at && !isOfficeOrPlatform(request)) return suspendedPage(request, reply, site)
    const isShopClosed = site?.live_at === null && !isOpenBeforeLive(request)
    const isPreview = isShopClosed && (await isPreviewedOrOut(kit, site, request))
    if (isPreview instanceof DatabaseUnavailable) return outagePage(request, reply, isPreview)
    if (isShopClosed && !isPreview) return sendComingSoonPage(request, reply, site)
    const nonce = nonceOf(request)
    const found = site && (await findPage(kit, site, request))
    if (found instanceof DatabaseUnavailable) return outagePage(request, reply, found)
    const about = found?.about
    const data = site && Site.parse(siteData(site, originOf(request), kit.config, kit.social))
    const head =
      site && data
        ? siteHead(site, request, nonce, data, isPreview, about ?? { title: site.name })
        : bareHead(nonce, request)
    const language = found?.language ?? languageOf(request, site)
    const page = data && found && !isPreview ? await drawPage(kit, data, request, found) : undefined
    return reply
      .code(about === undefined ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language, Cookie')
      .header('content-security-policy', policy(nonce, kit))
      .send(
        themed(inLanguage(before, language), request) +
          head +
          withPage(inLanguage(rest, language, found?.drawn?.claim ? NO_NUMBER : NO_SCRIPT), page, nonce),
      )
  }
}

/**
 * The page for a network that requests too many pages: plain HTML without scripts that loads the requested page
 * once the wait is over.
 */
export function makeLimitPage({ sites }: Pick<PageKit, 'sites'>) {
  return async (request: FastifyRequest, reply: FastifyReply, seconds: number) => {
    const site = await sites.readByHost(request.hostname).catch(() => undefined)
    const i18n = textsOf(languageOf(request, site))
    return sendWaitPage(request, reply.code(429), {
      i18n,
      site,
      seconds,
      heading: i18n.t('Try again in {wait}', { wait: waitText(seconds, i18n.locale) }),
      text: i18n.t('We’re getting a lot of requests from your network. This page reloads automatically.'),
    })
  }
}

function outagePage(request: FastifyRequest, reply: FastifyReply, outage: DatabaseUnavailable) {
  request.log.error(outage)
  const i18n = textsOf(languageOf(request, undefined))
  return sendWaitPage(request, reply.code(503), {
    i18n,
    site: undefined,
    seconds: RETRY_AFTER_SECONDS,
    heading: i18n.t('We’ll be right back'),
    text: i18n.t('This page is temporarily unavailable. It reloads automatically.'),
  })
}

type FoundPage = {
  /** Undefined if there's no such page, or no card behind its link. */
  about: PageAbout | undefined
  language: Language
  /** Undefined if the browser draws it. */
  drawn?: Omit<PageToDraw, 'language'> | undefined
}

async function findPage(
  kit: PageKit,
  site: SiteRow,
  request: FastifyRequest,
): Promise<FoundPage | DatabaseUnavailable> {
  const path = request.url.split('?')[0]!
  const language = languageOf(request, site)
  if (path === '/') {
    return { about: aboutHome(textsOf(language), site), language, drawn: { screen: 'home', path } }
  }
  if (!isPagePath(path)) {
    const drawn = isOpenBeforeLive(request) ? undefined : ({ screen: 'unknown', path: '/404' } as const)
    return { about: undefined, language, drawn }
  }
  const [, token] = CLAIM.exec(path) ?? []
  if (token === undefined) {
    const drawn = isOfficeSignIn(request, path) ? ({ screen: 'office', path: '/office' } as const) : undefined
    return { about: { title: site.name }, language, drawn }
  }
  try {
    const card = await kit.cardOnPage(site, token, visitorOf(request))
    const language = languageOf(request, site, card)
    const about = card && aboutClaim(textsOf(language), token, card.claim, site)
    const claim = card?.claim ?? null
    return { about, language, drawn: { screen: 'claim', path: `/claim/${token}`, claim } }
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable) return cause
    throw cause
  }
}

function isOfficeSignIn(request: FastifyRequest, path: string): boolean {
  return /^\/office\/?$/.test(path) && sessionCookie(request) === undefined
}

/**
 * The language of a page: what the visitor chose, else that of the card's recipient, the browser, or the site. An
 * account's is only known in the browser. What staff and operators see is in English.
 */
function languageOf(request: FastifyRequest, site: SiteRow | undefined, card?: CardPage): Language {
  if (isOfficeOrPlatform(request) || /^\/setup(\/|\?|$)/.test(request.url)) return 'en'
  // Undefined until the cookies are read: a request can be refused before.
  const cookies: FastifyRequest['cookies'] | undefined = request.cookies
  return (
    readLanguage(cookies?.[LANGUAGE_COOKIE] ?? '') ??
    readLanguage(card?.language ?? '') ??
    preferredLanguage(request.headers['accept-language'] ?? '') ??
    site?.language ??
    'en'
  )
}

/** As in index.html. */
const NO_SCRIPT =
  /*i18n*/ 'Turn on JavaScript in your browser to design and order cards, then reload this page.'
/** On a card's page. */
const NO_NUMBER =
  /*i18n*/ 'Turn on JavaScript in your browser to see the card’s number and PIN, then reload this page.'

function inLanguage(html: string, language: Language, withoutScript = NO_SCRIPT): string {
  return html
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace(NO_SCRIPT, textsOf(language).t(withoutScript))
}

const CLAIM = /^\/claim\/([\w-]{1,200})\/?$/

/** Staff still read in the office, and operators resume the site in the platform area, which may have its host. */
function isOfficeOrPlatform({ url }: FastifyRequest): boolean {
  return /^\/(office|platform)(\/|\?|$)/.test(url)
}

/** Claimed cards stay open to their recipients, and the setup page leads to the office. */
function isOpenBeforeLive(request: FastifyRequest): boolean {
  return isOfficeOrPlatform(request) || /^\/(claim|setup)\//.test(request.url)
}

async function isPreviewedOrOut(kit: PageKit, site: SiteRow, request: FastifyRequest) {
  try {
    return await kit.isPreviewed(site, request)
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable) return cause
    // A network that guesses sessions.
    if (cause instanceof Refusal) return false
    throw cause
  }
}

function suspendedPage(request: FastifyRequest, reply: FastifyReply, site: SiteRow) {
  const i18n = textsOf(languageOf(request, site))
  return sendWaitPage(request, reply.code(503), {
    i18n,
    site,
    heading: i18n.t('This site isn’t available'),
    text: i18n.t('The site is closed for now. Try again later.'),
  })
}

type SiteData = z.output<typeof Site>

/** @returns undefined if the browser draws the page */
async function drawPage(
  kit: PageKit,
  site: SiteData,
  request: FastifyRequest,
  { drawn, language }: FoundPage,
): Promise<VisitorPage | undefined> {
  if (drawn === undefined) return undefined
  try {
    return await kit.visitorPages?.draw({ ...drawn, language }, site)
  } catch (cause) {
    request.log.error(cause)
    return undefined
  }
}

/** With a session, the page is emptied before it's shown, because signed-in people see a different one. */
const FOR_VISITORS = {
  style: '[data-drawn=not] #root{display:none}',
  before: `if(Object.keys(localStorage).some(key=>key.endsWith('.LastAuthUser')))document.documentElement.dataset.drawn='not'`,
  after: `if(document.documentElement.dataset.drawn){document.getElementById('root').replaceChildren();delete document.documentElement.dataset.drawn}`,
}

/** Keeps the first button that is clicked before the page responds; the app's script clicks it then. */
const KEEP_CLICK = `addEventListener('click',({target})=>{document.earlyClick??=target.closest('button')},true)`

function withPage(rest: string, page: VisitorPage | undefined, nonce: string): string {
  if (page === undefined) return rest
  const { html, css, links, data, isForAll, isInert } = page
  const [head, tail] = splitAt(rest, '</head>')
  const [top, bottom] = splitAt(tail, ROOT)
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`
  const scripts = Object.entries(data).map(([id, value]) => dataScript(id, value, nonce))
  const { style, before, after } = isForAll ? { style: '', before: '', after: '' } : FOR_VISITORS
  return [
    ...[
      head,
      links,
      `<style nonce="${nonce}">${style}\n${css}</style>`,
      ...scripts,
      before && script(before),
      script(KEEP_CLICK),
    ],
    ...[
      '</head>',
      top,
      `<div id="root"${isInert ? ' inert' : ''}>`,
      html,
      '</div>',
      after && script(after),
      bottom,
    ],
  ].join('')
}

const ROOT = '<div id="root"></div>'

function splitAt(html: string, place: string): [string, string] {
  const at = html.indexOf(place)
  if (at < 0) throw new Error(`index.html has no ${place}`)
  return [html.slice(0, at), html.slice(at + place.length)]
}

/** Laurel's own, on pages of no site. */
const NEUTRAL = { primary: '#2f3437', secondary: '#9aa1a6', tertiary: '#16191b' }

function bareHead(nonce: string, request: FastifyRequest): string {
  return [
    '<title>Laurel</title>',
    themeColors(NEUTRAL, request),
    nonceMeta(nonce),
    `<style nonce="${nonce}">${brandStyle(NEUTRAL)}</style>`,
  ].join('\n')
}

/** Libraries put it on the styles they add. */
function nonceMeta(nonce: string): string {
  return `<meta property="csp-nonce" nonce="${nonce}">`
}

function siteHead(
  site: SiteRow,
  request: FastifyRequest,
  nonce: string,
  data: SiteData,
  isPreview: boolean,
  about: PageAbout,
): string {
  return [
    aboutHead(about, site, originOf(request)),
    iconLinks(site),
    themeColors(brandColors(site), request),
    nonceMeta(nonce),
    isPreview && '<meta name="laurel-preview" content="1">',
    `<style nonce="${nonce}">${brandStyle(brandColors(site))}</style>`,
    dataScript('site-data', data, nonce),
  ]
    .filter(Boolean)
    .join('\n')
}

/** `<` is escaped so that no site text can end the script. */
function dataScript(id: string, data: unknown, nonce: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script nonce="${nonce}" type="application/json" id="${id}">${json}</script>`
}

function policy(nonce: string, kit: PageKit): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(kit.config.cognito?.origins ?? []), kit.storageOrigin ?? []].flat().join(' '),
    ["form-action 'self'", ...kit.formOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
