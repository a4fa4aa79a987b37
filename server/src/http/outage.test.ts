import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Pool } from '../database/database.ts'
import { inSite } from '../database/in-site.ts'
import { type OpenDatabase, openDatabase } from '../database/open-database.ts'
import { makeSites } from '../features/sites/sites.service.ts'
import { healthRoute } from '../features/system/health.routes.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { makeApp } from './app.ts'
import { makePage } from './html-page.ts'
import { makeRequestLimits } from './request-limits.ts'

let dataDir: string
let down: OpenDatabase
let app: FastifyInstance
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-outage-'))
  writeFileSync(join(dataDir, 'index.html'), '<!--laurel:head-->')
  // No server listens there.
  down = await openDatabase({ databaseUrl: 'postgres://laurel@127.0.0.1:1/laurel', dataDir })
  app = await makeApp(config(), makeRequestLimits(1_000))
  const page = makePage({
    sites: makeSites(down.db),
    indexFile: join(dataDir, 'index.html'),
    config: config(),
    social: undefined as never,
    formOrigins: [],
  })
  app.get('/test-page', { schema: { hide: true } }, (request, reply) => page(request, reply))
  app.get('/test-call', { schema: { hide: true } }, () => makeSites(down.db).readByHost('localhost'))
  app.get('/test-work', { schema: { hide: true } }, () => inSite(down.db, 1, async () => ({})))
})
afterAll(async () => {
  await app.close()
  await down.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const config = () => readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } })
async function health(pool: Pool, dir = dataDir) {
  const own = await makeApp(config(), makeRequestLimits(1_000))
  healthRoute(own, { pool, config: { ...config(), dataDir: dir } })
  const answer = await own.inject({ url: '/health' })
  await own.close()
  return answer
}

test.each(['/test-call', '/test-work'])(
  'without its database, %s answers 503 and when to try again',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/)
  },
)

test('without its database, a page says that it is temporarily unavailable', async () => {
  const answer = await get('/test-page')
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toContain('This page is temporarily unavailable.')
})

test('health is 200 while the server can work', async () => {
  const database = await openTestDatabase()
  const answer = await health(database.db)
  await database.close()
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true, database: 'up', files: 'up' }])
})

test('health is 503 while the database cannot be reached', async () => {
  const answer = await health(down.db)
  expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: 'down', files: 'up' }])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('health is 503 while the disk accepts no file', async () => {
  const database = await openTestDatabase()
  const answer = await health(database.db, join(dataDir, 'index.html'))
  await database.close()
  expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: 'up', files: 'down' }])
})
