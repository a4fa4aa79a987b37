import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../config.ts'
import type { Pool } from '../database/database.ts'
import { inSite } from '../database/in-site.ts'
import { type OpenDatabase, openDatabase } from '../database/open-database.ts'
import { makeFileStore } from '../features/files/local-file-store.ts'
import { makeSites } from '../features/sites/sites.service.ts'
import { healthRoutes } from '../features/system/health.routes.ts'
import { startJobs } from '../jobs/jobs.ts'
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
    isPreviewed: async () => false,
    formOrigins: [],
    storageOrigin: undefined,
    cardOnPage: async () => undefined,
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
async function health(
  pool: Pool,
  { dir = dataDir, path = '/health', unconnectedQueues = [] as string[] } = {},
) {
  const own = await healthApp(pool, dir, unconnectedQueues)
  const answer = await own.inject({ url: path, headers: { host: 'any.example' } })
  await own.close()
  return answer
}
async function healthApp(pool: Pool, dir: string, unconnectedQueues: string[] = []) {
  const own = await makeApp(config(), makeRequestLimits(1_000))
  const files = await makeFileStore({ dataDir: dir, filesUrl: undefined })
  healthRoutes(own, { pool, config: { ...config(), dataDir: dir }, files, unconnectedQueues })
  return own
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
  const answer = await health(database.db, { dir: join(dataDir, 'index.html') })
  await database.close()
  expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: 'up', files: 'down' }])
})

describe('ready', () => {
  const path = '/health/ready'
  const allUp = { ok: true, database: 'up', migrations: 'up', jobs: 'up', disk: 'up', files: 'up' }
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    const late = { name: 'late', payload: z.unknown(), retries: 0, seconds: 60 }
    const jobs = await startJobs(database, [late], () => {}, false)
    await jobs.stop()
  })
  afterAll(() => database.close())

  test('is 200 while everything works, also if jobs are late', async () => {
    const answer = await health(database.db, { path })
    expect([answer.statusCode, answer.json()]).toEqual([200, allUp])

    await sql`insert into pgboss.job (name, start_after) values ('late', now() - interval '16 minutes')`.execute(
      database.db,
    )
    const late = await health(database.db, { path })
    expect([late.statusCode, late.json()]).toEqual([200, { ...allUp, jobs: 'late' }])
    const unconnected = await health(database.db, { path, unconnectedQueues: ['late'] })
    expect(unconnected.json()).toEqual(allUp)
  })

  test('is 503 from then on if the data folder is lost, although a new one is made in its place', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'laurel-lost-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const own = await healthApp(database.db, dir)
    onTestFinished(() => own.close())
    const ready = () => own.inject({ url: path, headers: { host: 'any.example' } })
    expect((await ready()).statusCode).toBe(200)
    rmSync(dir, { recursive: true })
    mkdirSync(dir)
    const lost = { ok: false, disk: 'down' }
    await vi.waitFor(async () => expect((await ready()).json()).toMatchObject(lost), 5_000)
  })

  test('is 503 and says which part is down, without a reason', async () => {
    const noDatabase = await health(down.db, { path })
    expect([noDatabase.statusCode, noDatabase.json()]).toEqual([
      503,
      { ...allUp, ok: false, database: 'down', migrations: 'down', jobs: 'down' },
    ])
    const noDisk = await health(database.db, { path, dir: join(dataDir, 'index.html') })
    expect([noDisk.statusCode, noDisk.json()]).toMatchObject([503, { disk: 'down', files: 'down' }])
  })

  test('is 503 on a database that lacks the last migration', async () => {
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      database.db,
    )
    const answer = await health(database.db, { path })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { migrations: 'down', database: 'up' }])
  })
})

test('a process that lost its database is alive', async () => {
  const answer = await health(down.db, { path: '/health/live' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
})
