import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { atHome, type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { closeCustomerHandler } from '../customers/close-customer.jobs.ts'

const BOOK = '/api/v1/registered_addresses/'
const LISTS = '/api/v1/recipient_lists/'
const PEOPLE = '/api/v1/company/people/'
const DOCK = { name: 'Joy Lee', address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }
const MAYA = { first_name: 'Maya', last_name: 'Okafor', email: 'maya@recipient.example' }

let world: World
let admin: Colleague
let buyer: Colleague
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const call = async (one: Colleague, ...asked: Parameters<Colleague['call']>) => {
  const { status, body } = await one.call(...asked)
  return { status, body, code: body?.code }
}
const addAddress = async (one: Colleague, more: object = {}) =>
  (await call(one, 'POST', BOOK, { ...DOCK, ...more })).body
const labels = async (one: Colleague) =>
  (await call(one, 'GET', BOOK)).body.map((each: { label: string }) => each.label)
const makeList = async (one: Colleague, name: string, more: object = { is_shared: true }) =>
  (await call(one, 'POST', LISTS, { name, ...more })).body
const listNames = async (one: Colleague) =>
  (await call(one, 'GET', LISTS)).body.map((each: { name: string }) => each.name)
const peopleOn = async (one: Colleague, listId: number) =>
  (await call(one, 'GET', `${LISTS}${listId}/people/`)).body
const remove = (one: Colleague) => admin.call('DELETE', `${PEOPLE}${one.id}/`)
/** What is known of people is up to a minute old. */
const aMinuteLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)

/** Closes an account, as the job does. */
async function close(one: Colleague) {
  const site = await world.kit.sites.readByHost('localhost')
  const { identity_subject: subject } = await inSite(world.kit.pool, site.id, (db) =>
    db.selectFrom('customers').select('identity_subject').where('id', '=', one.id).executeTakeFirstOrThrow(),
  )
  await closeCustomerHandler(world.kit).run({ siteId: site.id, subject } as never)
}

describe('an address', () => {
  test('is shared with colleagues, who see whose it is and ship to it', async () => {
    await addAddress(buyer, { label: 'Own' })
    const { id, shared } = await addAddress(buyer, { label: 'Dock', is_shared: true, is_default: true })
    expect(shared).toEqual({ by: 'Dana Whitlock', is_own: true, can_change: true })
    const [seen] = (await call(admin, 'GET', BOOK)).body
    expect(seen).toMatchObject({ id, label: 'Dock', is_default: false, shared: { is_own: false } })
    expect(await labels(buyer)).toEqual(['Dock', 'Own'])

    const steps = customerSteps(admin)
    await steps.addCards('bulk')
    const cart = await steps.cart()
    const path = `/api/v1/orders/${cart.id}/attach_address_to_bulk_items/`
    expect((await call(admin, 'POST', path, { registered_address_id: id })).body.bulk_address.id).toBe(id)

    await call(buyer, 'PUT', `${BOOK}${id}/`, { ...DOCK, label: 'Dock', is_shared: false })
    expect(await labels(admin)).toEqual([])
    expect((await steps.order(cart.id)).bulk_address).toBeNull()
    expect((await call(admin, 'POST', path, { registered_address_id: id })).code).toBe('not_found')
  })

  test('is changed and removed by the person who shared it and by admins', async () => {
    const other = await join(world, admin)
    const { id } = await addAddress(buyer, { is_shared: true })
    const path = `${BOOK}${id}/`
    expect((await call(other, 'PUT', path, DOCK)).code).toBe('not_allowed')
    expect((await call(other, 'DELETE', path)).code).toBe('not_allowed')
    const changed = await call(admin, 'PUT', path, { ...DOCK, label: 'Gate 2', is_default: true })
    expect(changed.body).toMatchObject({ label: 'Gate 2', is_default: false, shared: { can_change: true } })
    // The owner's default stays theirs.
    expect((await call(buyer, 'GET', path)).body).toMatchObject({ label: 'Gate 2', is_default: true })
    expect((await call(admin, 'DELETE', path)).status).toBe(204)
    expect(await labels(buyer)).toEqual([])
  })

  test('is shared only by those who can place orders', async () => {
    const viewer = await join(world, admin, 'viewer')
    const post = (more: object) => call(viewer, 'POST', BOOK, { ...DOCK, ...more })
    expect((await post({ is_shared: true })).code).toBe('not_allowed')
    const { id } = (await post({})).body
    expect((await call(viewer, 'PUT', `${BOOK}${id}/`, { ...DOCK, is_shared: true })).code).toBe(
      'not_allowed',
    )
    expect((await call(admin, 'GET', BOOK)).body).toEqual([])
  })
})

describe('a list', () => {
  test('is shared with its people, and can be put on a colleague’s card', async () => {
    const list = await makeList(buyer, 'Team', {})
    const { id: mayaId } = (await call(buyer, 'POST', `${LISTS}${list.id}/people/`, MAYA)).body
    await makeList(buyer, 'Private', {})
    expect(await listNames(admin)).toEqual([])
    const shared = await call(buyer, 'PATCH', `${LISTS}${list.id}/`, { is_shared: true })
    expect(shared.body).toMatchObject({ name: 'Team', shared: { is_own: true } })

    const other = await join(world, admin)
    expect((await call(other, 'GET', LISTS)).body).toMatchObject([
      { name: 'Team', people_count: 1, shared: { by: 'Dana Whitlock', is_own: false, can_change: false } },
    ])
    expect(await peopleOn(other, list.id)).toMatchObject({ results: [{ ...MAYA, list_ids: [] }] })
    const found = await call(other, 'GET', `${LISTS}${list.id}/people/?search=okaf`)
    expect(found.body.count).toBe(1)
    expect((await call(other, 'GET', `${LISTS}${list.id}/export/`)).body).toContain('Maya')
    const item = await customerSteps(other).addCards('digital', { draft: true })
    const added = await call(other, 'POST', `${LISTS}${list.id}/add_to_card_item/`, { card_item_id: item.id })
    expect(added.body).toEqual({ added_count: 1, skipped_count: 0 })

    for (const [method, path, body] of [
      ['PATCH', `${LISTS}${list.id}/`, { name: 'Mine' }],
      ['PATCH', `${LISTS}${list.id}/`, { is_shared: false }],
      ['DELETE', `${LISTS}${list.id}/`],
      ['POST', `${LISTS}${list.id}/people/`, MAYA],
      ['DELETE', `${LISTS}${list.id}/people/${mayaId}/`],
      ['PATCH', `/api/v1/saved_people/${mayaId}/`, { city: 'Dayton' }],
      ['POST', `/api/v1/card_items/${item.id}/save_recipients/`, { list_id: list.id }],
    ] as const) {
      expect([path, (await call(other, method, path, body)).code]).toEqual([path, 'not_allowed'])
    }
    expect((await call(other, 'DELETE', `/api/v1/saved_people/${mayaId}/`)).code).toBe('not_found')
  })

  test('is changed by an admin, in the address book of the person who shared it', async () => {
    const list = await makeList(buyer, 'Team')
    const people = `${LISTS}${list.id}/people/`
    const maya = (await call(admin, 'POST', people, MAYA)).body
    const renamed = await call(admin, 'PATCH', `/api/v1/saved_people/${maya.id}/`, { city: 'Dayton' })
    expect(renamed.body.city).toBe('Dayton')
    expect((await call(buyer, 'GET', '/api/v1/saved_people/')).body.count).toBe(1)
    expect((await call(admin, 'GET', '/api/v1/saved_people/')).body.count).toBe(0)

    // A person of the admin's own book is copied; one of the other's book is not to be seen by its number.
    const own = await makeList(admin, 'Own', {})
    const ana = (await call(admin, 'POST', `${LISTS}${own.id}/people/`, { first_name: 'Ana' })).body
    expect((await call(admin, 'POST', people, { person_id: ana.id })).body).toMatchObject({
      first_name: 'Ana',
    })
    const secret = await makeList(buyer, 'Private', {})
    const hidden = (await call(buyer, 'POST', `${LISTS}${secret.id}/people/`, { first_name: 'Ida' })).body
    expect((await call(admin, 'POST', people, { person_id: hidden.id })).code).toBe('not_found')
    expect((await call(admin, 'PATCH', `/api/v1/saved_people/${hidden.id}/`, { city: 'x' })).code).toBe(
      'not_found',
    )
    expect((await call(admin, 'DELETE', `${people}${maya.id}/`)).status).toBe(204)
    expect(await peopleOn(buyer, list.id)).toMatchObject({ count: 1 })
    await assertTallied(world.kit.pool)
  })

  test('has a name of its own among the company’s, and may be called like a private one', async () => {
    const taken = async (one: Colleague, body: object) =>
      (await call(one, 'POST', LISTS, { ...body })).body.errors?.[0].message
    await makeList(buyer, 'Team')
    const company = 'Your company already has a list with this name.'
    expect(await taken(admin, { name: 'TEAM', is_shared: true })).toBe(company)
    const { id } = await makeList(admin, 'Team', {})
    expect(await taken(admin, { name: 'team' })).toBe('You already have a list with this name.')
    const sharing = await call(admin, 'PATCH', `${LISTS}${id}/`, { is_shared: true })
    expect(sharing.body.errors).toMatchObject([{ field: 'name', code: 'taken', message: company }])
    expect(await listNames(admin)).toEqual(['Team', 'Team'])
  })
})

describe('what is shared', () => {
  test('is seen only in its company, also by the person who shared it', async () => {
    const address = await addAddress(buyer, { is_shared: true })
    const list = await makeList(buyer, 'Team')
    const { id: mayaId } = (await call(buyer, 'POST', `${LISTS}${list.id}/people/`, MAYA)).body
    const stranger = await makeCustomer(world)
    const elsewhere = await makeCustomer(world, 'acorn')
    for (const one of [stranger, elsewhere, await atHome(buyer)]) {
      expect((await call(one, 'GET', LISTS)).body).toEqual([])
      expect((await call(one, 'GET', BOOK)).body).toEqual([])
      for (const [method, path, body] of [
        ['GET', `${BOOK}${address.id}/`],
        ['PUT', `${BOOK}${address.id}/`, DOCK],
        ['DELETE', `${BOOK}${address.id}/`],
        ['GET', `${LISTS}${list.id}/people/`],
        ['GET', `${LISTS}${list.id}/export/`],
        ['PATCH', `${LISTS}${list.id}/`, { name: 'x' }],
        ['DELETE', `${LISTS}${list.id}/`],
        ['POST', `${LISTS}${list.id}/people/`, MAYA],
        ['DELETE', `${LISTS}${list.id}/people/${mayaId}/`],
      ] as const) {
        expect([method, path, (await call(one, method, path, body)).code]).toEqual([
          method,
          path,
          'not_found',
        ])
      }
    }
  })

  test.each(['removed', 'closed'] as const)('stays with the company when the person is %s', async (how) => {
    const dock = await addAddress(buyer, { label: 'Dock', is_shared: true })
    await addAddress(buyer, { label: 'Own' })
    const list = await makeList(buyer, 'Team')
    const secret = await makeList(buyer, 'Private', {})
    const home = await atHome(buyer)
    const people = `${LISTS}${list.id}/people/`
    const maya = (await call(buyer, 'POST', people, MAYA)).body
    await call(buyer, 'POST', people, { first_name: 'Only', last_name: 'Named' })
    await call(buyer, 'POST', `${LISTS}${secret.id}/people/`, { person_id: maya.id })
    // The admin has saved the same person, as she is now.
    const own = await makeList(admin, 'Own', {})
    await call(admin, 'POST', `${LISTS}${own.id}/people/`, { ...MAYA, city: 'Dayton' })

    if (how === 'removed') expect((await remove(buyer)).status).toBe(204)
    else await close(buyer)
    expect(await peopleOn(admin, list.id)).toMatchObject({
      count: 2,
      results: [{ last_name: 'Named' }, { last_name: 'Okafor', city: 'Dayton' }],
    })
    expect((await call(admin, 'GET', `${BOOK}${dock.id}/`)).body.shared).toMatchObject({ is_own: true })
    expect(await listNames(admin)).toEqual(['Own', 'Team'])
    await assertTallied(world.kit.pool)
    if (how === 'closed') return

    aMinuteLater()
    expect(await listNames(home)).toEqual(['Private'])
    expect(await peopleOn(home, secret.id)).toMatchObject({ count: 1, results: [MAYA] })
    expect((await call(home, 'GET', BOOK)).body).toMatchObject([{ label: 'Own', is_default: true }])
    expect((await call(buyer, 'GET', LISTS)).code).toBe('company_left')
  })

  test('can’t be added to by someone who was removed less than a minute ago', async () => {
    await remove(buyer)
    expect((await call(buyer, 'POST', BOOK, { ...DOCK, is_shared: true })).code).toBe('company_left')
    expect((await call(buyer, 'POST', LISTS, { name: 'Late', is_shared: true })).code).toBe('company_left')
  })
})

describe('“already got a card”', () => {
  const warned = async (one: Colleague) => {
    const item = await customerSteps(one).addCards('digital', { draft: true })
    const person = { card_item_id: item.id, ...MAYA }
    return (await call(one, 'POST', '/api/v1/card_recipient_details/', person)).body.problems
  }
  async function order(one: Colleague) {
    const steps = customerSteps(one)
    const item = await steps.addCards('digital', { draft: true })
    await steps.ok('POST', '/api/v1/card_recipient_details/', { card_item_id: item.id, ...MAYA })
    await steps.ok('POST', '/api/v1/add_to_cart/', { card_item_id: item.id })
    const { id } = await steps.cart()
    await steps.chooseDeliveries(id, ['digital'])
    await steps.pay(id, 'self_hosted_check')
    return (await steps.order(id)).number
  }

  test('looks at the company’s orders, for those who act for it', async () => {
    const number = await order(buyer)
    const message = `This person already got a card in order ${number}.`
    expect(await warned(admin)).toMatchObject([{ code: 'already_received', message }])
    expect(await warned(await makeCustomer(world))).toEqual([])
    const other = await join(world, admin)
    expect(await warned(other)).toMatchObject([{ message }])
    expect(await warned(await atHome(other))).toEqual([])
  })
})
