import { setTimeout } from 'node:timers/promises'
import { Refusal } from '@laurel/domain/refusal'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asOne, commitStep, inSite } from '../../database/in-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { KEYS, keySteps, PLACE, person, QUOTE } from '../../testing/key-world.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { announce } from '../webhooks/announce.ts'

let world: World
let programs: ReturnType<typeof keySteps>
let people: ReturnType<typeof companySteps>
beforeAll(async () => {
  world = await makeWorld()
  programs = keySteps(world)
  people = companySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const RULES = '/api/v1/company/approval_rules/'

/** A company with a key and money. */
async function company(cents = 1_000_000) {
  const admin = await people.person()
  const key = await programs.key(admin)
  if (cents > 0) await programs.topUp(admin, cents)
  const balance = async () =>
    (await admin.call('GET', '/api/v1/company/balance/')).body.balance_cents as number
  return { admin, key, balance, ok: customerSteps(admin).ok }
}

async function ordersOf(admin: Person): Promise<number> {
  return (await admin.call('GET', '/api/v1/orders/')).body.count
}

/** Changes a key in a transaction that ends later. */
function holdKey(id: number, change: { last_used_at: Date } | { revoked_at: Date }, over: Promise<void>) {
  const begun = Promise.withResolvers<void>()
  const hold = async () => {
    const { siteId } = await world.staff()
    await inSite(world.kit.pool, siteId, async (db) => {
      const changed = db.updateTable('company_api_keys').set(change).where('site_id', '=', siteId)
      await changed.where('id', '=', id).execute()
      begun.resolve()
      await over
    })
  }
  return { begun: begun.promise, done: hold() }
}

describe('placing', () => {
  test('a recipient can have a supported language only', async () => {
    const { admin, key } = await company()
    const people = [person(1), { ...person(2), language: 'es' }]
    const order = await programs.order(admin, people)
    const placed = await key.call('POST', PLACE, { ...order, external_id: 'in-spanish' })
    expect(placed.status).toBe(200)
    const { results } = (
      await admin.call('GET', `/api/v1/card_recipient_details/?card_item_id=${placed.body.card_items[0].id}`)
    ).body
    expect(results.map(({ language }: { language: string }) => language)).toEqual(['', 'es'])

    const other = await programs.order(admin, [{ ...person(1), language: 'fr' }])
    const refused = await key.call('POST', PLACE, { ...other, external_id: 'in-french' })
    expect(refused.body).toMatchObject({
      status: 400,
      errors: [{ field: 'items.0.recipients.0.language', message: 'Use en or es.' }],
    })
  })

  test('one call quotes, pays from the balance, and is read by its external ID', async () => {
    const { admin, key, balance } = await company()
    const order = await programs.order(admin, [person(1), person(2)], { po_number: 'PO 7' })
    const quoted = await key.call('POST', QUOTE, order)
    expect(quoted).toMatchObject({
      status: 200,
      body: { card_count: 2, approval: null, balance_cents: 1_000_000 },
    })
    expect(quoted.body.value.cents).toBe(10_000)
    // A quote leaves nothing.
    expect([await ordersOf(admin), await balance()]).toEqual([0, 1_000_000])

    const asked = { ...order, external_id: 'HR-1', quote: quoted.body.quote }
    const placed = await key.call('POST', PLACE, asked)
    expect(placed.status).toBe(200)
    const { id, number, total_cents, status } = placed.body
    expect(placed.body).toMatchObject({
      external_id: 'HR-1',
      po_number: 'PO 7',
      placed_by: 'API key “HR system”',
      is_own: true,
      approval: null,
      total_cents: quoted.body.total_cents,
    })
    expect(['in_review', 'approved']).toContain(status)
    expect(await balance()).toBe(1_000_000 - total_cents)

    const read = await key.call('GET', '/api/v1/orders/by_external_id/HR-1/')
    expect(read.body).toMatchObject({ id, number, external_id: 'HR-1' })
    const byId = await key.call('GET', `/api/v1/orders/${id}/`)
    expect(byId.body).toMatchObject({ id, external_id: 'HR-1' })
    const DELIVERIES = '/api/v1/orders/by_external_id/HR-1/deliveries/'
    expect(await key.call('GET', `${DELIVERIES}?page_size=1`)).toMatchObject({
      status: 200,
      body: { next: null },
    })
    const stranger = await company(0)
    expect((await stranger.key.call('GET', DELIVERIES)).status).toBe(404)
    // The company's people see it, too.
    const seen = await admin.call('GET', `/api/v1/orders/${id}/`)
    expect(seen.body).toMatchObject({ external_id: 'HR-1', placed_by: 'API key “HR system”', is_own: false })
    const { siteId } = await world.staff()
    const events = await inSite(world.kit.pool, siteId, (db) =>
      db.selectFrom('site_events').select(['type', 'data']).where('site_id', '=', siteId).execute(),
    )
    const told = events.filter(({ data }) => (data as { order_id?: number }).order_id === id)
    expect(told.find(({ type }) => type === 'order.placed')?.data).toMatchObject({ external_id: 'HR-1' })
  })

  test('the same request answers the same order, another body is refused', async () => {
    const { admin, key, balance } = await company()
    const asked = { ...(await programs.order(admin, [person(1)])), external_id: 'same' }
    const first = await key.call('POST', PLACE, asked)
    const left = await balance()
    const again = await key.call('POST', PLACE, asked)
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    const other = await key.call('POST', PLACE, { ...asked, po_number: 'other' })
    expect([other.status, other.body.code]).toEqual([409, 'external_id_used'])
    expect([await ordersOf(admin), await balance()]).toEqual([1, left])
  })

  test('the same request at once makes one order, also with two keys', async () => {
    const { admin, key, balance } = await company()
    const second = await programs.key(admin, { name: 'Payroll' })
    const asked = { ...(await programs.order(admin, [person(1)])), external_id: 'race' }
    const answers = await Promise.all([key, second, key, second].map((one) => one.call('POST', PLACE, asked)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await balance()).toBe(1_000_000 - answers[0]!.body.total_cents)
  })

  test('bulk cards go to an address that is entered once', async () => {
    const { admin, key, ok } = await company()
    const asked = await programs.order(admin, [])
    const [option] = await ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
    const ship_to = {
      name: 'Dana Whitlock',
      address1: '90 Foundry Road',
      city: 'Dayton',
      state: 'OH',
      zip: '45402',
    }
    const { recipients: _, ...item } = asked.items[0]!
    const bulk = {
      items: [{ ...item, reward_type: 'bulk', quantity: 3 }],
      deliveries: [{ reward_type: 'bulk', shipping_option_id: option.id }],
    }
    const none = await key.call('POST', QUOTE, bulk)
    expect(none).toMatchObject({
      status: 409,
      body: { code: 'address_missing', errors: [{ field: 'ship_to' }] },
    })
    const other = await key.call('POST', QUOTE, { ...bulk, deliveries: [] })
    expect(other.body.errors).toMatchObject([{ field: 'ship_to' }, { field: 'deliveries' }])
    const placed = await key.call('POST', PLACE, { ...bulk, ship_to, external_id: 'bulk' })
    expect(placed.body).toMatchObject({ card_count: 3, bulk_address: { city: 'Dayton' } })
    expect((await key.call('GET', '/api/v1/registered_addresses/')).body).toEqual([])
  })

  test('a saved design and a list of the company fill an order', async () => {
    const { admin, key, ok } = await company()
    const dana = customerSteps(admin)
    const draft = await dana.addCards('digital', { draft: true })
    const design = await ok('POST', '/api/v1/saved_designs/', { card_item_id: draft.id, name: 'Birthday' })
    const kept = { name: 'Team', is_shared: true }
    const { list } = await ok('POST', `/api/v1/card_items/${draft.id}/save_recipients/`, kept)
    expect((await key.call('GET', '/api/v1/saved_designs/')).body).toMatchObject([{ id: design.id }])
    expect((await key.call('GET', '/api/v1/recipient_lists/')).body).toMatchObject([{ id: list.id }])
    const { deliveries } = await programs.order(admin, [])
    const items = [{ saved_design_id: design.id, recipient_list_id: list.id, denomination_cents: 2_500 }]
    const placed = await key.call('POST', PLACE, { items, deliveries, external_id: 'list' })
    expect(placed.body.card_items).toMatchObject([{ recipient_count: 2, value_cents: 5_000 }])
    // The admin's own cart stays as it was.
    expect((await ok('GET', '/api/v1/card_items/')).map(({ id }: { id: number }) => id)).toEqual([draft.id])
  })
})

describe('what places nothing', () => {
  test('one broken person among a thousand, named by row and field', async () => {
    const { admin, key, balance } = await company(10_000_000)
    const all = Array.from({ length: 1_000 }, (_, nth) => person(nth))
    const broken = all.with(412, { ...person(412), email: 'ana412.recipient.example' })
    const refused = await key.call('POST', PLACE, {
      ...(await programs.order(admin, broken)),
      external_id: 'k',
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'card_items_need_attention' } })
    expect(refused.body.errors).toMatchObject([{ field: 'items.0.recipients.412.email' }])
    expect(refused.body.errors[0].message).toMatch(/^Recipient 413 of item 1: /)
    expect([await ordersOf(admin), await balance()]).toEqual([0, 10_000_000])
    const placed = await key.call('POST', PLACE, { ...(await programs.order(admin, all)), external_id: 'k' })
    expect(placed.body).toMatchObject({ card_count: 1_000 })
    const [item] = (await programs.order(admin, all)).items
    const other = { ...item, recipients: [person(1_000)] }
    const over = await programs.order(admin, [], { items: [item, other] })
    const many = await key.call('POST', QUOTE, over)
    expect(many).toMatchObject({ status: 400, body: { errors: [{ field: 'items' }] } })
  }, 60_000)

  test('a balance that is too low, a missing field of the company, a wrong delivery', async () => {
    const { admin, key, balance, ok } = await company(3_000)
    const order = await programs.order(admin, [person(1)])
    const low = await key.call('POST', PLACE, { ...order, external_id: 'a' })
    expect([low.status, low.body.code]).toEqual([409, 'balance_too_low'])
    const field = await ok('POST', '/api/v1/company/order_fields/', { name: 'Cost center', required: true })
    const missing = await key.call('POST', QUOTE, order)
    expect(missing).toMatchObject({ status: 409, body: { code: 'order_field_missing' } })
    expect(missing.body.errors).toMatchObject([{ field: `fields.${field.id}` }])
    const filled = { ...order, fields: [{ id: field.id, value: 'Sales' }] }
    expect((await key.call('POST', QUOTE, filled)).status).toBe(200)
    const wrong = await key.call('POST', QUOTE, {
      ...filled,
      deliveries: [{ reward_type: 'digital', shipping_option_id: 999_999 }],
    })
    expect(wrong.body.errors).toMatchObject([{ field: 'deliveries.0' }])
    expect([await ordersOf(admin), await balance()]).toEqual([0, 3_000])
    // Its external ID is free.
    await programs.topUp(admin, 100_000)
    expect((await key.call('POST', PLACE, { ...filled, external_id: 'a' })).status).toBe(200)
  })

  test('a quote from before the order or the rules changed', async () => {
    const { admin, key, ok } = await company()
    const other = await people.colleague(admin, 'admin')
    const order = await programs.order(admin, [person(1)])
    const { quote } = (await key.call('POST', QUOTE, order)).body
    const asked = { ...order, external_id: 'q', quote }
    const more = await key.call('POST', PLACE, { ...asked, po_number: 'more' })
    expect([more.status, more.body.code]).toEqual([409, 'quote_changed'])
    const steps = [{ ask: 'people', in: [other.id], escalation: null }]
    const rule = await ok('POST', RULES, { name: 'All orders', conditions: [], steps })
    const changed = await key.call('POST', PLACE, asked)
    expect([changed.status, changed.body.code]).toEqual([409, 'quote_changed'])
    await ok('DELETE', `${RULES}${rule.id}/`)
    expect((await key.call('POST', PLACE, asked)).status).toBe(200)
  })

  test('nonsense is refused with a problem', async () => {
    const { admin, key } = await company()
    const order = await programs.order(admin, [person(1)])
    const [item] = order.items
    const wrong = [
      {},
      { ...order, items: 'all' },
      { ...order, items: [] },
      { ...order, items: [null] },
      { ...order, items: [{}] },
      { ...order, items: [{ ...item, saved_design_id: 999_999 }] },
      { ...order, items: [{ ...item, reward_card_template_id: 2 ** 52 }] },
      { ...order, items: [{ ...item, recipient_list_id: 999_999 }] },
      { ...order, items: [{ ...item, recipients: undefined, recipient_list_id: 999_999 }] },
      { ...order, items: [{ ...item, recipients: undefined }] },
      { ...order, items: [{ ...item, denomination_cents: Number.MAX_SAFE_INTEGER }] },
      { ...order, items: [{ ...item, quantity: -1 }] },
      { ...order, items: [{ ...item, message: '\u0000' }] },
      { ...order, items: [{ ...item, recipients: [{ email: '\ud800' }] }] },
      { ...order, deliveries: [] },
      { ...order, deliveries: [...order.deliveries, ...order.deliveries, { reward_type: 'direct' }] },
      { ...order, deliveries: [{ ...order.deliveries[0], send_at: '1999-01-01T00:00:00Z' }] },
      { ...order, ship_to: { address_id: 999_999 } },
      { ...order, fields: [{ id: 999_999, value: 'x' }] },
      { ...order, external_id: 'with space' },
      { ...order, external_id: '..' },
      { ...order, payment_method: 'elavon_cc', external_id: 'x' },
      { ...order, payment_method: 'company_terms', external_id: 'x' },
    ]
    for (const [nth, body] of wrong.entries()) {
      const { status } = await key.call('POST', PLACE, { external_id: `x${nth}`, ...body })
      expect([nth, status >= 400 && status < 500]).toEqual([nth, true])
    }
    expect(await ordersOf(admin)).toBe(0)
  })

  test('a step that would commit doesn’t, and what follows undoes it', async () => {
    const { siteId } = await world.staff()
    const events = async () => {
      const { count } = await inSite(world.kit.pool, siteId, (db) =>
        db
          .selectFrom('site_events')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('site_id', '=', siteId)
          .executeTakeFirstOrThrow(),
      )
      return Number(count)
    }
    const before = await events()
    const ordering = asOne(
      world.kit.pool,
      siteId,
      async () => {
        const data = { order_id: 1 }
        const told = { type: 'order.placed', data, at: new Date() } as const
        await inSite(world.kit.pool, siteId, (db) => announce(db, siteId, [told]))
        await commitStep()
        throw new Refusal('order_changed')
      },
      { isKept: true },
    )
    await expect(ordering).rejects.toThrow('order_changed')
    expect(await events()).toBe(before)
  })

  test.runIf(SEES_LOCK_WAITS)('a key that is revoked after it was admitted', async () => {
    const { admin, key, balance } = await company()
    const order = { ...(await programs.order(admin, [person(1)])), external_id: 'late' }
    expect((await key.call('GET', '/api/v1/orders/')).status).toBe(200)
    const over = Promise.withResolvers<void>()
    const revoking = holdKey(key.id, { revoked_at: new Date() }, over.promise)
    await revoking.begun
    const placing = key.call('POST', PLACE, order)
    await untilLockWait(world.kit.pool)
    over.resolve()
    await revoking.done
    expect((await placing).status).toBe(401)
    expect([await ordersOf(admin), await balance()]).toEqual([0, 1_000_000])
  })

  test.runIf(SEES_LOCK_WAITS)('orders that wait leave the database to others', async () => {
    const { admin, key } = await company()
    const order = await programs.order(admin, [person(1)])
    const over = Promise.withResolvers<void>()
    const holding = holdKey(key.id, { last_used_at: new Date() }, over.promise)
    await holding.begun
    // More than there are connections.
    const quotes = Array.from({ length: 20 }, () => key.call('POST', QUOTE, order))
    const first = await Promise.race([people.person(), setTimeout(3_000, 'kept waiting')])
    over.resolve()
    await holding.done
    expect(first).not.toBe('kept waiting')
    expect((await Promise.all(quotes)).every(({ status }) => status === 200)).toBe(true)
  })

  test('a key that is revoked while its order is under way', async () => {
    const { admin, key, ok } = await company()
    const order = { ...(await programs.order(admin, [person(1)])), external_id: 'late' }
    const [placed] = await Promise.all([
      key.call('POST', PLACE, order),
      ok('DELETE', `${KEYS}${key.id}/`).then(() => undefined),
    ])
    // Either it was first, and its order has passed to the admin, or it was refused.
    expect([200, 401]).toContain(placed.status)
    const { results } = await ok('GET', '/api/v1/orders/')
    expect(
      results.map((one: { external_id: string; is_own: boolean }) => [one.external_id, one.is_own]),
    ).toEqual(placed.status === 200 ? [['late', true]] : [])
    expect((await key.call('POST', PLACE, order)).status).toBe(401)
  })
})

describe('approvals', () => {
  test('a key’s order follows the rules, and people who know the key don’t approve it', async () => {
    const { admin, key, balance, ok } = await company()
    const steps = [{ ask: 'role', role: 'admin', escalation: null }]
    await ok('POST', RULES, { name: 'All orders', conditions: [], steps }).catch(() => undefined)
    const other = await people.colleague(admin, 'admin')
    await ok('POST', RULES, { name: 'All orders', conditions: [], steps }).catch(() => undefined)
    const order = await programs.order(admin, [person(1)])
    const quoted = await key.call('POST', QUOTE, order)
    const asked = quoted.body.approval.steps.flatMap(({ people }: { people: { id: number }[] }) => people)
    expect(asked.map(({ id }: { id: number }) => id)).toEqual([other.id])

    const sent = await key.call('POST', PLACE, { ...order, external_id: 'ask', quote: quoted.body.quote })
    expect(sent.body).toMatchObject({ status: 'awaiting_approval', approval: { state: 'open' } })
    expect(await balance()).toBe(1_000_000)
    const { results } = await ok('GET', '/api/v1/approvals/?show=waiting')
    const waiting = (await other.call('GET', '/api/v1/approvals/?show=waiting')).body.results
    const { id } = waiting[0]
    expect(results.every(({ can_decide }: { can_decide?: boolean }) => !can_decide)).toBe(true)
    expect(waiting[0]).toMatchObject({ asked_by: { name: 'API key “HR system”' } })
    const own = await admin.call('POST', `/api/v1/approvals/${id}/approve/`, { comment: '' })
    expect([own.status, own.body.code]).toEqual([403, 'approval_not_yours'])
    const approved = await other.call('POST', `/api/v1/approvals/${id}/approve/`, { comment: '' })
    expect(approved.status).toBe(200)
    const read = await key.call('GET', '/api/v1/orders/by_external_id/ask/')
    expect(read.body).toMatchObject({ approval: { state: 'approved' } })
    expect(['in_review', 'approved']).toContain(read.body.status)
    expect(await balance()).toBe(1_000_000 - read.body.total_cents)
    const again = await key.call('POST', PLACE, { ...order, external_id: 'ask', quote: quoted.body.quote })
    expect(again.body.id).toBe(read.body.id)
  })

  test('an approved order is paid by its key once the balance has room', async () => {
    const { admin, key, ok } = await company(0)
    const other = await people.colleague(admin, 'admin')
    const steps = [{ ask: 'people', in: [other.id], escalation: null }]
    await ok('POST', RULES, { name: 'All orders', conditions: [], steps })
    const order = { ...(await programs.order(admin, [person(1)])), external_id: 'later' }
    const { id } = (await key.call('POST', PLACE, order)).body
    const [{ id: request }] = (await other.call('GET', '/api/v1/approvals/?show=waiting')).body.results
    await other.call('POST', `/api/v1/approvals/${request}/approve/`, { comment: '' })
    const unpaid = await key.call('GET', '/api/v1/orders/by_external_id/later/')
    expect(unpaid.body).toMatchObject({ status: 'awaiting_approval', approval: { state: 'approved' } })
    const pay = (method_code: string) => key.call('POST', '/api/v1/payments/', { order_id: id, method_code })
    expect((await pay('elavon_cc')).body.code).toBe('payment_method_unavailable')
    expect((await pay('company_balance')).body.code).toBe('balance_too_low')
    await programs.topUp(admin, 100_000)
    expect((await pay('company_balance')).status).toBe(200)
    expect((await key.call('GET', `/api/v1/orders/${id}/`)).body.number).not.toBe('')
  })

  test('the only person who knows the key can’t be the only approver', async () => {
    const { admin, key, ok } = await company()
    const other = await people.colleague(admin, 'admin')
    const steps = [{ ask: 'role', role: 'admin', escalation: null }]
    await ok('POST', RULES, { name: 'All orders', conditions: [], steps })
    // From now on both know it.
    const rotated = (await other.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 24 })).body
    expect(rotated.key.id).toBe(key.id)
    const order = { ...(await programs.order(admin, [person(1)])), external_id: 'x' }
    const refused = await key.call('POST', PLACE, order)
    expect([refused.status, refused.body.code]).toEqual([409, 'approval_without_approver'])
  })
})

describe('canceling', () => {
  const cancel = (key: Pick<Person, 'call'>, id: number) => key.call('POST', `/api/v1/orders/${id}/cancel/`)
  const money = async (balance: () => Promise<number>, ok: Awaited<ReturnType<typeof company>>['ok']) => {
    const [{ reserved_cents, spent_cents }] = await ok('GET', '/api/v1/company/budgets/')
    return [await balance(), reserved_cents, spent_cents]
  }

  /** A company with a budget, whose orders of keys another admin approves. */
  async function asking() {
    const all = await company()
    const { admin, key, balance, ok } = all
    const other = await people.colleague(admin, 'admin')
    const steps = [{ ask: 'people', in: [other.id], escalation: null }]
    const rule = await ok('POST', RULES, { name: 'All orders', conditions: [], steps })
    await ok('POST', '/api/v1/company/budgets/', { name: 'Gifts', amount_cents: 900_000, period: 'year' })
    const order = await programs.order(admin, [person(1)])
    return {
      ...all,
      other,
      place: async (external_id: string) => (await key.call('POST', PLACE, { ...order, external_id })).body,
      read: async (external_id: string) =>
        (await key.call('GET', `/api/v1/orders/by_external_id/${external_id}/`)).body,
      money: () => money(balance, ok),
      endRule: () => ok('DELETE', `${RULES}${rule.id}/`),
      waiting: async () =>
        (await other.call('GET', '/api/v1/approvals/?show=waiting')).body.results[0].id as number,
      approve: (id: number) => other.call('POST', `/api/v1/approvals/${id}/approve/`, { comment: '' }),
    }
  }

  test('an order that awaits approval is withdrawn, by its own key alone', async () => {
    const { admin, key, other, ok, ...steps } = await asking()
    const { id, total_cents } = await steps.place('early')
    expect(await steps.money()).toEqual([1_000_000, total_cents, 0])
    const second = await programs.key(admin, { name: 'Payroll' })
    const reader = await programs.key(admin, { name: 'Reader', scopes: ['orders.read'] })
    const stranger = await company(0)
    for (const [one, status] of [
      [second, 404],
      [other, 404],
      [stranger.key, 404],
      [reader, 403],
    ] as const) {
      expect((await cancel(one, id)).status).toBe(status)
    }
    const request = await steps.waiting()
    expect((await cancel(key, id)).body).toMatchObject({ id, status: 'awaiting_approval', number: '' })
    expect(await steps.read('early')).toMatchObject({ id, approval: { state: 'withdrawn' } })
    expect(await steps.money()).toEqual([1_000_000, 0, 0])
    expect((await cancel(key, id)).status).toBe(200)
    expect((await steps.approve(request)).body.code).toBe('approval_closed')
    const pay = { order_id: id, method_code: 'company_balance' }
    expect((await key.call('POST', '/api/v1/payments/', pay)).body.code).toBe('approval_needed')
    // The ID keeps its order.
    expect((await steps.place('early')).id).toBe(id)
    const { results } = await ok('GET', '/api/v1/company/activity/?kind=orders')
    const does = results.map((one: { does: string }) => one.does)
    expect(does.filter((one: string) => one.startsWith('withdrew'))).toHaveLength(1)
  })

  test('an order in review is canceled, and its money is back once', async () => {
    const { key, ...steps } = await asking()
    await steps.endRule()
    const { id, total_cents, status } = await steps.place('paid')
    expect([status, await steps.money()]).toEqual(['in_review', [1_000_000 - total_cents, 0, total_cents]])
    const canceled = await cancel(key, id)
    expect(canceled.body).toMatchObject({
      status: 'declined',
      decline_reason: 'Canceled by the customer before it was approved.',
    })
    const again = await Promise.all([cancel(key, id), cancel(key, id)])
    expect(again.map((one) => [one.status, one.body.status])).toEqual(Array(2).fill([200, 'declined']))
    expect(await steps.money()).toEqual([1_000_000, 0, 0])
    expect((await steps.place('paid')).status).toBe('declined')
  })

  test('an order that staff approve at the same time is either made or canceled', async () => {
    const { key, ...steps } = await asking()
    await steps.endRule()
    const owner = await world.staff()
    for (const nth of [1, 2, 3]) {
      const { id, total_cents } = await steps.place(`staff-${nth}`)
      const before = await steps.money()
      const [canceled, approved] = await Promise.all([
        cancel(key, id),
        owner.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: 'in_review' }),
      ])
      const { status } = await steps.read(`staff-${nth}`)
      const isCanceled = status === 'declined'
      expect([canceled.status, approved.status]).toEqual(isCanceled ? [200, 409] : [409, 200])
      if (!isCanceled) expect(canceled.body.code).toBe('order_not_cancelable')
      const back = isCanceled ? total_cents : 0
      expect(await steps.money()).toEqual([before[0]! + back, 0, before[2]! - back])
    }
  })

  test('an order that its approver approves at the same time is canceled', async () => {
    const { key, ...steps } = await asking()
    for (const nth of [1, 2, 3]) {
      const { id } = await steps.place(`race-${nth}`)
      const request = await steps.waiting()
      const [canceled] = await Promise.all([cancel(key, id), steps.approve(request)])
      expect(canceled.status).toBe(200)
      const { status, approval } = await steps.read(`race-${nth}`)
      expect([
        ['awaiting_approval', 'withdrawn'],
        ['declined', 'approved'],
      ]).toContainEqual([status, approval.state])
      expect(await steps.money()).toEqual([1_000_000, 0, 0])
    }
  })
})
