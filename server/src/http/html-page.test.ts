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
import { makeRequestLimits } from './request-limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-page-'))
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

function servePages() {
  const indexFile = join(folder, 'index.html')
  writeFileSync(indexFile, '<head><!--laurel:head--></head>')
  const { sites, social, config, pool, staffPools } = world.kit
  const app = Fastify()
  app.register(cookie)
  const kit = { pool, staffPools, limits: makeRequestLimits(600) }
  const page = makePage({
    ...{ sites, indexFile, config, social, formOrigins: [] },
    isPreviewed: (site, request) => isPreviewed(kit, site, request),
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
  expect(body).toContain('<title>Coming soon · Acorn &lt;&amp; Co.></title>')
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
  const preview = await get('/', 'acorn.localhost', await cookieOf('owner', 'acorn'))
  expect(preview.body).toContain('<meta name="laurel-preview" content="1">')
  expect(await isClosed('/', await cookieOf('support', 'acorn'))).toBe(true)
  expect(await isClosed('/', await cookieOf('owner', 'northwind'))).toBe(true)
  expect((await get('/', 'localhost')).body).not.toContain('laurel-preview')
})
