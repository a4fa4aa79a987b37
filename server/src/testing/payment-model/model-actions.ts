import { BY_HAND_METHODS } from '@laurel/domain/payment-method'
import { expect } from 'vitest'
import { listPayments, type PaymentRow } from '../../features/payments/payments.repo.ts'
import { reconcilePayments } from '../sweeps.ts'
import type { ModelShop } from './model-shop.ts'

const MINUTE_MS = 60_000

export async function pay(shop: ModelShop, orderId: number, method: string) {
  const minted = shop.world.gateway.minted.length
  const answer = shop.heard(await shop.steps.pay(orderId, method))
  for (const page of shop.world.gateway.minted.slice(minted)) {
    shop.bank.openPage(page.transactionId, page.amountCents, method === 'elavon_ach', shop.nowMs())
  }
  return answer
}

export async function verify(shop: ModelShop, orderId: number) {
  return shop.heard(await shop.steps.verify(orderId))
}

export async function leave(shop: ModelShop, orderId: number) {
  return shop.heard(await shop.customer.call('POST', `/api/v1/orders/${orderId}/leave_payment/`))
}

export function reported(shop: ModelShop, payment: PaymentRow) {
  const { path, user, password } = shop.report
  return shop.world
    .visit('localhost')(
      'POST',
      path,
      { ssl_merchant_txn_id: payment.transaction_id, ssl_result: 0 },
      {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      },
    )
    .then((answer) => shop.heard(answer))
}

export async function reconcile(shop: ModelShop) {
  await reconcilePayments(shop.world.kit).catch(onlyAggregate)
}

/** Jobs gather what could not be asked; anything else is a mistake. */
export function onlyAggregate(cause: unknown) {
  if (!(cause instanceof AggregateError)) throw cause
}

/** A charge in the last second, which the bank reports only after the attempt has ended. */
export async function paidLate(shop: ModelShop, which: number, meanwhile: string) {
  const id = shop.order(which)
  await pay(shop, id, 'elavon_cc')
  const payment = await attempt(shop, 0)
  if (payment === undefined) return
  shop.bank.press(payment.transaction_id, shop.nowMs(), 'approve', true)
  shop.pass(17 * MINUTE_MS)
  await verify(shop, payment.order_id)
  if (meanwhile === 'an edit') await edit(shop, id, 6_000)
  if (meanwhile === 'a check') await pay(shop, id, 'self_hosted_check')
  if (meanwhile === 'another page') await pay(shop, id, 'elavon_cc')
  shop.bank.tell(payment.transaction_id)
  shop.pass(15 * MINUTE_MS)
  await reconcile(shop)
}

type Late = {
  method: string
  meanwhile: string
  outcome: 'approve' | 'decline' | 'hold'
  isToldLater: boolean
}

/** A page that was left is paid all the same, whatever its customer did with the cart. */
export async function paidAfterLeaving(shop: ModelShop, which: number, late: Late) {
  const { method, meanwhile, outcome } = late
  const id = shop.order(which)
  const opened = await pay(shop, id, method)
  // Beyond the last look at an older page only the provider's report tells.
  const isToldLater = late.isToldLater && opened.status === 200
  const old = await attempt(shop, 0)
  await leave(shop, id)
  if (old === undefined) return
  if (meanwhile === 'an edit') await edit(shop, id, 6_000)
  if (meanwhile === 'a check') await pay(shop, id, 'self_hosted_check')
  if (meanwhile.startsWith('another page')) await pay(shop, id, 'elavon_cc')
  const newer = await attempt(shop, 0)
  if (meanwhile === 'another page is paid' && newer !== undefined && newer.id !== old.id) {
    shop.bank.press(newer.transaction_id, shop.nowMs(), 'approve')
  }
  shop.bank.press(old.transaction_id, shop.nowMs(), outcome, isToldLater)
  await verify(shop, id)
  if (!isToldLater) return
  shop.pass(17 * MINUTE_MS)
  await reconcile(shop)
  shop.bank.tell(old.transaction_id)
  shop.pass(15 * MINUTE_MS)
  await reconcile(shop)
}

/** An answer that is computed now and arrives later, when newer changes may exist. */
export async function slowly(shop: ModelShop, which: number, meanwhile: string, leaves: boolean) {
  const isSecondCard = meanwhile === 'a second card'
  if (isSecondCard) await pay(shop, shop.order(which), 'elavon_cc')
  const payment = await attempt(shop, isSecondCard ? 0 : which)
  if (payment === undefined) return
  const { order_id: id, transaction_id } = payment
  if (isSecondCard) shop.bank.press(transaction_id, shop.nowMs(), 'decline')
  const answer = shop.bank.slowDown(transaction_id)
  const verifying = leaves ? leave(shop, id) : verify(shop, id)
  const wasAsked = await Promise.race([answer.asked.then(() => true), verifying.then(() => false)])
  // There was no open attempt, so the next request must not wait.
  if (!wasAsked) answer.release()
  const act: Record<string, () => Promise<unknown> | unknown> = {
    approve: () => shop.bank.press(transaction_id, shop.nowMs(), 'approve'),
    'a second card': () => shop.bank.press(transaction_id, shop.nowMs(), 'approve'),
    settle: () => shop.bank.settle(),
    'charge back': () => shop.bank.chargeBack(which),
    'pay anew': () => pay(shop, id, 'elavon_cc'),
    reconcile: () => reconcile(shop),
    leave: () => leave(shop, id),
  }
  await act[meanwhile]!()
  await verify(shop, id)
  answer.release()
  await verifying
}

export async function edit(shop: ModelShop, orderId: number, denomination_cents: number) {
  const before = await shop.steps.order(orderId)
  const [item] = before.card_items
  const answer = await shop.customer.call('PATCH', `/api/v1/card_items/${item.id}/`, {
    denomination_cents,
  })
  shop.heard(answer)
  const mayBeEdited = before.status === 'cart' && before.frozen_until === null
  expect([before.status, before.frozen_until, answer.status < 300]).toEqual([
    before.status,
    before.frozen_until,
    mayBeEdited,
  ])
}

let documents = 0
export async function recordReceivedPayment(shop: ModelShop, orderId: number, more: number, quotes: boolean) {
  documents += 1
  const order = await shop.steps.order(orderId)
  const reference = order.payments.findLast((one: { remittance: object | null }) => one.remittance)
    ?.remittance?.reference
  await shop.office('POST', 'received_payments/', {
    method_code: BY_HAND_METHODS[documents % BY_HAND_METHODS.length],
    amount_cents: Math.max(1, order.total_cents + more),
    reference: quotes ? (reference ?? '') : '',
    document_number: `M${documents}`,
    received_on: '2026-11-20',
  })
}

export async function someRefund(shop: ModelShop, which: number) {
  const { body } = await shop.office('GET', 'refunds/?only=open')
  const own = body.results.filter((one: { order_id: number }) => shop.orders.includes(one.order_id))
  return own[which % Math.max(1, own.length)]
}

export async function paymentsOf({ world, siteId, orders }: ModelShop): Promise<PaymentRow[]> {
  return listPayments(world.kit.pool as never, siteId, orders)
}

export async function readPayment(shop: ModelShop, { id }: PaymentRow): Promise<PaymentRow> {
  return (await paymentsOf(shop)).find((one) => one.id === id)!
}

/** A page that was opened at the provider, the newest first. */
export async function attempt(shop: ModelShop, which: number): Promise<PaymentRow | undefined> {
  const pages = (await paymentsOf(shop)).filter((one) => one.token_sealed !== '').toReversed()
  return pages[(which % 3) % Math.max(1, pages.length)]
}
