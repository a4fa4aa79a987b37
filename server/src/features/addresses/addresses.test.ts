import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { MAX_ADDRESSES } from './addresses.service.ts'

const PATH = '/api/v1/registered_addresses/'
const OFFICE = {
  label: 'Office',
  name: 'Dana Whitlock',
  company: 'Halden Tools',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}
let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const newcomer = () => world.signIn({ registered: false })
const add = async (who: SignedIn, change: Record<string, unknown> = {}) =>
  (await who.call('POST', PATH, { ...OFFICE, ...change })).body
/** Labels as listed, the default marked. */
const book = async (who: SignedIn): Promise<string[]> =>
  (await who.call('GET', PATH)).body.map((one: { label: string; is_default: boolean }) =>
    one.is_default ? `*${one.label}` : one.label,
  )

describe('the address book', () => {
  it('leaves a cart without an address when its address is removed', async () => {
    const who = await world.signIn()
    const dana = customerSteps(who)
    const id = await dana.fillCart('bulk')
    const chosen = (await dana.order(id)).bulk_address
    expect(chosen).toMatchObject({ id: expect.any(Number) })
    expect((await who.call('DELETE', `${PATH}${chosen.id}/`)).status).toBe(204)
    expect((await dana.order(id)).bulk_address).toBeNull()
  })

  it('makes the first address the default, requested or not', async () => {
    const who = await newcomer()
    expect(await add(who)).toMatchObject({ label: 'Office', is_default: true })
    expect(await add(who, { label: 'Dock' })).toMatchObject({ is_default: false })
    expect(await book(who)).toEqual(['*Office', 'Dock'])
  })

  it('has one default, which moves to the address chosen last', async () => {
    const who = await newcomer()
    await add(who, { label: 'A' })
    const b = await add(who, { label: 'B', is_default: true })
    expect(await book(who)).toEqual(['*B', 'A'])

    const a = (await who.call('GET', PATH)).body[1]
    await who.call('PUT', `${PATH}${a.id}/`, { ...OFFICE, label: 'A', is_default: true })
    expect(await book(who)).toEqual(['*A', 'B'])
    expect((await who.call('GET', `${PATH}${b.id}/`)).body.is_default).toBe(false)
  })

  it('keeps its default when that address is replaced without mentioning it', async () => {
    const who = await newcomer()
    const a = await add(who, { label: 'A' })
    await add(who, { label: 'B' })
    await who.call('PUT', `${PATH}${a.id}/`, { ...OFFICE, label: 'A2' })
    expect(await book(who)).toEqual(['*A2', 'B'])
  })

  it('makes the newest the default when the default is removed', async () => {
    const who = await newcomer()
    const a = await add(who, { label: 'A' })
    await add(who, { label: 'B' })
    await add(who, { label: 'C' })
    expect((await who.call('DELETE', `${PATH}${a.id}/`)).status).toBe(204)
    expect(await book(who)).toEqual(['*C', 'B'])
  })

  it('keeps the default when another address is removed, and can be emptied', async () => {
    const who = await newcomer()
    const a = await add(who, { label: 'A' })
    const b = await add(who, { label: 'B' })
    await who.call('DELETE', `${PATH}${b.id}/`)
    expect(await book(who)).toEqual(['*A'])
    await who.call('DELETE', `${PATH}${a.id}/`)
    expect(await book(who)).toEqual([])
    expect((await who.call('DELETE', `${PATH}${a.id}/`)).status).toBe(404)
  })

  it('has one default even when two are made at once', async () => {
    const who = await newcomer()
    await Promise.all(['A', 'B', 'C'].map((label) => add(who, { label, is_default: true })))
    expect((await book(who)).filter((label) => label.startsWith('*'))).toHaveLength(1)
  })

  it('keeps addresses tidy', async () => {
    const who = await newcomer()
    const kept = await add(who, { name: ' Dana   Whitlock ', state: 'ma', zip: '2108' })
    expect(kept).toMatchObject({ name: 'Dana Whitlock', state: 'MA', zip: '02108' })
  })

  it.each([
    ['state', 'ZZ', 'Choose a state from the list.'],
    ['zip', '12', 'Enter a five-digit ZIP code.'],
    ['name', ' ', 'This field is required'],
    ['city', '', 'This field is required'],
  ])('rejects %s "%s" at its field', async (field, value, message) => {
    const who = await newcomer()
    const refused = await who.call('POST', PATH, { ...OFFICE, [field]: value })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field, message })])
    expect(await book(who)).toEqual([])
  })

  it(`holds ${MAX_ADDRESSES} addresses`, async () => {
    const who = await newcomer()
    const { id: customerId } = (await who.call('GET', '/api/v1/actual_user/')).body
    const { id: siteId } = await world.kit.sites.readByHost('localhost')
    const row = { ...OFFICE, site_id: siteId, customer_id: customerId }
    await world.kit.pool
      .insertInto('registered_addresses')
      .values(Array.from({ length: MAX_ADDRESSES - 1 }, () => row))
      .execute()
    expect((await who.call('POST', PATH, OFFICE)).status).toBe(200)
    const refused = await who.call('POST', PATH, OFFICE)
    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_exceeded' } })
    expect(refused.body.detail).toContain(String(MAX_ADDRESSES))
  })
})

describe('another customer’s address', () => {
  it.each(['GET', 'PUT', 'DELETE'])(
    'isn’t found for %s: another customer’s, another site’s',
    async (method) => {
      const who = await newcomer()
      const { id } = await add(who)
      const strangers = [await newcomer(), await world.signIn({ site: 'acorn', registered: false })]
      for (const stranger of strangers) {
        const answer = await stranger.call(method, `${PATH}${id}/`, method === 'PUT' ? OFFICE : undefined)
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      expect(await book(who)).toEqual(['*Office'])
    },
  )
})
