import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let steps: ReturnType<typeof deliverySteps>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  steps = deliverySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const MINUTE_MS = 60_000

describe('after-care', () => {
  const sent = async () => {
    const order = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = await steps.deliveries(order.id)
    // Mails are sent side by side, in any order.
    const toAda = steps.mailer.accepted.find(({ to }) => to === ada!.email)
    return { ...order, ada: ada!, grace: grace!, token: tokenIn(toAda) }
  }
  const returned = async () => {
    const order = await steps.approved('direct')
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'returned', returned_at: new Date() })
      .where('order_id', '=', order.id)
      .execute()
    const [ada, grace] = await steps.deliveries(order.id)
    return { ...order, ada: ada!, grace: grace! }
  }

  test('lists a customer’s own deliveries by group, and hides them from other customers', async () => {
    const { id, customer, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const { body } = await customer.call('GET', `/api/v1/orders/${id}/deliveries/?group=needs_a_hand`)
    expect(body).toMatchObject({
      count: 1,
      total_count: 2,
      counts: { needs_a_hand: 1, under_way: 1, arrived: 0 },
    })
    expect(body.results[0]).toMatchObject({
      first_name: 'Ada',
      may_fix_email: true,
      may_resend: true,
      may_convert: false,
    })
    const found = await customer.call('GET', `/api/v1/orders/${id}/deliveries/?search=grace`)
    expect(found.body.results.map((one: { first_name: string }) => one.first_name)).toEqual(['Grace'])
    const history = (await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body.events
    expect(history.map((one: { event: string }) => one.event)).toEqual(['planned', 'sending', 'sent'])

    const stranger = await world.signIn()
    expect((await stranger.call('GET', `/api/v1/orders/${id}/deliveries/`)).status).toBe(404)
    expect((await stranger.call('GET', `/api/v1/deliveries/${ada.id}/`)).status).toBe(404)
    expect((await stranger.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})).status).toBe(404)
    expect(
      (await stranger.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'thief@x.example' })).status,
    ).toBe(404)
    expect((await stranger.call('POST', `/api/v1/orders/${id}/deliveries/resend/`, {})).status).toBe(404)
  })

  test('disables the old link after a resend to another address, and keeps it after one to the same', async () => {
    const { id, customer, ada, token } = await sent()
    const fixed = await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'ada@new.example' })
    expect(fixed.body).toMatchObject({ status: 'queued', email: 'ada@new.example', attempt: 2 })
    expect((await steps.look(token)).status).toBe(404)
    await steps.send()
    const second = steps.mailer.accepted.at(-1)!
    expect(second.to).toBe('ada@new.example')
    expect((await steps.look(token)).status).toBe(404)
    expect((await steps.look(tokenIn(second))).status).toBe(200)
    expect(new Set(steps.mailer.accepted.map(({ key }) => key)).size).toBe(3)

    steps.later(11 * MINUTE_MS)
    await customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})
    await steps.send()
    expect(tokenIn(steps.mailer.accepted.at(-1))).toBe(tokenIn(second))
    expect(new Set(steps.mailer.accepted.map(({ key }) => key)).size).toBe(4)
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('limits resends to one in ten minutes and ten in total', async () => {
    const { customer, ada } = await sent()
    const resend = () => customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})
    expect((await resend()).body).toMatchObject({ code: 'limit_exceeded' })
    steps.later(11 * MINUTE_MS)
    expect((await resend()).status).toBe(200)
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced', attempt: 10 })
      .where('id', '=', ada.id)
      .execute()
    expect((await resend()).body.code).toBe('limit_exceeded')
    const elsewhere = await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, {
      email: 'ada@other.example',
    })
    expect(elsewhere.body.code).toBe('limit_exceeded')
  })

  test('resends all bounced cards at once and no others', async () => {
    const { id, customer, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const path = `/api/v1/orders/${id}/deliveries/resend/`
    expect((await customer.call('POST', path, { status: ['bounced'] })).body).toEqual({ found: 1, resent: 0 })
    steps.later(11 * MINUTE_MS)
    const key = { 'idempotency-key': 'again-1' }
    const once = await customer.call('POST', path, { status: ['bounced'] }, key)
    expect(once.body).toEqual({ found: 1, resent: 1 })
    expect((await customer.call('POST', path, { status: ['bounced'] }, key)).body).toEqual(once.body)
    expect(await steps.statuses(id)).toEqual(['queued', 'sent'])
  })

  test('rejects the second of two people who change one delivery', async () => {
    const { ada, customer, owner } = await sent()
    const seen = (await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body.updated_at
    const change = { email: 'ada@first.example', seen_updated_at: seen }
    expect((await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, change)).status).toBe(200)
    const path = `/api/v1/office/deliveries/${ada.id}/`
    const second = await owner.call('PATCH', path, { ...change, email: 'ada@second.example' })
    expect([second.status, second.body.code]).toEqual([409, 'delivery_changed'])
    expect((await owner.call('GET', path)).body.email).toBe('ada@first.example')
  })

  test('rejects a new address for a mail being sent or a claimed card', async () => {
    const { ada, customer, token } = await sent()
    const fix = () => customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'ada@new.example' })
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending' })
      .where('id', '=', ada.id)
      .execute()
    expect((await fix()).body.code).toBe('delivery_move_not_allowed')
    await steps.reveal(token)
    expect((await fix()).body.code).toBe('delivery_move_not_allowed')
    expect((await customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})).body.code).toBe(
      'delivery_move_not_allowed',
    )
  })

  test('sends a returned letter again to its corrected address', async () => {
    const { id, owner, customer, ada } = await returned()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'Too late: its card may be spent.',
    })
    expect(declined.body.code).toBe('order_move_not_allowed')
    const path = `/api/v1/deliveries/${ada.id}/`
    const wrong = await customer.call('PATCH', path, { zip: '1' })
    expect(wrong.body.errors.map((one: { field: string }) => one.field)).toEqual(['zip'])
    expect((await customer.call('PATCH', path, { email: 'ada@x.example' })).body.code).toBe(
      'validation_failed',
    )
    const fixed = await customer.call('PATCH', path, { address1: '12 Elm Street' })
    expect(fixed.body).toMatchObject({ status: 'queued', address1: '12 Elm Street', attempt: 2 })
    expect(await steps.statuses(id)).toEqual(['queued', 'returned'])
  })

  test('converts a returned letter to a digital card once and cancels the printed card', async () => {
    const { id, customer, ada } = await returned()
    const { issueCards } = await import('../issuing/issue-cards.ts')
    const { id: siteId } = await steps.site()
    await issueCards(steps.kit, siteId, [ada.id])
    const path = `/api/v1/deliveries/${ada.id}/convert_to_digital/`
    const made = await customer.call('POST', path, { email: 'ada@new.example' })
    expect(made.body).toMatchObject({ reward_type: 'digital', status: 'queued', replaces_id: ada.id })
    expect((await customer.call('POST', path, { email: 'ada@new.example' })).body.code).toBe(
      'delivery_move_not_allowed',
    )
    expect((await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body).toMatchObject({
      status: 'replaced',
      replaced_by_id: made.body.id,
    })

    await steps.withdraw(id)
    await steps.send()
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['cancelled', 'issued'])
    const { body } = await steps.reveal(tokenIn(steps.mailer.accepted[0]))
    expect(body.balance_cents).toBe(5_000)
  })

  test('lists what needs attention in the office, and shows cards without their numbers', async () => {
    const { id, owner, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const list = await owner.call('GET', `/api/v1/office/deliveries/?group=needs_a_hand&order_id=${id}`)
    expect(list.body).toMatchObject({ count: 1, results: [{ id: ada.id, customer_name: 'Dana Whitlock' }] })
    const idsBy = async (sort: string) => {
      const pages = [1, 2].map((page) =>
        owner.call('GET', `/api/v1/office/deliveries/?order_id=${id}&sort=${sort}&page_size=1&page=${page}`),
      )
      return (await Promise.all(pages)).map(({ body }) => body.results[0].id)
    }
    await world.kit.pool
      .updateTable('deliveries')
      .set({ updated_at: new Date('2030-01-01') })
      .where('id', '=', ada.id)
      .execute()
    const lastChanged = await idsBy('-changed')
    expect(lastChanged[0]).toBe(ada.id)
    expect(await idsBy('changed')).toEqual(lastChanged.toReversed())

    const one = (await owner.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).body
    expect(one).toMatchObject({ cards: [{ status: 'issued', balance_cents: 5_000 }] })
    expect(one.cards[0].last4).toMatch(/^\d{4}$/)
    expect(JSON.stringify(one)).not.toMatch(/9999\d{15}/)

    const viewer = await world.staff('viewer')
    expect((await viewer.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).status).toBe(200)
    expect((await viewer.call('POST', `/api/v1/office/deliveries/${ada.id}/resend/`, {})).status).toBe(403)
    const elsewhere = await world.staff('owner', 'acorn')
    expect((await elsewhere.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).status).toBe(404)
  })
})
