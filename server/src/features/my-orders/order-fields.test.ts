import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { foundBy } from '../order-desk/orders-found.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const FIELDS = '/api/v1/company/order_fields/'

let admin: SignedIn
let dana: ReturnType<typeof customerSteps>
beforeEach(async () => {
  admin = await world.signIn()
  dana = customerSteps(admin)
})

const define = (name: string, more: Record<string, unknown> = {}) =>
  dana.ok('POST', FIELDS, { name, ...more })
const fill = (one: SignedIn, orderId: number, fields: Record<number, string>) =>
  one.call('PATCH', `/api/v1/orders/${orderId}/fields/`, {
    fields: Object.entries(fields).map(([id, value]) => ({ id: Number(id), value })),
  })
const missingOf = async (orderId: number): Promise<{ field: string; message: string }[]> =>
  (await dana.ok('GET', `/api/v1/order_summary/?order_id=${orderId}`)).missing

/** Joins the admin's company. */
async function colleague(role: string): Promise<SignedIn> {
  const one = await world.signIn()
  const { email } = (await one.call('GET', '/api/v1/actual_user/')).body
  const [{ link }] = await dana.ok('POST', '/api/v1/company/invitations/', { emails: [email], role })
  const token = link.split('/').at(-1)
  const { body } = await one.call('POST', `/api/v1/company_invitations/${token}/accept/`)
  return {
    ...one,
    call: (method, path, given, headers) =>
      one.call(method, path, given, { 'laurel-company': `${body.id}`, ...headers }),
  }
}

describe('a company’s fields', () => {
  test('are added, renamed, moved, and removed, and keep their ID', async () => {
    const campaign = await define('Campaign')
    const center = await define(' Cost center ', { required: true, values: ['4100', '4200', '4100'] })
    expect(center).toEqual({
      id: expect.any(Number),
      name: 'Cost center',
      required: true,
      values: ['4100', '4200'],
    })
    const moved = await dana.ok('PATCH', `${FIELDS}${center.id}/`, { name: 'GL code', position: 0 })
    expect(moved).toEqual({ ...center, name: 'GL code' })
    expect(await dana.ok('GET', FIELDS)).toEqual([moved, campaign])
    expect((await admin.call('DELETE', `${FIELDS}${campaign.id}/`)).status).toBe(204)
    expect((await admin.call('DELETE', `${FIELDS}${campaign.id}/`)).status).toBe(404)
    expect(await dana.ok('GET', FIELDS)).toMatchObject([{ name: 'GL code' }])
    const entries = await world.kit.pool
      .selectFrom('audit_entries')
      .select(['event', 'facts'])
      .where('event', 'like', 'company.field_%')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { event: 'company.field_added', facts: { name: 'Campaign' } },
      { event: 'company.field_added', facts: { name: 'Cost center' } },
      { event: 'company.field_changed', facts: { name_old: 'Cost center', name_new: 'GL code' } },
      { event: 'company.field_removed', facts: { name: 'Campaign' } },
    ])
  })

  test('have names of their own, and are ten at most', async () => {
    await define('Cost center')
    const again = await admin.call('POST', FIELDS, { name: 'cost  Center' })
    expect(again.body.errors).toMatchObject([
      { field: 'name', message: 'Your company already has a field “cost  Center”.' },
    ])
    for (let nth = 2; nth <= 10; nth += 1) await define(`Field ${nth}`)
    expect((await admin.call('POST', FIELDS, { name: 'Field 11' })).body.code).toBe('limit_exceeded')
  })

  test('are defined by admins only, and each company has its own', async () => {
    const field = await define('Cost center')
    const buyer = await colleague('buyer')
    expect((await buyer.call('GET', FIELDS)).body).toMatchObject([{ name: 'Cost center' }])
    for (const [method, path] of [
      ['POST', FIELDS],
      ['PATCH', `${FIELDS}${field.id}/`],
      ['DELETE', `${FIELDS}${field.id}/`],
    ] as const) {
      expect((await buyer.call(method, path, { name: 'Mine' })).body.code).toBe('not_allowed')
    }
    const stranger = await world.signIn()
    expect((await stranger.call('GET', FIELDS)).body).toEqual([])
    expect((await stranger.call('PATCH', `${FIELDS}${field.id}/`, { name: 'Mine' })).status).toBe(404)
    const id = await customerSteps(stranger).fillCart('bulk')
    expect((await fill(stranger, id, { [field.id]: 'x' })).body.errors).toMatchObject([
      { field: `fields.${field.id}`, message: 'Your company doesn’t ask for this anymore.' },
    ])
    expect((await fill(admin, id, { [field.id]: 'x' })).status).toBe(404)
  })
})

describe('an order of a company with fields', () => {
  test('needs the required ones, and takes only values that can be chosen', async () => {
    const center = await define('Cost center', { required: true, values: ['4100', '4200'] })
    await define('Campaign')
    const id = await dana.fillCart('bulk')
    const need = { field: `fields.${center.id}`, code: 'order_field_missing' }
    expect(await missingOf(id)).toEqual([{ ...need, message: 'Choose a value for “Cost center”.' }])
    const refused = await dana.pay(id, 'self_hosted_check')
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_field_missing', errors: [need] } })

    const wrong = await fill(admin, id, { [center.id]: '9' })
    expect(wrong.body.errors).toMatchObject([
      {
        field: `fields.${center.id}`,
        message: '“9” can’t be used for “Cost center” anymore. Choose another value.',
      },
    ])
    expect((await fill(admin, id, { [center.id]: '4200' })).body).toEqual([
      { id: center.id, name: 'Cost center', value: '4200' },
    ])
    expect(await missingOf(id)).toEqual([])
    // No longer offered since.
    await dana.ok('PATCH', `${FIELDS}${center.id}/`, { values: ['4100'] })
    const words = '“4200” can’t be used for “Cost center” anymore. Choose another value.'
    expect(await missingOf(id)).toEqual([{ ...need, message: words }])
    expect((await dana.pay(id, 'self_hosted_check')).body.code).toBe('order_field_missing')
    await fill(admin, id, { [center.id]: '4100' })
    expect((await dana.pay(id, 'self_hosted_check')).status).toBe(200)
    expect((await fill(admin, id, { [center.id]: '4100' })).body.code).toBe('order_is_frozen')
  })

  test('keeps the values with the names they had when it was paid', async () => {
    const center = await define('Cost center')
    const campaign = await define('Campaign')
    const gone = await define('Gone')
    const id = await dana.fillCart('bulk')
    await fill(admin, id, { [campaign.id]: 'Fall', [gone.id]: 'dropped', [center.id]: '4100' })
    await fill(admin, id, { [campaign.id]: 'Winter' })
    await dana.ok('PATCH', `${FIELDS}${center.id}/`, { name: 'GL code' })
    await admin.call('DELETE', `${FIELDS}${gone.id}/`)
    await dana.pay(id, 'self_hosted_check')
    const frozen = [
      { id: center.id, name: 'GL code', value: '4100' },
      { id: campaign.id, name: 'Campaign', value: 'Winter' },
    ]
    expect((await dana.order(id)).fields).toEqual(frozen)
    await dana.ok('PATCH', `${FIELDS}${center.id}/`, { name: 'Account' })
    await admin.call('DELETE', `${FIELDS}${campaign.id}/`)
    expect((await dana.order(id)).fields).toEqual(frozen)
    // The person's next cart offers them again, where they can be used still.
    const lastOf = async (one: SignedIn) =>
      (await one.call('GET', '/api/v1/order_summary/')).body.fields.map(
        (field: { last_value: string }) => field.last_value,
      )
    const account = {
      id: center.id,
      name: 'Account',
      required: false,
      values: [],
      value: '',
      last_value: '4100',
    }
    expect((await dana.ok('GET', '/api/v1/order_summary/')).fields).toEqual([account])
    expect((await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)).fields).toEqual([])
    expect(await lastOf(await colleague('buyer'))).toEqual([''])
    await dana.ok('PATCH', `${FIELDS}${center.id}/`, { values: ['4200'] })
    expect(await lastOf(admin)).toEqual([''])
  })

  test('can’t change them while its card payment is open', async () => {
    const center = await define('Cost center', { required: true })
    const id = await dana.fillCart('digital')
    await fill(admin, id, { [center.id]: '4100' })
    expect((await dana.pay(id)).status).toBe(200)
    expect((await fill(admin, id, { [center.id]: '4200' })).body.code).toBe('order_is_frozen')
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      fields: [{ name: 'Cost center', value: '4100' }],
    })
  })

  test('is found by them in the shop and the office, and exports show them', async () => {
    const center = await define('Cost center')
    const id = await dana.fillCart('bulk')
    const formula = `=SUM(1) for ${id}`
    await fill(admin, id, { [center.id]: formula })
    await dana.ok('POST', '/api/v1/payments/', {
      order_id: id,
      method_code: 'self_hosted_check',
      po_number: 'PO-77',
    })
    const { number } = await dana.order(id)

    const foundFor = async (one: SignedIn, search: string) => {
      const { body } = await one.call('GET', `/api/v1/orders/?search=${encodeURIComponent(search)}`)
      expect(body.results).toHaveLength(body.count)
      return body.results.map((order: { id: number }) => order.id)
    }
    const stranger = await world.signIn()
    for (const search of [`sum(1) for ${id}`, 'po-7', number]) {
      expect([search, await foundFor(admin, search)]).toEqual([search, [id]])
      expect(await foundFor(stranger, search)).toEqual([])
    }
    expect(await foundFor(admin, 'sum(2)')).toEqual([])

    const owner = await world.staff()
    const inOffice = await owner.call(
      'GET',
      `/api/v1/office/orders/?search=${encodeURIComponent(`sum(1) for ${id}`)}`,
    )
    expect(inOffice.body.results.map((order: { id: number }) => order.id)).toEqual([id])
    const { id: siteId } = await world.kit.sites.readByHost('localhost')
    const onLongSite = (search: string) =>
      inSite(world.kit.pool, siteId, async (db) => {
        const query = db.selectFrom('orders as o').select('o.id').where('o.site_id', '=', siteId)
        return (await query.where(foundBy(siteId, search, true)).execute()).map((row) => row.id)
      })
    expect(await onLongSite('=sum(1)')).toEqual([id])
    expect(await onLongSite('sum(1)')).toEqual([])

    const csv = await owner.call('GET', `/api/v1/office/orders/export/?search=${encodeURIComponent(formula)}`)
    expect(csv.body).toContain(`Cost center: ${formula}`)
  })

  test('is found by a cost center that is a number', async () => {
    const center = await define('Cost center')
    const id = await dana.fillCart('bulk')
    const value = `88${id}00`
    await fill(admin, id, { [center.id]: value })
    await dana.pay(id, 'self_hosted_check')
    const owner = await world.staff()
    const { body } = await owner.call('GET', `/api/v1/office/orders/?search=${value}`)
    expect(body.results.map((order: { id: number }) => order.id)).toEqual([id])
  })
})
