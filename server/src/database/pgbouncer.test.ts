import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QueueTables } from '../jobs/queue-tables.ts'
import { customerSteps, patient } from '../testing/ordering-world.ts'
import { isPgBouncerInstalled, startPgBouncer } from '../testing/pgbouncer.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { openDatabase } from './open-database.ts'

/** Fewer than the server opens to it. */
const POOL_SIZE = 3
const CUSTOMERS = 5

let direct: TestDatabase
let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
let world: World

describe.skipIf(!process.env.TEST_DATABASE_URL || !isPgBouncerInstalled())('behind PgBouncer', () => {
  beforeAll(async () => {
    // Without tables, so that the migrations run through PgBouncer too.
    direct = await openTestDatabase({ withTables: false })
    bouncer = await startPgBouncer(direct.url!, POOL_SIZE)
    const database = await openDatabase({ databaseUrl: bouncer.url, databasePool: 8, dataDir: '' })
    world = await makeWorld({ WITHOUT_WORKER: '0' }, { ...database, url: bouncer.url })
  })
  afterAll(async () => {
    await world?.close()
    await bouncer?.remove()
    await direct?.close()
  })

  async function placeOrder(customer: SignedIn): Promise<number> {
    const steps = customerSteps(customer)
    const id = await steps.fillCart('bulk')
    const { status } = await steps.pay(id, 'self_hosted_check')
    expect(status).toBe(200)
    return id
  }
  async function expectOnePaymentEach(orders: number[]) {
    const payments = await direct.db
      .selectFrom('payments')
      .select('order_id')
      .where('order_id', 'in', orders)
      .execute()
    const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b)
    expect(ascending(payments.map(({ order_id }) => order_id))).toEqual(ascending(orders))
  }

  async function countDoneJobs() {
    const done = direct.db
      .withTables<QueueTables>()
      .selectFrom('pgboss.job')
      .select('id')
      .where('name', '=', 'accounts.chain')
      .where('state', '=', 'completed')
    return (await done.execute()).length
  }

  test('orders are placed and jobs run', async () => {
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => world.signIn()))
    const orders = await Promise.all(customers.map(placeOrder))
    await expectOnePaymentEach(orders)

    await expect.poll(countDoneJobs, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  test('no query leaves its name behind', async () => {
    const { rows } = await sql`select name from pg_prepared_statements`.execute(world.kit.pool)
    expect(rows).toEqual([])
  })

  test('a restart of PgBouncer answers 503, and loses and doubles nothing', async () => {
    const counts = { calls: 0, refusals: 0 }
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => world.signIn()))
    const placing = Promise.all(customers.map((customer) => placeOrder(patient(customer, counts))))
    // Each takes nine calls, so all are on their way.
    while (counts.calls < 3 * CUSTOMERS) await delay(1)
    await bouncer.stop()
    while (counts.refusals < CUSTOMERS) await delay(20)
    await bouncer.start()

    const orders = await placing
    await expectOnePaymentEach(orders)
    for (const [i, customer] of customers.entries()) {
      const { body } = await customer.call('GET', '/api/v1/orders/')
      expect(body.results.map(({ id }: { id: number }) => id)).toEqual([orders[i]])
    }

    const doneBefore = await countDoneJobs()
    await world.signIn()
    await expect.poll(countDoneJobs, { timeout: 60_000 }).toBeGreaterThan(doneBefore)
  })
})
