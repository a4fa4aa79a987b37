import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import type { Db } from './database.ts'
import { DatabaseUnavailable, outageOr } from './database-unavailable.ts'
import { inSite } from './in-site.ts'
import { beforeCommit, endWith, inOrder, sendAhead, siteTransaction } from './site-transaction.ts'

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterAll(() => world.close())

const work = <T>(run: (db: Db) => Promise<T>) => inSite(world.kit.pool, siteId, run)
const addAmount = (db: Db, value_cents: number) =>
  db.insertInto('predefined_amounts').values({ site_id: siteId, value_cents }).execute()
const amounts = () =>
  work(async (db) => {
    const rows = await db.selectFrom('predefined_amounts').select('value_cents').execute()
    return rows.map(({ value_cents }) => value_cents)
  })
const one = (db: Db) => sql`select 1`.execute(db)

test('answers concurrent queries in their order', async () => {
  const answers = await work((db) =>
    Promise.all([7, 8, 9].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db))),
  )
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([7, 8, 9])
})

// Fails loudly if a new version of the driver writes to its socket in another way.
test.skipIf(!process.env.TEST_DATABASE_URL)('sends concurrent queries in one write', async () => {
  const single = vi.spyOn(Socket.prototype, '_write')
  const gathered = vi.spyOn(Socket.prototype, '_writev')
  await work(async (db) => {
    await Promise.all([one(db), one(db)])
    single.mockClear()
    gathered.mockClear()
    await Promise.all([one(db), one(db), one(db)])
    expect([single.mock.calls.length, gathered.mock.calls.length]).toEqual([0, 1])
  })
  vi.restoreAllMocks()
})

test('limits even the first query to the site', async () => {
  const { rows } = await work((db) =>
    sql<{ role: string; site: string }>`
      select current_user::text as role, current_setting('app.site_id') as site, ${1}::int`.execute(db),
  )
  expect(rows[0]).toMatchObject({ role: 'laurel_app', site: String(siteId) })
})

test('a conflict between transactions is an outage: the request can be sent again', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  expect(outageOr(deadlock)).toMatchObject({ statusCode: 503, message: 'deadlock detected' })
  expect(outageOr(Object.assign(new Error('duplicate key'), { code: '23505' }))).not.toHaveProperty(
    'statusCode',
  )
})

test('returns to the owner after the transaction', async () => {
  await work(one)
  const { rows } = await sql<{ role: string; site: string | null }>`
    select current_user::text as role, nullif(current_setting('app.site_id', true), '') as site`.execute(
    world.kit.pool,
  )
  expect(rows[0]?.role).not.toBe('laurel_app')
  expect(rows[0]?.site).toBeNull()
})

test('rolls back everything after a throw', async () => {
  const failing = work((db) =>
    Promise.all([addAmount(db, 77_701), Promise.reject(new Error('changed my mind')), addAmount(db, 77_702)]),
  )
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await amounts()).not.toContain(77_701)
  expect(await amounts()).not.toContain(77_702)
})

test('rolls back after a failed query, even if its error was caught', async () => {
  const forgiving = work(async (db) => {
    await addAmount(db, 77_703)
    await sql`select * from nowhere`.execute(db).catch(() => {})
  })
  await expect(forgiving).rejects.toThrow(/nowhere/)
  expect(await amounts()).not.toContain(77_703)
})

test('accepts no query after the end', async () => {
  let left: Db | undefined
  await work(async (db) => {
    left = db
  })
  await expect(one(left!)).rejects.toThrow('The transaction is over')
  await work(async (db) => {
    left = db
    throw new Error('on purpose')
  }).catch(() => {})
  await expect(one(left!)).rejects.toThrow('The transaction is over')
})

test('waits for queries that were not awaited', async () => {
  await work(async (db) => {
    void addAmount(db, 77_704)
  })
  expect(await amounts()).toContain(77_704)
})

test('runs hooks before the commit, which fails with them', async () => {
  const order: string[] = []
  await work(async (db) => {
    beforeCommit(db, async () => {
      await one(db)
      order.push('last')
    })
    await one(db)
    order.push('work')
  })
  expect(order).toEqual(['work', 'last'])

  const failing = work(async (db) => {
    beforeCommit(db, () => Promise.reject(new Error('no audit entry, no order')))
    await addAmount(db, 77_705)
  })
  await expect(failing).rejects.toThrow('no audit entry')
  expect(await amounts()).not.toContain(77_705)
})

test.skipIf(!process.env.TEST_DATABASE_URL)('commits in the packet of the last queries', async () => {
  const single = vi.spyOn(Socket.prototype, '_write')
  const gathered = vi.spyOn(Socket.prototype, '_writev')
  await work(async (db) => {
    await one(db)
    single.mockClear()
    gathered.mockClear()
    return endWith(() => addAmount(db, 77_710))
  })
  expect([single.mock.calls.length, gathered.mock.calls.length]).toEqual([0, 1])
  vi.restoreAllMocks()
  expect(await amounts()).toContain(77_710)
})

test('an ending is part of its transaction', async () => {
  await expect(
    work(async (db) => {
      await addAmount(db, 77_711)
      return endWith(() => sql`select * from nowhere`.execute(db))
    }),
  ).rejects.toThrow(/nowhere/)
  await expect(
    work(async (db) => {
      await addAmount(db, 77_711)
      return endWith(async () => {
        throw new Error('before its query')
      })
    }),
  ).rejects.toThrow('before its query')
  expect(await amounts()).not.toContain(77_711)
})

test('an ending asks nothing after its results', async () => {
  const asking = work(async (db) =>
    endWith(async () => {
      await one(db)
      await one(db)
    }),
  )
  await expect(asking).rejects.toThrow('The transaction is over')
})

test('hooks send behind an ending’s queries without waiting, and can end the transaction', async () => {
  const order: string[] = []
  const answer = await work(async (db) => {
    beforeCommit(db, async () => {
      order.push('hook')
      const found = await db.selectFrom('predefined_amounts').select('value_cents').execute()
      expect(found).toContainEqual({ value_cents: 77_716 })
      return endWith(() => addAmount(db, 77_712))
    })
    return endWith(async () => {
      await addAmount(db, 77_716)
      order.push('ending')
      return 7
    })
  })
  expect([answer, order]).toEqual([7, ['hook', 'ending']])
  expect(await amounts()).toContain(77_712)
})

test('a failed ending undoes what hooks wrote', async () => {
  const failing = work(async (db) => {
    beforeCommit(db, () => addAmount(db, 77_717))
    return endWith(() => sql`select * from nowhere`.execute(db))
  })
  await expect(failing).rejects.toThrow('does not exist')
  expect(await amounts()).not.toContain(77_717)
})

test('queries sent ahead or in order fail the transaction with their own error', async () => {
  const ahead = work(async (db) => {
    await addAmount(db, 77_718)
    sendAhead(sql`select * from nowhere`.execute(db))
    return one(db)
  })
  await expect(ahead).rejects.toThrow('does not exist')
  const inTurn = work((db) =>
    inOrder(sql`select * from nowhere`.execute(db), Promise.reject(new Error('it came too soon'))),
  )
  await expect(inTurn).rejects.toThrow('does not exist')
  expect(await amounts()).not.toContain(77_718)
})

test('an ending that adds a hook is rolled back: the hook would never run', async () => {
  const adding = work(async (db) => {
    await addAmount(db, 77_714)
    return endWith(async () => {
      beforeCommit(db, () => addAmount(db, 77_715))
      await one(db)
    })
  })
  await expect(adding).rejects.toThrow('The transaction is over')
  expect(await amounts()).not.toContain(77_714)
})

test('an ending in a part of a transaction doesn’t commit', async () => {
  const failing = siteTransaction(world.kit.pool, siteId, async (_, runPart) => {
    expect(await runPart(async (db) => endWith(() => addAmount(db, 77_713).then(() => 7)))).toBe(7)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await amounts()).not.toContain(77_713)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a lost connection fails its transaction, and nothing else',
  async () => {
    const failing = work(async (db) => {
      await addAmount(db, 77_706)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(world.kit.pool)
      await one(db)
    })
    await expect(failing).rejects.toThrow(DatabaseUnavailable)
    expect(await amounts()).not.toContain(77_706)
  },
)

test('fails once per connection after a table changed, not every time', async () => {
  // With a parameter, because only such queries are named.
  const read = () =>
    work((db) => db.selectFrom('heard_about_options').selectAll().where('site_id', '=', siteId).execute())
  for (let n = 0; n < 8; n++) await read()
  await sql`alter table heard_about_options add column later text`.execute(world.kit.pool)
  await read().catch(() => {})
  expect((await read()).length).toBeGreaterThan(0)
})
