// The page's HTML contains only what the API answers about the site, and no other column.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { Site } from '@laurel/contract/site'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { isPreviewed } from './access.ts'
import { makePage } from './html-page.ts'
import type { CardPage } from './link-preview.ts'
import { makeRequestLimits } from './request-limits.ts'
import type { PageToDraw, VisitorPages } from './visitor-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-page-'))
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const CLAIM = { state: 'ready', first_name: 'Maya', sender_name: 'Halden & Co.' } as CardPage['claim']
const CARDS: Record<string, CardPage> = {
  known: { claim: CLAIM, language: '' },
  spanish: { claim: CLAIM, language: 'es' },
  expired: { claim: { ...CLAIM, state: 'expired' }, language: 'Spanish' },
}

function servePages(visitorPages?: VisitorPages) {
  const indexFile = join(folder, 'index.html')
  writeFileSync(
    indexFile,
    '<html lang="en"><head><!--laurel:head--></head><body><div id="root"></div><noscript>Turn on JavaScript in your browser to design and order cards, then reload this page.</noscript></body>',
  )
  const { sites, social, config, pool, staffPools } = world.kit
  const app = Fastify()
  app.register(cookie)
  const kit = { pool, staffPools, limits: makeRequestLimits(600) }
  const page = makePage({
    ...{ sites, indexFile, config, social, visitorPages, formOrigins: [] },
    storageOrigin: 'https://bucket.example.com',
    isPreviewed: (site, request) => isPreviewed(kit, site, request),
    cardOnPage: async (_site, token) => CARDS[token],
  })
  app.get('/*', (request, reply) => page(request, reply))
  return async (url: string, host: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host, ...headers } })
}

test('the HTML contains the contract’s site data and no other column of the site', async () => {
  const { body: html } = await servePages()('/', 'localhost')

  const json = /<script[^>]* id="site-data">(.*?)<\/script>/s.exec(html)?.[1]
  const embedded = JSON.parse(json!)
  const { body: answered } = await world.visit('localhost')('GET', '/api/v1/actual_rewards_site/')
  expect(embedded).toEqual(answered)

  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'sites'`.execute(
    world.kit.pool,
  )
  const unlisted = rows.map(({ name }) => name).filter((name) => !(name in Site.shape))
  expect(unlisted).toEqual(expect.arrayContaining(['auto_approve_below_cents', 'retention']))
  for (const name of [...unlisted, 'hosts', 'blocked_words']) expect(html).not.toContain(`"${name}"`)
})

test('pages are painted in the theme that the browser’s user chose, and in the system’s without a choice', async () => {
  const get = servePages()
  const visit = async (host: string, cookie?: string) => {
    const { body } = await get('/', host, cookie === undefined ? {} : { cookie })
    const colors = [...body.matchAll(/name="theme-color" data-theme="(\w+)" media="([^"]+)"/g)]
    return {
      root: /<html[^>]*>/.exec(body)?.[0],
      shown: colors
        .filter(([, , media]) => media !== 'not all')
        .map(([, theme, media]) => `${theme} ${media}`),
      isDark: /--surface:light-dark\(#ffffff,#\w{6}\)/.test(body),
    }
  }
  const system = ['light (prefers-color-scheme: light)', 'dark (prefers-color-scheme: dark)']
  expect(await visit('localhost')).toEqual({ root: '<html lang="en">', shown: system, isDark: true })
  for (const host of ['localhost', 'unknown.example']) {
    const chosen = { root: '<html data-theme="dark" lang="en">', shown: ['dark all'], isDark: true }
    expect(await visit(host, 'laurel_theme=dark')).toEqual(chosen)
    expect(await visit(host, 'laurel_theme=%22%3E%3Cb')).toMatchObject({ root: '<html lang="en">' })
  }
})

test('a suspended site still has the pages of its staff, and of operators, who resume it', async () => {
  const { pool, sites } = world.kit
  const { id } = await pool
    .updateTable('sites')
    .set({ suspended_at: new Date() })
    .where('slug', '=', 'acorn')
    .returning('id')
    .executeTakeFirstOrThrow()
  sites.forget(id)
  const get = servePages()
  const statusOf = async (url: string) => (await get(url, 'acorn.localhost')).statusCode
  for (const url of ['/', '/platforms']) expect([url, await statusOf(url)]).toEqual([url, 503])
  const { body } = await get('/', 'acorn.localhost', { cookie: 'laurel_theme=dark' })
  expect(body).toContain('<html data-theme="dark" lang="en">')
  expect(body).toContain('<source media="all" srcset="')
  for (const url of ['/office/', '/platform', '/platform/log']) {
    expect([url, await statusOf(url)]).toEqual([url, 200])
  }
})

test('before a site is live, its pages say “Coming soon”, except to staff who preview it', async () => {
  const { pool, sites } = world.kit
  const { id } = await pool
    .updateTable('sites')
    .set({ live_at: null, suspended_at: null, name: 'Acorn <& Co.>' })
    .where('slug', '=', 'acorn')
    .returning('id')
    .executeTakeFirstOrThrow()
  sites.forget(id)
  const get = servePages()
  const { headers, body } = await get('/my-rewards', 'acorn.localhost')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['content-security-policy']).not.toContain('script-src')
  expect(body).toContain('<title>Coming soon · Acorn &lt;&amp; Co.&gt;</title>')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toContain('<script')
  const isClosed = async (url: string, headers: Record<string, string> = {}) =>
    (await get(url, 'acorn.localhost', headers)).body.includes('Coming soon')
  for (const url of ['/', '/order-confirmation', '/claim', '/offices']) expect(await isClosed(url)).toBe(true)
  for (const url of ['/office/', '/platform/', '/setup/', '/claim/token'])
    expect(await isClosed(url)).toBe(false)

  const cookieOf = async (...person: Parameters<World['staff']>) => ({
    cookie: `sessionid=${(await world.staff(...person)).token}`,
  })
  const neverDrawn = servePages({ draw: () => expect.unreachable('a preview has a ribbon') })
  const preview = await neverDrawn('/', 'acorn.localhost', await cookieOf('owner', 'acorn'))
  expect(preview.body).toContain('<meta name="laurel-preview" content="1">')
  expect(await isClosed('/', await cookieOf('support', 'acorn'))).toBe(true)
  expect(await isClosed('/', await cookieOf('owner', 'northwind'))).toBe(true)
  expect((await get('/', 'localhost')).body).not.toContain('laurel-preview')
})

test('a page says what it is about, and pages that aren’t there answer 404', async () => {
  const get = servePages()
  const home = (await get('/?login=true', 'localhost')).body
  const origin = 'http://localhost'
  expect(home).toContain('<title>Northwind Rewards</title>')
  expect(home).toContain(`<link rel="canonical" href="${origin}/">`)
  expect(home).toContain(`<meta property="og:image" content="${origin}/api/v1/site_picture/">`)
  expect(home).not.toContain('noindex')

  const statuses = ['/my-rewards/', '/company/activity', '/office/nothing', '/nothing', '/my-rewards/nothing']
  const answers = await Promise.all(statuses.map(async (url) => (await get(url, 'localhost')).statusCode))
  expect(answers).toEqual([200, 200, 200, 404, 404])
  for (const url of ['/my-rewards', '/nothing']) {
    expect((await get(url, 'localhost')).body).toContain('<meta name="robots" content="noindex">')
  }
})

function serveDrawn(drawn: PageToDraw[] = []) {
  return servePages({
    draw: async (page, site) => {
      drawn.push(page)
      return {
        ...{ html: `<h1>${page.screen} of ${site.name}</h1>`, css: '[data-style="0"]{color:red}' },
        links: '<link rel="modulepreload" href="/assets/home.js">',
        ...(page.claim === undefined
          ? { data: { 'landing-data': [] }, isForAll: false, isInert: page.screen === 'office' }
          : { data: { 'claim-data': page.claim }, isForAll: true }),
      }
    },
  })
}

test('home and unknown pages arrive rendered, and the browser renders others', async () => {
  const drawn: PageToDraw[] = []
  const get = serveDrawn(drawn)
  const home = await get('/?login=true', 'localhost')
  expect(home.body).toContain('<div id="root"><h1>home of Northwind Rewards</h1></div>')
  expect(home.body).toContain('LastAuthUser')
  expect(home.body).toContain('<link rel="modulepreload" href="/assets/home.js">')
  expect(home.body).toMatch(/<style nonce="[^"]+">[^<]*\[data-style="0"\]\{color:red\}<\/style>/)
  expect(home.body).toMatch(/<script nonce="[^"]+" type="application\/json" id="landing-data">\[\]<\/script>/)
  expect(home.headers['content-security-policy']).not.toContain('unsafe')
  expect(home.headers['content-security-policy']).toContain("connect-src 'self' https://bucket.example.com;")
  const unknown = await get('/nothing', 'localhost')
  expect([unknown.statusCode, unknown.body]).toEqual([
    404,
    expect.stringContaining('<h1>unknown of Northwind'),
  ])

  for (const url of ['/my-rewards', '/office/orders', '/office/nothing', '/platform/nothing']) {
    expect([url, (await get(url, 'localhost')).body]).toEqual([
      url,
      expect.stringContaining('<div id="root"></div>'),
    ])
  }
  expect(drawn).toEqual([
    { screen: 'home', path: '/', language: 'en' },
    { screen: 'unknown', path: '/404', language: 'en' },
  ])
})

test('the office’s sign-in arrives rendered if there’s no session', async () => {
  const drawn: PageToDraw[] = []
  const get = serveDrawn(drawn)
  expect((await get('/office/', 'localhost')).body).toContain('<div id="root" inert><h1>office of Northwind')
  const withSession = await get('/office/', 'localhost', { cookie: 'sessionid=anything' })
  expect(withSession.body).toContain('<div id="root"></div>')
  expect(drawn).toEqual([{ screen: 'office', path: '/office', language: 'en' }])
})

test('a rendered page keeps the first button that is clicked, also after a click beside it', async () => {
  const { body } = await serveDrawn()('/', 'localhost')
  const [, script] = /<script nonce="[^"]+">(addEventListener[^<]+)<\/script>/.exec(body)!
  let button: string | null = null
  const page = Object.assign(new EventTarget(), { closest: () => button, earlyClick: undefined })
  new Function('document', 'addEventListener', script!)(page, page.addEventListener.bind(page))
  for (const clicked of [null, 'Español', 'Create account']) {
    button = clicked
    page.dispatchEvent(new Event('click'))
  }
  expect(page.earlyClick).toBe('Español')
})

test('a card’s page arrives rendered, in its recipient’s language, and no cache keeps it', async () => {
  const drawn: PageToDraw[] = []
  const get = serveDrawn(drawn)
  const card = await get('/claim/spanish/', 'localhost', { 'accept-language': 'en' })
  expect([card.statusCode, card.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(card.body).toContain('<div id="root"><h1>claim of Northwind Rewards</h1></div>')
  expect(card.body).toContain('id="claim-data">{"state":"ready","first_name":"Maya"')
  expect(card.body).toContain('para ver el número y el PIN de la tarjeta')
  // It looks the same with a session.
  expect(card.body).not.toContain('LastAuthUser')
  // Previews read the head.
  const [head] = card.body.split('<link rel="modulepreload"')
  expect(head).not.toContain('Maya')

  const unknown = await get('/claim/unknown', 'localhost')
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('id="claim-data">null<')])
  expect(drawn).toEqual([
    { screen: 'claim', path: '/claim/spanish', language: 'es', claim: CLAIM },
    { screen: 'claim', path: '/claim/unknown', language: 'en', claim: null },
  ])
})

test('a page that can’t be rendered is left to the browser', async () => {
  const get = servePages({ draw: () => Promise.reject(new Error('no landing texts')) })
  const { statusCode, body } = await get('/', 'localhost')
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<div id="root"></div>')])
})

test('a preview of a card’s link names its sender; one to nothing says no more than the site’s name', async () => {
  const get = servePages()
  const card = (await get('/claim/known', 'localhost')).body
  expect(card).toContain('<meta property="og:title" content="A card from Halden &amp; Co.">')
  expect(card).toContain('content="http://localhost/api/v1/claims/known/preview/"')
  expect(card).toContain('<meta name="robots" content="noindex">')
  const unknown = (await get('/claim/unknown', 'localhost')).body
  expect(unknown).toContain('<title>Northwind Rewards</title>')
  expect(unknown).not.toContain('og:')
})

test.each([
  ['the visitor’s choice', '/claim/spanish', { cookie: 'laurel_language=en' }, 'en'],
  ['the recipient’s', '/claim/spanish', { 'accept-language': 'en-US' }, 'es'],
  ['the recipient’s, also of a card that expired', '/claim/expired', {}, 'es'],
  ['the browser’s, where the list says none', '/claim/known', { 'accept-language': 'es-MX,en;q=0.5' }, 'es'],
  ['the browser’s, where no card is known', '/claim/unknown', { 'accept-language': 'es' }, 'es'],
  ['the site’s, without any', '/claim/known', { 'accept-language': 'fr' }, 'en'],
  ['the visitor’s choice, in the shop', '/', { cookie: 'laurel_language=es', 'accept-language': 'en' }, 'es'],
  ['the browser’s, in the shop', '/account/', { 'accept-language': 'es' }, 'es'],
  ['the browser’s, where there’s no page', '/nowhere', { 'accept-language': 'es' }, 'es'],
  ['English, in the office', '/office', { cookie: 'laurel_language=es', 'accept-language': 'es' }, 'en'],
])('the language of a page: %s', async (_, path, headers, language) => {
  const { body } = await servePages()(path, 'localhost', headers)
  expect(body).toContain(`<html lang="${language}"`)
})

test('a preview of a Spanish card’s link is in Spanish', async () => {
  const { body } = await servePages()('/claim/spanish', 'localhost')
  expect(body).toContain('<meta property="og:title" content="Una tarjeta de parte de Halden &amp; Co.">')
})

test('search engines get the home page of a live site, and nothing of one that isn’t', async () => {
  const visit = world.visit('localhost')
  const robots = await visit('GET', '/robots.txt')
  expect(robots.status).toBe(200)
  expect(String(robots.body)).toContain('Sitemap: http://localhost/sitemap.xml')
  expect(String((await visit('GET', '/sitemap.xml')).body)).toContain('<loc>http://localhost/</loc>')
  // Acorn is closed by the tests above.
  expect(String((await world.visit('acorn.localhost')('GET', '/robots.txt')).body)).toContain('Disallow: /\n')
})
