import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { QueueTables } from '../jobs/queue-tables.ts'
import { customerSteps, patient } from '../testing/ordering-world.ts'
import { type PostgresNode, postgresPrograms, startPostgres } from '../testing/replicated-postgres.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { addressesOf } from './database-addresses.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { openDatabase } from './open-database.ts'

const CUSTOMERS = 6
const ADDRESS = { name: 'Dana', address1: '1 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }

test.each([
  ['postgres://u:p@a:5432,b:5433/db?x=1', ['postgres://u:p@a:5432/db?x=1', 'postgres://u:p@b:5433/db?x=1']],
  ['postgres://a,b/db', ['postgres://a/db', 'postgres://b/db']],
  ['postgresql://u:a,b@[::1]:5432/db', ['postgresql://u:a,b@[::1]:5432/db']],
])('%s names its hosts', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['postgres://a:b,c:d/db', 'https://a,b/db', 'a'])('%s names no database', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL is wrong: expects postgres://')
})

describe.skipIf(!postgresPrograms())('when the primary moves', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let primary: PostgresNode
  let standby: PostgresNode
  let worlds: World[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    primary = postgres.primary
    standby = await primary.makeStandby()
    // A write is acknowledged once the standby has it too.
    await primary.query(`alter system set synchronous_standby_names = '*'`)
    await primary.query('select pg_reload_conf()')
    worlds = [await makeServer(), await makeServer()]
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
    postgres?.remove()
  })

  const hosts = (...nodes: PostgresNode[]) =>
    `postgres://postgres@${nodes.map(({ url }) => new URL(url).host).join(',')}/laurel`
  const secret = randomUUID()
  async function makeServer(): Promise<World> {
    const url = hosts(primary, standby)
    const database = await openDatabase({
      databaseUrl: url,
      databaseReplicaUrl: standby.url,
      databasePool: 8,
      dataDir: '',
    })
    return makeWorld({ LAUREL_SECRET: secret, WITHOUT_WORKER: '0' }, { ...database, url })
  }

  test('the host that takes writes is found', async () => {
    const { db, close } = await openDatabase({ databaseUrl: hosts(standby, primary), dataDir: '' })
    await sql`create table probe as select 1 as n`.execute(db)
    await close()
  })

  test('a server that takes no writes is unavailable, and its connection is replaced', async () => {
    const { db, close } = await openDatabase({ databaseUrl: standby.url, databasePool: 1, dataDir: '' })
    const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows
    const before = await pid()
    await expect(sql`delete from probe`.execute(db)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await pid()).not.toEqual(before)
    await close()
  })

  test('servers follow it, and no acknowledged write is lost or doubled', async () => {
    const counts = { calls: 0, refusals: 0 }
    const customers: SignedIn[] = []
    for (let i = 0; i < CUSTOMERS; i += 1) {
      const one = await worlds[0]!.signIn()
      customers.push({ ...one, call: worlds[i % 2]!.visit(one.host, one.token) })
    }
    let isOver = false
    /** One call after the other without a key. @returns those that were acknowledged */
    const writeOn = async (customer: SignedIn) => {
      const acknowledged: number[] = []
      while (!isOver) {
        const { status, body } = await customer.call('POST', '/api/v1/registered_addresses/', ADDRESS)
        if (status === 200) acknowledged.push(body.id)
        else expect(status).toBe(503)
        await delay(5)
      }
      return acknowledged
    }
    const writing = customers.map(writeOn)
    const placing = customers.map(async (customer) => {
      const steps = customerSteps(patient(customer, counts))
      const id = await steps.fillCart('bulk')
      expect((await steps.pay(id, 'self_hosted_check')).status).toBe(200)
      return id
    })
    while (counts.calls < 3 * CUSTOMERS) await delay(1)

    // Nothing more is sent to the standby, so writes are committed here and not acknowledged.
    const { rows } = await primary.query('select pid from pg_stat_replication')
    process.kill(rows[0].pid, 'SIGSTOP')
    const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`
    while (((await primary.query(waiting)).rowCount ?? 0) < 3) await delay(10)
    primary.stop('immediate')
    while (counts.refusals < CUSTOMERS) await delay(20)
    standby.promote()

    const orders = await Promise.all(placing)
    isOver = true
    const acknowledged = await Promise.all(writing)
    const { pool } = worlds[0]!.kit
    const payments = await pool
      .selectFrom('payments')
      .select('order_id')
      .where('order_id', 'in', orders)
      .execute()
    const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b)
    expect(ascending(payments.map(({ order_id }) => order_id))).toEqual(ascending(orders))
    for (const [i, customer] of customers.entries()) {
      const { body } = await customer.call('GET', '/api/v1/orders/')
      expect(body.results.map(({ id }: { id: number }) => id)).toEqual([orders[i]])
      const addresses = await customer.call('GET', '/api/v1/registered_addresses/')
      const ids = addresses.body.map(({ id }: { id: number }) => id)
      expect(ids).toEqual(expect.arrayContaining(acknowledged[i]!))
    }
  })

  test('jobs run on the new primary', async () => {
    const countDone = async () => {
      const done = worlds[0]!.kit.pool
        .withTables<QueueTables>()
        .selectFrom('pgboss.job')
        .select('id')
        .where('name', '=', 'accounts.chain')
        .where('state', '=', 'completed')
      return (await done.execute()).length
    }
    const before = await countDone()
    await worlds[1]!.signIn()
    await expect.poll(countDone, { timeout: 60_000 }).toBeGreaterThan(before)
  })

  test('a former primary that comes back is not written to', async () => {
    primary.start({ synchronous_standby_names: '' })
    standby.stop('fast')
    const visit = worlds[0]!.visit('localhost')
    const health = async () => (await visit('GET', '/health')).status
    await expect.poll(health, { timeout: 30_000 }).toBe(503)
    const insert = sql`insert into probe values (2)`.execute(worlds[0]!.kit.pool)
    await expect(insert).rejects.toBeInstanceOf(DatabaseUnavailable)

    standby.start()
    await expect.poll(health, { timeout: 30_000 }).toBe(200)
    expect((await primary.query('select from probe')).rowCount).toBe(1)
  })
})
