import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitStep, inSite, keptProgress } from '../database/in-site.ts'
import { atHome, join, makeCustomer } from '../testing/colleagues.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { makeOnce } from './idempotency.ts'

let world: World
let customer: SignedIn
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterAll(() => world.close())

const ADDRESS = { name: 'Dana', address1: '1 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }
const add = (key: string, body = ADDRESS) =>
  customer.call('POST', '/api/v1/registered_addresses/', body, { 'idempotency-key': key })
const count = async () => (await customer.call('GET', '/api/v1/registered_addresses/')).body.length

test('the same key and body has one effect and one answer', async () => {
  const first = await add('one')
  const again = await add('one')
  expect(first.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(await count()).toBe(1)
})

test('rejects the same key with another body', async () => {
  await add('two')
  const other = await add('two', { ...ADDRESS, zip: '45403' })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('rejects the same key for another company', async () => {
  const there = await join(world, await makeCustomer(world), 'admin')
  const home = await atHome(there)
  const team = (one: SignedIn) =>
    one.call('POST', '/api/v1/company/teams/', { name: 'Sales' }, { 'idempotency-key': 'team' })
  expect((await team(there)).status).toBe(200)
  expect((await team(home)).body.code).toBe('idempotency_key_reused')
})

test('forgets a rejection: the corrected request can use the same key', async () => {
  expect((await add('three', { ...ADDRESS, zip: 'no' })).status).toBe(400)
  expect((await add('three')).status).toBe(200)
})

test('seals a remembered answer in the database', async () => {
  await add('sealed')
  const kept = await world.kit.pool
    .selectFrom('idempotency_keys')
    .select('body_sealed')
    .where('key', '=', 'sealed')
    .executeTakeFirstOrThrow()
  expect(kept.body_sealed).not.toMatch(/Dayton|Foundry/)
})

const request = (key: string) => ({ siteId, actor: 'customer:1', operation: 'x', key, payload: 1 })
const store = () => ({ pool: world.kit.pool, sealKey: world.kit.keys.dataSeal })
const addAmount = (value_cents: number) =>
  inSite(world.kit.pool, siteId, async (db) => {
    await db.insertInto('predefined_amounts').values({ site_id: siteId, value_cents }).execute()
  })
const amounts = async (values: number[]) => {
  const rows = await world.kit.pool
    .selectFrom('predefined_amounts')
    .select('value_cents')
    .where('value_cents', 'in', values)
    .orderBy('value_cents')
    .execute()
  return rows.map((row) => row.value_cents)
}
const keyRow = (key: string) =>
  world.kit.pool.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()

test('rejects a second request while the first still runs; many at once have one effect', async () => {
  const once = makeOnce(store())
  const hold = Promise.withResolvers<void>()
  const run = async () => {
    await hold.promise
    await addAmount(70_001)
    return { status: 200, body: { done: true } }
  }
  const first = once(request('busy'), run)
  const others = await Promise.allSettled(Array.from({ length: 20 }, () => once(request('busy'), run)))
  for (const other of others) {
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_key_in_use' } })
    expect((other as PromiseRejectedResult).reason).toBeInstanceOf(Refusal)
  }
  hold.resolve()
  expect(await first).toEqual({ status: 200, body: { done: true } })
  expect(await once(request('busy'), run)).toEqual({ status: 200, body: { done: true } })
  expect(await amounts([70_001])).toEqual([70_001])
})

test('commits an effect with its answer: a later fault undoes the whole request', async () => {
  const once = makeOnce(store())
  const run = async () => {
    await addAmount(70_011)
    await addAmount(70_012)
    throw new Error('the server fails here')
  }
  await expect(once(request('fault'), run)).rejects.toThrow('the server fails here')
  expect(await amounts([70_011, 70_012])).toEqual([])
  expect(await keyRow('fault')).toBeUndefined()

  await once(request('fault'), async () => {
    await addAmount(70_011)
    return { status: 200, body: null }
  })
  expect(await amounts([70_011, 70_012])).toEqual([70_011])
})

test('undoes a rejected part on its own, and commits the rest', async () => {
  const answer = await makeOnce(store())(request('parts'), async () => {
    await addAmount(70_021)
    const failed = await inSite(world.kit.pool, siteId, async (db) => {
      await db.insertInto('predefined_amounts').values({ site_id: siteId, value_cents: 70_022 }).execute()
      await db
        .insertInto('predefined_amounts')
        .values({ site_id: siteId, value_cents: null as never })
        .execute()
    }).catch(() => 'failed')
    await addAmount(70_023)
    return { status: 200, body: failed }
  })
  expect(answer.body).toBe('failed')
  expect(await amounts([70_021, 70_022, 70_023])).toEqual([70_021, 70_023])
})

describe('a request in several steps', () => {
  const steps = (values: number[], failAt?: number) => async () => {
    const progress = keptProgress<{ done: number }>() ?? { done: 0 }
    for (const value of values.slice(progress.done)) {
      await addAmount(value)
      if (value === failAt) throw new Error('the server fails here')
      progress.done += 1
      await commitStep(progress)
    }
    return { status: 200, body: progress }
  }

  test('continues after the last committed step, at another server as well', async () => {
    const values = [70_031, 70_032, 70_033]
    await expect(makeOnce(store())(request('steps'), steps(values, 70_032))).rejects.toThrow('fails here')
    expect(await amounts(values)).toEqual([70_031])
    expect((await makeOnce(store())(request('steps'), steps(values))).body).toEqual({ done: 3 })
    expect(await amounts(values)).toEqual(values)
  })

  test('is finished by one of two servers, and the other learns that the key is in use', async () => {
    const values = [70_041, 70_042, 70_043]
    const paused = Promise.withResolvers<void>()
    const isAtPause = Promise.withResolvers<void>()
    const slow = makeOnce(store())(request('two'), async () => {
      await addAmount(70_041)
      await commitStep({ done: 1 })
      isAtPause.resolve()
      await paused.promise
      await addAmount(70_044)
      return { status: 200, body: null }
    })
    await isAtPause.promise
    await makeOnce(store())(request('two'), steps(values))
    paused.resolve()
    await expect(slow).rejects.toMatchObject({ code: 'idempotency_key_in_use' })
    expect(await amounts([...values, 70_044])).toEqual(values)
  })

  test('forgets its key when it is rejected after a step', async () => {
    const run = async () => {
      await addAmount(70_051)
      await commitStep({ done: 1 })
      throw new Refusal('limit_exceeded', { limit: 1 })
    }
    await expect(makeOnce(store())(request('refused'), run)).rejects.toMatchObject({ code: 'limit_exceeded' })
    expect(await keyRow('refused')).toBeUndefined()
  })
})

test('waiting for a network in an open transaction is a fault', async () => {
  const run = async () => {
    await addAmount(70_061)
    await world.kit.pool.selectFrom('sites').select('id').execute()
    return { status: 200, body: null }
  }
  await expect(makeOnce(store())(request('open'), run)).rejects.toThrow('still open')
})
