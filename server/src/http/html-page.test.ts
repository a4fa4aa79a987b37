// The page's HTML contains only what the API answers about the site, and no other column.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Site } from '@laurel/contract/site'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { makePage } from './html-page.ts'

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
  const { sites, social, config } = world.kit
  const app = Fastify()
  const page = makePage({ sites, indexFile, config, social, formOrigins: [] })
  app.get('/*', (request, reply) => page(request, reply))
  return async (url: string, host: string) => app.inject({ url, headers: { host } })
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
  expect(unlisted).toEqual(expect.arrayContaining(['auto_approve_below_cents', 'retention_days']))
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
