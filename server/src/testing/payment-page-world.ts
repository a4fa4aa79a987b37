import { sql } from 'kysely'
import type { RefundRequest } from '../features/payments/payment-gateway.ts'
import { approval, customerSteps } from './ordering-world.ts'
import { carryOutAll, reconcilePayments } from './sweeps.ts'
import type { World } from './world.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

type Minted = { transactionId: string; amountCents: number }
export type Told = Parameters<typeof approval>[1]

/** The provider's answer when a refund is done. */
export const done = ({ transactionId }: RefundRequest) =>
  ({ outcome: 'done', providerTransactionId: `RET-${transactionId}` }) as const

/** Customers on the payment page, and payments that arrive after they left. */
export function paymentPageSteps(world: World) {
  const inMs = (ms: number) => world.setClock(new Date(Date.now() + ms))

  async function startPaying(method: 'elavon_cc' | 'elavon_ach' = 'elavon_cc') {
    const customer = await world.signIn()
    const dana = { customer, ...customerSteps(customer) }
    const id = await dana.fillCart('digital')
    const { status, body: payment } = await dana.pay(id, method)
    if (status !== 200) throw new Error(JSON.stringify(payment))
    const minted = world.gateway.minted.at(-1)!
    return {
      ...{ dana, id, payment, minted },
      leave: () => customer.call('POST', `/api/v1/orders/${id}/leave_payment/`),
      edit: async (denomination_cents: number) => {
        const [item] = (await dana.order(id)).card_items
        return customer.call('PATCH', `/api/v1/card_items/${item.id}/`, { denomination_cents })
      },
    }
  }

  async function leavePage(...method: Parameters<typeof startPaying>) {
    const { leave, ...started } = await startPaying(...method)
    await leave()
    return started
  }

  /** After a while, open attempts are looked up and refunds sent. */
  async function sweep(afterMs = 4 * MINUTE_MS) {
    inMs(afterMs)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
  }

  /** What the provider reports about an attempt from now on; by default, a full payment. */
  function paidOn(minted: Minted, ...told: Told[]) {
    const all = told.length === 0 ? [{}] : told
    world.gateway.transactions.set(
      minted.transactionId,
      all.map((one) => approval(minted, one)),
    )
  }

  const backOf = (minted: Minted) =>
    world.gateway.refunds.filter(({ of }) => of === `AD3-${minted.transactionId}`)

  async function office(path: string) {
    const { body } = await (await world.staff('finance')).call('GET', `/api/v1/office/${path}`)
    return body
  }

  async function discrepanciesOf(orderId: number) {
    const { results } = await office('payment_discrepancies/')
    return results.filter((one: { order_id: number }) => one.order_id === orderId)
  }

  async function mailsOf(orderId: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
      where name = 'mail.stray-refunded' and data ->> 'orderId' = ${String(orderId)}`.execute(world.kit.pool)
    return rows[0]!.count
  }

  async function eventsOf(subject: string): Promise<string[]> {
    const rows = await world.kit.pool
      .selectFrom('audit_entries')
      .select('event')
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
    return rows.map(({ event }) => event)
  }

  return { startPaying, leavePage, sweep, inMs, paidOn, backOf, office, discrepanciesOf, mailsOf, eventsOf }
}
