import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as yauzl from 'yauzl'
import { type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const DOCUMENTS = '/api/v1/files/documents/'

let world: World
let admin: Colleague
let buyer: Colleague
let paid: { id: number; number: string }
let waiting: { id: number; number: string }
beforeAll(async () => {
  world = await makeWorld()
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
  const steps = customerSteps(buyer)
  for (const amount of ['paid', 'waiting']) {
    const id = await steps.fillCart('digital')
    await steps.pay(id, 'self_hosted_check')
    const { number, total_cents, payments } = await steps.order(id)
    if (amount === 'waiting') waiting = { id, number }
    else {
      paid = { id, number }
      const staff = await world.staff()
      const { reference } = payments[0].remittance
      const received = { amount_cents: total_cents, method_code: 'self_hosted_check', reference }
      const received_on = new Date().toISOString().slice(0, 10)
      const answer = await staff.call('POST', '/api/v1/office/received_payments/', {
        ...received,
        received_on,
      })
      expect(answer.status).toBe(200)
    }
  }
}, 60_000)
afterAll(() => world.close())

const list = async (one: Colleague, query = '') => (await one.call('GET', `${DOCUMENTS}${query}`)).body
const types = async (one: Colleague, query = '') =>
  (await list(one, query)).results.map(({ order_id, type }: { order_id: number; type: string }) => [
    order_id,
    type,
  ])

test('documents are those of the orders that a person sees', async () => {
  const all = [
    [waiting.id, 'invoice'],
    [waiting.id, 'slip'],
    [paid.id, 'invoice'],
    [paid.id, 'receipt'],
  ]
  expect(await types(buyer)).toEqual(all)
  expect(await types(admin)).toEqual(all)
  expect(await types(await makeCustomer(world))).toEqual([])
  expect(await types(await makeCustomer(world, 'acorn'))).toEqual([])
  const { count, next, results } = await list(buyer, '?page_size=1')
  expect([count, next]).toEqual([2, '/api/v1/files/documents/?page=2&page_size=1'])
  expect(results[1]).toMatchObject({
    name: `Remittance-slip-${waiting.number}.pdf`,
    order_number: waiting.number,
    url: `/api/v1/orders/${waiting.id}/remittance_slip/`,
  })
  for (const { url } of (await list(buyer)).results) expect((await buyer.call('GET', url)).status).toBe(200)
})

test('they are found by number and year', async () => {
  expect(await types(buyer, `?search=${paid.number.slice(-4)}`)).toContainEqual([paid.id, 'receipt'])
  expect(await types(buyer, '?search=zzz')).toEqual([])
  const year = new Date().getFullYear()
  expect((await list(buyer, `?year=${year}`)).count).toBe(2)
  expect((await list(buyer, `?year=${year - 3}`)).count).toBe(0)
})

test('those of a period are one ZIP', async () => {
  const get = (one: Colleague, query: string) =>
    world.app.inject({
      url: `${DOCUMENTS}archive/?${query}`,
      headers: { host: one.host, authorization: `Bearer ${one.token}` },
    })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const whole = `from=${day(-2)}&to=${day(2)}`
  const { headers, rawPayload } = await get(admin, whole)
  expect(headers['content-type']).toBe('application/zip')
  const zip = await yauzl.fromBufferPromise(rawPayload, { lazyEntries: true, autoClose: false })
  const found: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString('latin1', 0, 5)
  }
  expect(found).toEqual({
    [`Invoice-${waiting.number}.pdf`]: '%PDF-',
    [`Remittance-slip-${waiting.number}.pdf`]: '%PDF-',
    [`Invoice-${paid.number}.pdf`]: '%PDF-',
    [`Receipt-${paid.number}.pdf`]: '%PDF-',
  })
  expect((await get(admin, `from=${day(-9)}&to=${day(-8)}`)).statusCode).toBe(404)
  expect((await get(await makeCustomer(world), whole)).statusCode).toBe(404)
  expect((await get(admin, 'from=yesterday&to=today')).statusCode).toBe(400)
})
