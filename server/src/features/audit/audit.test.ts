import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { type AuditEntry, findBrokenEntry, record } from './audit.service.ts'

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('acorn.localhost')).id
}, 60_000)
afterAll(() => world.close())

const entry = (event: string): AuditEntry => ({
  actor: 'staff:2',
  event,
  subject: 'order:7',
  facts: { to: 'approved', from: 'in_review', cents: 5 },
  at: new Date('2026-03-04T05:06:07.089Z'),
})
const brokenEntry = () => inSite(world.kit.pool, siteId, (db) => findBrokenEntry(db, siteId))

test('a changed entry and a removed one are both found', async () => {
  const { pool } = world.kit
  await Promise.all(
    ['one', 'two', 'three', 'four'].map((event) =>
      inSite(pool, siteId, async (db) => record(db, siteId, entry(event))),
    ),
  )
  expect(await brokenEntry()).toBeUndefined()
  const ids = (
    await pool.selectFrom('audit_entries').select('id').where('site_id', '=', siteId).orderBy('id').execute()
  ).map(({ id }) => id)

  await pool.updateTable('audit_entries').set({ actor: 'staff:3' }).where('id', '=', ids.at(-3)!).execute()
  expect(await brokenEntry()).toBe(ids.at(-3))
  await pool.updateTable('audit_entries').set({ actor: 'staff:2' }).where('id', '=', ids.at(-3)!).execute()
  expect(await brokenEntry()).toBeUndefined()

  await pool.deleteFrom('audit_entries').where('id', '=', ids.at(-2)!).execute()
  expect(await brokenEntry()).toBe(ids.at(-1))
})

test('nobody under the request’s role changes or removes an entry', async () => {
  const { pool } = world.kit
  await inSite(pool, siteId, async (db) => record(db, siteId, entry('kept')))
  await expect(
    inSite(pool, siteId, (db) => db.updateTable('audit_entries').set({ actor: 'nobody' }).execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(inSite(pool, siteId, (db) => db.deleteFrom('audit_entries').execute())).rejects.toThrow(
    /permission denied/,
  )
})
