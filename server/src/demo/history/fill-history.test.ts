import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { inSite } from '../../database/in-site.ts'
import { checkChain } from '../../features/audit/audit.service.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { fillDemoHistory } from './fill-history.ts'

const DAYS = 70
const DAY_MS = 86_400_000
const today = new Date()
const start = new Date(today.getTime() - DAYS * DAY_MS)

let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'laurel-history-'))
beforeAll(async () => {
  database = await openTestDatabase()
  // No sandbox listens there.
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_HISTORY: '1',
    SANDBOX_PORT: '1',
    LOG_LEVEL: 'silent',
  })
  await fillDemoHistory(config, database, { today, days: DAYS })
}, 180_000)
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the demo’s past has orders in many states on both sites, and cards that arrived, bounced, and wait', async () => {
  const orders = await database.db.selectFrom('orders').select(['site_id', 'status']).execute()
  expect(new Set(orders.map(({ site_id }) => site_id)).size).toBe(2)
  expect(new Set(orders.map(({ status }) => status))).toContain('fulfilled')
  expect(new Set(orders.map(({ status }) => status)).size).toBeGreaterThan(2)
  const deliveries = await database.db.selectFrom('deliveries').select('status').execute()
  const states = new Set(deliveries.map(({ status }) => status))
  for (const state of ['claimed', 'sent', 'mailed', 'delivered']) expect(states).toContain(state)
})

test('nothing was created today, or after it was paid', async () => {
  const orders = await database.db
    .selectFrom('orders')
    .select(['created_at', 'placed_at', 'updated_at'])
    .execute()
  for (const { created_at, placed_at } of orders) {
    expect(created_at.getTime()).toBeGreaterThanOrEqual(start.getTime())
    expect(created_at.getTime()).toBeLessThanOrEqual(today.getTime())
    if (placed_at !== null) expect(placed_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime() - DAY_MS)
  }
  const months = new Set(orders.map(({ created_at }) => created_at.toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThan(1)
})

test('the demo’s books are balanced, and its audit log is intact', async () => {
  const sums = await database.db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.sum<string>('cents').as('sum'))
    .groupBy('site_id')
    .execute()
  expect(sums.map(({ sum }) => Number(sum))).toEqual(sums.map(() => 0))
  for (const { id } of await database.db.selectFrom('sites').select('id').execute()) {
    const part = await inSite(database.db, id, (db) => checkChain(db, id, 0, 100_000))
    expect(part.brokenId).toBeUndefined()
    expect(part.checked).toBeGreaterThan(10)
  }
})

test('a database with an organization isn’t changed', async () => {
  const count = () => database.db.selectFrom('orders').select('id').execute()
  const before = (await count()).length
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '1', SANDBOX_PORT: '1', LOG_LEVEL: 'silent' })
  await fillDemoHistory(config, database, { today, days: DAYS })
  expect(await count()).toHaveLength(before)
})
