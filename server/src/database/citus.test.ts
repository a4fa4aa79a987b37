import { migrateIdentity } from '@laurel/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderMail } from '../features/mail/order-mail.jobs.ts'
import { makeCitusDatabase } from '../testing/citus.ts'
import { customerSteps } from '../testing/ordering-world.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { catalogOf, command, readTables } from './citus-catalog.ts'
import { distribute } from './distribute.ts'
import { inSite } from './in-site.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const { TEST_CITUS_URL } = process.env
const MINUTES = 60_000
const LAUREL_SECRET = 'the secret of the database on a cluster'

// Skipped without a cluster: TEST_CITUS_URL names its coordinator.
describe.skipIf(!TEST_CITUS_URL)('on a Citus cluster', { timeout: 3 * MINUTES }, () => {
  let citus: Awaited<ReturnType<typeof makeCitusDatabase>>
  let world: World
  const open = async () => ({
    ...(await openDatabase({ databaseUrl: citus.url, databasePool: 8, dataDir: '' })),
    url: citus.url,
  })
  const distributeNow = async () => {
    const database = await openDatabase({ databaseUrl: citus.url, databasePool: 1, dataDir: '' })
    return distribute(database.db, () => {}).finally(() => database.close())
  }

  beforeAll(async () => {
    citus = await makeCitusDatabase(TEST_CITUS_URL!)
    // Filled before it is distributed.
    const first = await makeWorld({ LAUREL_SECRET }, await open())
    await first.close()
  }, 3 * MINUTES)
  afterAll(async () => {
    await world?.close()
    await citus?.drop()
  })

  test('what is in the way is listed, and nothing is changed', async () => {
    const { db, close } = await openDatabase({ databaseUrl: citus.url, databasePool: 1, dataDir: '' })
    const catalog = catalogOf(db)
    const before = await readTables(catalog)
    await command(catalog, 'create unique index in_the_way on orders (id)')
    await expect(distribute(db, () => {})).rejects.toThrow(
      'orders: the unique index in_the_way lacks site_id.',
    )
    await command(catalog, 'drop index in_the_way')
    expect(await readTables(catalog)).toEqual(before)
    await close()
  })

  test('a database that is in use is refused', async () => {
    const { db, close } = await open()
    await sql`select`.execute(db)
    await expect(distributeNow()).rejects.toThrow('Stop all servers and workers first.')
    await close()
  })

  test('an interrupted run is continued, and a second one changes nothing', async () => {
    const { db, close } = await openDatabase({ databaseUrl: citus.url, databasePool: 1, dataDir: '' })
    const keys = async () => (await readTables(catalogOf(db))).map(({ foreignKeys }) => foreignKeys)
    const before = await keys()
    const stop = (step: string) => {
      if (step.startsWith('payments:')) throw new Error('killed')
    }
    await expect(distribute(db, stop)).rejects.toThrow('killed')
    expect((await distribute(db, () => {})).length).toBeGreaterThan(20)
    expect(await keys()).toEqual(before)
    expect(await distribute(db, () => {})).toEqual([])
    expect(await migrate(db)).toEqual([])
    expect(await migrateIdentity(db)).toEqual([])
    await close()
  })

  test('the shop runs on it: orders of every delivery type are placed and paid', async () => {
    world = await makeWorld({ LAUREL_SECRET }, await open())
    const customer = await world.signIn()
    const steps = customerSteps(customer)
    for (const type of ['bulk', 'direct', 'digital'] as const) {
      const id = await steps.fillCart(type)
      const { status } = await steps.pay(id, 'self_hosted_check')
      expect(status).toBe(200)
      expect((await steps.order(id)).total_cents).toBeGreaterThan(0)
    }
  })

  test('tables with a site are distributed by it; others are on every node or on the coordinator', async () => {
    const tables = await readTables(catalogOf(world.kit.pool))
    const kept = (where: string) => tables.filter((table) => table.kept === where)
    expect(kept('by site').every(({ hasSite }) => hasSite)).toBe(true)
    expect(kept('on every node').map(({ name }) => name)).toEqual(['organizations', 'sites'])
    expect(kept('on the coordinator').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'call_budgets',
        'card_numbers',
        'provider_transactions',
        'request_counts',
        'running_servers',
        'shared_locks',
      ]),
    )
  })

  test('a job and rows of a site are committed together, or neither is', async () => {
    const { pool, jobs } = world.kit
    const write = (cents: number, fails: boolean) =>
      inSite(pool, 1, async (db) => {
        await db.insertInto('predefined_amounts').values({ site_id: 1, value_cents: cents }).execute()
        await jobs.enqueue(db, orderMail.declined, { siteId: 1, orderId: cents })
        if (fails) throw new Error('not now')
      })
    const written = async (cents: number) => {
      const amounts = await pool
        .selectFrom('predefined_amounts')
        .select('id')
        .where('value_cents', '=', cents)
        .execute()
      const { rows } =
        await sql`select id from pgboss.job where data ->> 'orderId' = ${String(cents)}`.execute(pool)
      return [amounts.length, rows.length]
    }
    await expect(write(66_601, true)).rejects.toThrow('not now')
    expect(await written(66_601)).toEqual([0, 0])
    await write(66_602, false)
    expect(await written(66_602)).toEqual([1, 1])
  })

  test('without a site, no row can be read, and with one, only its own', async () => {
    const { pool } = world.kit
    const seen = await pool.transaction().execute(async (tx) => {
      await sql`set local role laurel_app`.execute(tx)
      return tx.selectFrom('rewards').select('id').execute()
    })
    expect(seen).toEqual([])
    const { rows } = await inSite(pool, 2, (db) =>
      sql<{ site_id: number }>`select distinct site_id from rewards`.execute(db),
    )
    expect(rows).toEqual([{ site_id: 2 }])
    const foreign = inSite(pool, 1, (db) =>
      db.insertInto('predefined_amounts').values({ site_id: 2, value_cents: 77 }).execute(),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
  })
})
