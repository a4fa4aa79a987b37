import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { printSteps } from './batch-world.ts'
import { approval, customerSteps } from './ordering-world.ts'
import type { Answer, SignedIn, World } from './world.ts'

/** What the requests of a test act on: customers, staff, and orders in every state. */
export async function keyedSubjects(world: World) {
  const room = printSteps(world)
  const owner = await world.staff('owner')
  const finance = await world.staff('finance')
  const office = (path: string) => `/api/v1/office/${path}/`
  const ok = async (
    as: Pick<SignedIn, 'call'>,
    method: string,
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Answer['body']> => {
    const answer = await as.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const count = (query: ReturnType<typeof sql<{ n: number }>>) => async () => {
    const { rows } = await query.execute(world.kit.pool)
    return rows[0]!.n
  }

  async function shopper() {
    const customer = await world.signIn()
    // Their company is made with the first request.
    await ok(customer, 'GET', '/api/v1/companies/')
    return { customer, ...customerSteps(customer) }
  }
  /** An invitation by one customer to another. */
  async function invited() {
    const { customer: admin } = await shopper()
    const { customer } = await shopper()
    const { email } = await ok(customer, 'GET', '/api/v1/actual_user/')
    const [invitation] = await ok(admin, 'POST', '/api/v1/company/invitations/', {
      emails: [email],
      role: 'buyer',
    })
    return { admin, customer, invitation }
  }
  async function draft(type: 'bulk' | 'direct' | 'digital' = 'direct') {
    const dana = await shopper()
    return { ...dana, item: await dana.addCards(type, { draft: true }) }
  }
  async function peopleOf({ customer, item }: Awaited<ReturnType<typeof draft>>) {
    return (await ok(customer, 'GET', `/api/v1/card_recipient_details/?card_item_id=${item.id}`)).results as {
      id: number
    }[]
  }
  async function savedList() {
    const dana = await draft()
    const { list } = await ok(dana.customer, 'POST', `/api/v1/card_items/${dana.item.id}/save_recipients/`, {
      name: 'Kept',
    })
    return { ...dana, list }
  }
  async function filledCart(...types: ('bulk' | 'digital')[]) {
    const dana = await shopper()
    return { ...dana, id: await dana.fillCart(...types) }
  }
  async function byCheck() {
    const dana = await filledCart('digital')
    const { body: payment } = await dana.pay(dana.id, 'self_hosted_check')
    return { ...dana, payment, order: await dana.order(dana.id) }
  }
  async function onPage() {
    const dana = await filledCart('digital')
    await dana.pay(dana.id)
    const minted = world.gateway.minted.at(-1)!
    const answers = (told: Parameters<typeof approval>[1] = {}) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
    return { ...dana, minted, answers }
  }
  async function discrepancy(told: Parameters<typeof approval>[1]) {
    const dana = await onPage()
    dana.answers(told)
    await dana.verify(dana.id)
    return openDiscrepancyOf(dana.id)
  }
  async function openDiscrepancyOf(orderId: number): Promise<{ id: number }> {
    const { results } = await ok(finance, 'GET', office('payment_discrepancies'))
    return results.find((one: { order_id: number }) => one.order_id === orderId)
  }
  async function lateMoney() {
    const dana = await onPage()
    const [card] = (await dana.order(dana.id)).card_items
    world.setClock(new Date(Date.now() + 17 * 60_000))
    await dana.verify(dana.id)
    await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, { denomination_cents: 6_000 })
    dana.answers()
    await dana.verify(dana.id)
    await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, { denomination_cents: 5_000 })
    world.setClock(undefined)
    return openDiscrepancyOf(dana.id)
  }
  const receive = (amount_cents: number, reference = '') =>
    ok(finance, 'POST', office('received_payments'), {
      method_code: 'self_hosted_check',
      amount_cents,
      reference,
      document_number: String(Math.random()),
      received_on: '2026-11-20',
    })
  async function refundable() {
    const { order, payment, id } = await byCheck()
    await receive(order.total_cents + 2_500, payment.remittance.reference)
    return { id, payment }
  }
  async function approved(type: 'bulk' | 'direct' | 'digital') {
    return room.approved(type)
  }
  async function sent() {
    const order = await approved('digital')
    await room.send()
    await wait(1)
    const [first] = await room.deliveries(order.id)
    await sql`update deliveries set sent_at = sent_at - interval '1 day' where order_id = ${order.id}`.execute(
      world.kit.pool,
    )
    return { ...order, delivery: first! }
  }
  async function returned() {
    const order = await approved('direct')
    await sql`update deliveries set status = 'returned', returned_at = now() where order_id = ${order.id}`.execute(
      world.kit.pool,
    )
    const [first] = await room.deliveries(order.id)
    return { ...order, delivery: first! }
  }
  const instead = (deliveryId: number) =>
    count(sql<{ n: number }>`select count(*)::int as n from deliveries where replaces_id = ${deliveryId}`)
  async function webhook() {
    const { endpoint } = await ok(owner, 'POST', office('webhooks'), {
      url: 'http://127.0.0.1:9/laurel',
      event_types: JSON.stringify(['order.approved']),
    })
    return endpoint as { id: number; version: number }
  }

  async function companyWebhook() {
    const { customer, ok: take } = await shopper()
    const form = { url: 'http://127.0.0.1:9/laurel', event_types: ['order.approved'] }
    const { endpoint } = await take('POST', '/api/v1/company/webhooks/', form)
    return { customer, path: `/api/v1/company/webhooks/${endpoint.id}/`, version: endpoint.version as number }
  }

  async function askedRefund(state: 'asked' | 'approved'): Promise<{ id: number }> {
    const { payment } = await refundable()
    const asked = { payment_id: payment.id, amount_cents: 2_500, reason: 'Too much' }
    const refund = await ok(await world.staff('finance'), 'POST', office('refunds'), asked)
    await sql`update refunds set state = ${state} where id = ${refund.id}`.execute(world.kit.pool)
    return refund
  }

  return {
    room,
    owner,
    finance,
    office,
    ok,
    count,
    shopper,
    invited,
    draft,
    peopleOf,
    savedList,
    filledCart,
    byCheck,
    onPage,
    discrepancy,
    openDiscrepancyOf,
    lateMoney,
    receive,
    refundable,
    approved,
    sent,
    returned,
    instead,
    webhook,
    companyWebhook,
    askedRefund,
  }
}
