import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchedPool } from '../testing/watched-pool.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import type { Db, Pool } from './database.ts'
import { type Guard, guarded, makeGuards, withGuard } from './guards.ts'
import { inSite } from './in-site.ts'
import { endWith, siteTransaction } from './site-transaction.ts'

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterAll(() => world.close())

const refused = { code: 'sign_in_required' }
const refuse = () => new Refusal('sign_in_required')
const guardOf = (holds: boolean, pool: Pool = world.kit.pool): Guard =>
  makeGuards(pool, (given: { holds: boolean }) => sql<boolean>`${given.holds}::boolean`)({ holds }, refuse)
const addAmount = (db: Db, value_cents: number) =>
  db.insertInto('predefined_amounts').values({ site_id: siteId, value_cents }).execute()
const amounts = async () => {
  const rows = await inSite(world.kit.pool, siteId, (db) =>
    db.selectFrom('predefined_amounts').select('value_cents').execute(),
  )
  return rows.map(({ value_cents }) => value_cents)
}
/** A pool as of Citus, which needs `set local`. */
function distributedPool(): Pool {
  return watchedPool(world.kit.pool, () => {}, { needsSetLocal: true })
}

describe.each([
  ['in one query', () => world.kit.pool, 88_801],
  ['by set local', distributedPool, 88_800],
])('a transaction that sees its site %s', (_, poolOf, added) => {
  const work = <T>(holds: boolean, run: (db: Db) => Promise<T>) =>
    guarded(guardOf(holds), () => siteTransaction(poolOf(), siteId, run))

  test('does its work if the guard holds, and sees this site only', async () => {
    const seen = await work(true, async (db) => {
      await addAmount(db, added)
      const { rows } = await sql<{ role: string; site: string }>`
        select current_user::text as role, current_setting('app.site_id') as site`.execute(db)
      return rows[0]
    })
    expect(seen).toEqual({ role: 'laurel_app', site: String(siteId) })
    expect(await amounts()).toContain(added)
  })

  test('does nothing otherwise, even if all of it was sent in one packet', async () => {
    await expect(work(false, async (db) => endWith(() => addAmount(db, 88_802)))).rejects.toMatchObject(
      refused,
    )
    await expect(work(false, (db) => addAmount(db, 88_802))).rejects.toMatchObject(refused)
    await expect(work(false, async () => 'nothing')).rejects.toMatchObject(refused)
    expect(await amounts()).not.toContain(88_802)
  })

  test('refuses before the work can', async () => {
    const failing = work(false, async () => {
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toMatchObject(refused)
  })
})

test('is asked by what needs no transaction, and by no database at all', async () => {
  const read = () => world.kit.pool.selectFrom('sites').select('id').execute()
  await expect(guarded(guardOf(false), read)).rejects.toMatchObject(refused)
  await expect(guarded(guardOf(false), async () => 'from memory')).rejects.toMatchObject(refused)
  expect(await guarded(guardOf(true), read)).not.toEqual([])
})

// A cluster gets the site in a query of its own.
test.skipIf(process.env.TEST_CITUS_URL)('is asked before the first query, once', async () => {
  const seen: string[] = []
  const pool = watchedPool(world.kit.pool, (query) => seen.push(query))
  await guarded(guardOf(true, pool), async () => {
    for (const _ of [1, 2]) await inSite(pool, siteId, (db) => sql`select 7`.execute(db))
  })
  const names = seen.map((query) => (query.includes('session has ended') ? 'guard' : query.slice(0, 8)))
  expect(names).toEqual(['begin', 'guard', 'select 7', 'commit', 'begin', 'select s', 'select 7', 'commit'])
})

test('is asked again by a transaction that begins before it was answered', async () => {
  const guard = guardOf(false)
  const both = [88_803, 88_804].map((cents) =>
    withGuard(guard, () => inSite(world.kit.pool, siteId, (db) => addAmount(db, cents))),
  )
  const answers = await Promise.allSettled(both)
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await amounts()).not.toContain(88_804)
})

describe('A request whose session has ended', () => {
  let dana: SignedIn
  beforeAll(async () => {
    dana = await world.signIn()
    await dana.call('GET', '/api/v1/actual_user/')
    await sql`update identity.sessions set revoked_at = now() where sub::text in (
      select identity_subject from customers order by id desc limit 1)`.execute(world.kit.pool)
  })

  test.each([
    ['reads', 'GET', '/api/v1/orders/?status=cart'],
    ['reads from memory', 'GET', '/api/v1/us_states/'],
    ['writes', 'POST', '/api/v1/card_items/', {}],
    ['has a field that is wrong', 'PATCH', '/api/v1/card_items/1/', { quantity: 'many' }],
    ['has an address that is wrong', 'GET', '/api/v1/card_items/x/'],
    ['asks accounts', 'POST', '/api/v1/recovery_codes/'],
    ['has a key', 'POST', '/api/v1/payments/', { order_id: 1, method_code: 'self_hosted_check' }, 'a-key'],
  ])('that %s is refused', async (_, method, path, body?: object, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await dana.call(method, path, { ...body }, headers)
    expect([answer.status, answer.body.code]).toEqual([401, 'sign_in_required'])
  })
})
