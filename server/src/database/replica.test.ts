import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresNode, postgresPrograms, startPostgres } from '../testing/replicated-postgres.ts'
import { watchedPool } from '../testing/watched-pool.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { inSite } from './in-site.ts'
import { openDatabase } from './open-database.ts'
import { Replica } from './replica.ts'

const secret = { LAUREL_SECRET: randomUUID() }
const ADDRESSES = '/api/v1/registered_addresses/'
const ADDRESS = { name: 'Dana', address1: '1 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }

let postgres: Awaited<ReturnType<typeof startPostgres>>
let primary: PostgresNode
let standby: PostgresNode
let world: World
let other: World
let customer: SignedIn
/** What the replica was asked since the test began. */
let asked: string[] = []
const isRead = () => asked.some((text) => text.startsWith('begin read only'))

describe.skipIf(!postgresPrograms())('with a replica', () => {
  beforeAll(async () => {
    postgres = await startPostgres()
    primary = postgres.primary
    standby = await primary.makeStandby()
    world = await makeServer()
    other = await makeServer()
    customer = await world.signIn()
  })
  afterAll(async () => {
    await other?.close()
    await world?.close()
    postgres?.remove()
  })
  beforeEach(async () => {
    await standby.query('select pg_wal_replay_resume()')
    await readAgain()
    asked = []
  })

  async function makeServer(): Promise<World> {
    const database = await openDatabase({
      databaseUrl: primary.url,
      databaseReplicaUrl: standby.url,
      databasePool: 8,
      dataDir: '',
    })
    const replicaDb = watchedPool(database.replicaDb!, (text) => asked.push(text))
    return makeWorld(secret, { ...database, replicaDb, url: primary.url })
  }
  /** Both servers read the replica: one that was skipped is checked again, every second at most. */
  async function readAgain() {
    for (const server of [world, other]) {
      const isReadThere = async () => {
        asked = []
        await server.visit(customer.host, customer.token)('GET', ADDRESSES)
        return isRead()
      }
      await expect.poll(isReadThere, { timeout: 30_000 }).toBe(true)
    }
  }
  async function addAddress(): Promise<number> {
    const { status, body } = await customer.call('POST', ADDRESSES, ADDRESS)
    expect(status).toBe(200)
    return body.id
  }
  const idsAt = async (server: World) => {
    const { status, body } = await server.visit(customer.host, customer.token)('GET', ADDRESSES)
    expect(status).toBe(200)
    return body.map(({ id }: { id: number }) => id)
  }

  const siteId = async () => (await world.kit.sites.readByHost(customer.host)).id

  test('a GET reads the replica, with what was written before', async () => {
    const id = await addAddress()
    expect(isRead()).toBe(false)
    expect(await idsAt(other)).toContain(id)
    expect(isRead()).toBe(true)
  })

  test('a downloaded file is read from it page by page', async () => {
    const { call } = await world.staff()
    const { status, body } = await call('GET', '/api/v1/office/orders/export/')
    expect([status, body]).toEqual([200, expect.stringContaining('Order')])
    expect(asked.some((text) => text.includes('from "orders"'))).toBe(true)
  })

  test('what a replica lacks is read from the primary, on every server', async () => {
    await standby.query('select pg_wal_replay_pause()')
    const id = await addAddress()
    // Work that awaits its query learns only that the transaction had failed before.
    const site = await siteId()
    const rows = await world.kit.replica!.share(() =>
      inSite(world.kit.pool, site, async (db) => {
        const found = await db.selectFrom('registered_addresses').select('id').where('id', '=', id).execute()
        return found
      }),
    )
    expect([rows, isRead()]).toEqual([[{ id }], true])
    expect(await idsAt(other)).toContain(id)

    asked = []
    for (const server of [world, other]) expect(await idsAt(server)).toContain(id)
    expect(asked).toEqual([])
  })

  test('a session that has just ended is refused, whether the replica knows or not', async () => {
    const dana = await world.signIn()
    const read = () => other.visit(dana.host, dana.token)('GET', ADDRESSES)
    // The first one looks the customer up, on the primary.
    await read()
    asked = []
    expect((await read()).status).toBe(200)
    expect(asked.some((text) => text.includes('session has ended'))).toBe(true)

    await standby.query('select pg_wal_replay_pause()')
    await sql`update identity.sessions set revoked_at = now() where sub::text = (
      select identity_subject from customers order by id desc limit 1)`.execute(world.kit.pool)
    expect((await read()).status).toBe(401)
    await standby.query('select pg_wal_replay_resume()')
    await readAgain()
    asked = []
    expect((await read()).status).toBe(401)
    expect(isRead()).toBe(true)
  })

  test('a replica 30 seconds behind is skipped', async () => {
    standby.stop('fast')
    standby.start({ recovery_min_apply_delay: '30s' })
    const id = await addAddress()
    for (const server of [world, other]) expect(await idsAt(server)).toContain(id)
    standby.stop('fast')
    standby.start()
  })

  test('a replica that dies is skipped until it is back', async () => {
    standby.stop('immediate')
    const id = await addAddress()
    for (const server of [world, other]) expect(await idsAt(server)).toContain(id)
    standby.start()
    await readAgain()
    expect(await idsAt(other)).toContain(id)
  })

  test('a read that loses its connection is repeated on the primary', async () => {
    const site = await siteId()
    let runs = 0
    const slugs = await world.kit.replica!.share(() =>
      inSite(world.kit.pool, site, async (db) => {
        runs += 1
        await db.selectFrom('sites').select('id').execute()
        if (runs === 1) {
          await standby.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'`,
          )
        }
        return db.selectFrom('sites').select('slug').where('id', '=', site).execute()
      }),
    )
    expect([runs, slugs]).toEqual([2, [{ slug: 'northwind' }]])
  })

  test('a read that conflicts with replication is repeated on the primary', async () => {
    standby.stop('fast')
    standby.start({ max_standby_streaming_delay: '0' })
    await readAgain()
    await primary.query('create table probe as select 1 as n; grant select on probe to laurel_app')
    const probe = sql<{ n: number }>`select n from probe`
    let runs = 0
    const { rows } = await world.kit.replica!.share(async () =>
      inSite(world.kit.pool, await siteId(), async (db) => {
        runs += 1
        await probe.execute(db)
        if (runs === 1) {
          await primary.query('truncate probe; insert into probe values (2)')
          await expect.poll(async () => (await standby.query('select n from probe')).rows).toEqual([{ n: 2 }])
        }
        return probe.execute(db)
      }),
    )
    expect([runs, rows]).toEqual([2, [{ n: 2 }]])
  })

  test('a GET that writes does so on the primary, once, and reads it afterwards', async () => {
    const { kit } = world
    const site = await siteId()
    const options = () =>
      inSite(kit.pool, site, (db) => db.selectFrom('heard_about_options').select('name').execute())
    const names = await kit.replica!.share(async () => {
      await options()
      await standby.query('select pg_wal_replay_pause()')
      await inSite(kit.pool, site, (db) =>
        db.insertInto('heard_about_options').values({ site_id: site, name: 'A replica' }).execute(),
      )
      return options()
    })
    expect(names.filter(({ name }) => name === 'A replica')).toHaveLength(1)
  })

  test('a read sees one site only', async () => {
    const { kit } = world
    const site = await siteId()
    const rows = await kit.replica!.share(() =>
      inSite(kit.pool, site, (db) => db.selectFrom('reward_infos').select('site_id').distinct().execute()),
    )
    expect(isRead()).toBe(true)
    expect(rows).toEqual([{ site_id: site }])
  })

  test('a replica of a former primary is not read, however much it has', async () => {
    const next = await primary.makeStandby()
    next.promote()
    await next.query(`update sites set name = 'After the failover' where slug = 'northwind'`)
    await primary.query('create table long as select generate_series(1, 100000)')
    await expect.poll(async () => (await standby.query('select from long')).rowCount).toBe(100_000)
    const opened = await openDatabase({ databaseUrl: next.url, databaseReplicaUrl: standby.url, dataDir: '' })
    const replica = new Replica(opened.db, opened.replicaDb!, () => {})
    const site = await siteId()
    const read = () =>
      replica.share(() =>
        inSite(opened.db, site, (db) =>
          db.selectFrom('sites').select('name').where('id', '=', site).executeTakeFirst(),
        ),
      )
    expect(await read()).toEqual({ name: 'After the failover' })
    await opened.close()
  })
})
