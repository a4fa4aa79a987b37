import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { once } from './idempotency.ts'

let world: World
let customer: SignedIn
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
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

test('the same key with another body is refused', async () => {
  await add('two')
  const other = await add('two', { ...ADDRESS, zip: '45403' })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('a refusal is not remembered: the corrected request may use the same key', async () => {
  expect((await add('three', { ...ADDRESS, zip: 'no' })).status).toBe(400)
  expect((await add('three')).status).toBe(200)
})

test('a remembered answer is sealed in the database', async () => {
  await add('sealed')
  const kept = await world.kit.pool
    .selectFrom('idempotency_keys')
    .select('body_sealed')
    .where('key', '=', 'sealed')
    .executeTakeFirstOrThrow()
  expect(kept.body_sealed).not.toMatch(/Dayton|Foundry/)
})

test('while the first still runs, the second is told so; many at once have one effect', async () => {
  const request = { siteId: 1, actor: 'customer:1', operation: 'x', key: 'k', payload: 1 }
  const store = { pool: world.kit.pool, sealKey: world.kit.keys.dataSeal }
  let effects = 0
  const hold = Promise.withResolvers<void>()
  const run = async () => {
    effects += 1
    await hold.promise
    return { status: 200, body: { effects } }
  }
  const first = once(store, request, run)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const others = await Promise.allSettled(Array.from({ length: 20 }, () => once(store, request, run)))
  for (const other of others) {
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_key_in_use' } })
    expect((other as PromiseRejectedResult).reason).toBeInstanceOf(Refusal)
  }
  hold.resolve()
  expect(await first).toEqual({ status: 200, body: { effects: 1 } })
  expect(await once(store, request, run)).toEqual({ status: 200, body: { effects: 1 } })
  expect(effects).toBe(1)
})
