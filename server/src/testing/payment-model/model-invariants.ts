import { balanceOf, LEDGER_ACCOUNTS, type LedgerLine } from '@laurel/domain/ledger'
import {
  BY_HAND_METHODS,
  HOSTED_PAGE_METHODS,
  isByHand,
  isHostedPage,
  WAYS_TO_PAY,
} from '@laurel/domain/payment-method'
import { isLivePayment, isMoneyHere } from '@laurel/domain/payment-state'
import { holdsMoney } from '@laurel/domain/refund-rules'
import { expect } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { findBrokenEntry } from '../../features/audit/audit.service.ts'
import { ledgerOf } from '../../features/ledger/ledger.repo.ts'
import { lockOrderOfSite } from '../../features/orders/orders.repo.ts'
import { listPayments } from '../../features/payments/payments.repo.ts'
import { listReceivedPaymentsOf } from '../../features/refunds/received-payments.repo.ts'
import { listRefundsOf } from '../../features/refunds/refunds.repo.ts'
import type { ModelShop } from './model-shop.ts'

type Standing = Awaited<ReturnType<typeof standingOf>>

async function standingOf({ world, siteId }: ModelShop, orderId: number) {
  return inSite(world.kit.pool, siteId, async (db) => ({
    order: await lockOrderOfSite(db, siteId, orderId),
    payments: await listPayments(db, siteId, [orderId]),
    receivedPayments: await listReceivedPaymentsOf(db, siteId, orderId),
    refunds: await listRefundsOf(db, siteId, orderId),
    ledger: await ledgerOf(db, siteId, orderId),
    discrepancies: await db
      .selectFrom('payment_doubts')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute(),
  }))
}

/** What holds after every step, whatever was done. */
export async function assertSound(shop: ModelShop) {
  for (const orderId of shop.orders) {
    const standing = await standingOf(shop, orderId)
    assertOneCharge(standing)
    assertPlacedOnMoney(shop, standing)
    assertRefundsWithin(shop, standing)
    assertLedger(standing)
    assertClosed(standing)
    assertDiscrepancies(shop, standing)
  }
  const ownFailures = shop.answers
    .filter(({ status }) => status >= 500)
    .filter(({ body }) => !['payment_unknown', 'payment_provider_unreachable'].includes(body.code))
  expect(ownFailures).toEqual([])
  shop.answers.length = 0
}

/** What holds once everything has calmed down. */
export async function assertSettled(shop: ModelShop) {
  await assertSound(shop)
  const broken = await inSite(shop.world.kit.pool, shop.siteId, (db) => findBrokenEntry(db, shop.siteId))
  expect(broken).toBeUndefined()
  for (const orderId of shop.orders) {
    const standing = await standingOf(shop, orderId)
    assertNothingLost(shop, standing)
    const stuck = standing.refunds.filter(({ state }) => state === 'sent' || state === 'unknown')
    expect(stuck).toEqual([])
    assertOwesNothing(standing)
    assertStraysBack(standing)
  }
}

function assertOneCharge({ payments }: Standing) {
  const counted = payments.filter(({ state }) => isLivePayment(state))
  expect(counted.length, 'payments that take or hold money for one order').toBeLessThanOrEqual(1)
}

function assertPlacedOnMoney({ bank }: ModelShop, { order, payments }: Standing) {
  if (order.status === 'cart') return
  expect(order.priced?.price.totalCents, 'the price that was frozen').toBe(order.total_cents)
  const took = payments.filter(
    (one) => one.provider_transaction_id !== null || !isHostedPage(one.method_code),
  )
  expect(took.length, 'an order beyond the cart without anything behind it').toBeGreaterThan(0)
  for (const payment of took) expect(payment.amount_cents).toBe(order.total_cents)
  for (const payment of took.filter((one) => isHostedPage(one.method_code))) {
    const charge = bank.charges.find(({ id }) => id === payment.provider_transaction_id)
    expect(charge, 'what the bank has in its books').toMatchObject({
      transactionId: payment.transaction_id,
      cents: payment.amount_cents,
    })
    expect(charge?.status).not.toBe('DECLINED')
  }
  const isThrough = order.status === 'in_review' || order.status === 'approved'
  const isFunded = payments.some((one) => isMoneyHere(one.method_code, one.state))
  if (isThrough && order.held_at === null && !isFunded)
    expect(wasReleased(order), 'unpaid and let through').toBe(true)
}

/** Staff can release an order on hold that was paid another way. */
function wasReleased({ held_reason }: Standing['order']) {
  return held_reason === ''
}

function assertRefundsWithin({ bank }: ModelShop, { payments, receivedPayments, refunds }: Standing) {
  for (const payment of payments) {
    const promised = refunds
      .filter((one) => one.payment_id === payment.id && one.doubt_id === null && holdsMoney(one.state))
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const everCame = isHostedPage(payment.method_code)
      ? payment.amount_cents
      : receivedPayments.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    expect(promised, 'refunded of one payment').toBeLessThanOrEqual(everCame)
  }
  for (const { cents, returnedCents } of bank.charges) expect(returnedCents).toBeLessThanOrEqual(cents)
}

function assertLedger({ order, payments, receivedPayments, refunds, ledger }: Standing) {
  expect(sum(ledger), 'the ledger of an order').toBe(0)
  const isStray = ({ source }: { source: string }) =>
    source.startsWith('doubt:') ||
    refunds.some((one) => one.doubt_id !== null && source === `refund:${one.id}`)
  if (order.status === 'cart') expect(ledger.filter((line) => !isStray(line))).toEqual([])
  // Money that fits no order is recorded here until it's refunded.
  const strayCents = (account: string) =>
    ledger
      .filter((line) => line.account === account && line.source.startsWith('doubt:'))
      .reduce((all, { cents }) => all + cents, 0)
  const doneOf = (id: number) =>
    refunds
      .filter((one) => one.payment_id === id && one.state === 'done')
      .reduce((all, { amount_cents }) => all + amount_cents, 0)
  for (const method of HOSTED_PAGE_METHODS) {
    const { account } = WAYS_TO_PAY[method]
    const expected = payments
      .filter((one) => one.method_code === method)
      .reduce(
        (all, one) => all + (isMoneyHere(one.method_code, one.state) ? one.amount_cents : 0) - doneOf(one.id),
        strayCents(account),
      )
    expect([account, balanceOf(ledger, account)]).toEqual([account, expected])
  }
  const byHand = payments
    .filter((one) => isByHand(one.method_code))
    .reduce((all, { id }) => all - doneOf(id), 0)
  const received = receivedPayments
    .filter(({ reversed_at }) => reversed_at === null)
    .reduce((all, { amount_cents }) => all + amount_cents, 0)
  const kept = BY_HAND_METHODS.reduce(
    (all, method) => all + balanceOf(ledger, WAYS_TO_PAY[method].account),
    0,
  )
  expect(kept, 'checks and transfers').toBe(received + byHand)
}

function sum(lines: readonly LedgerLine[]): number {
  return LEDGER_ACCOUNTS.reduce((all, account) => all + balanceOf(lines, account), 0)
}

/** A declined order has no sales, and nothing is due for it. */
function assertClosed({ order, ledger }: Standing) {
  if (order.status !== 'declined') return
  for (const account of ['card_value', 'card_fees', 'delivery', 'refunds_given'] as const) {
    expect([account, balanceOf(ledger, account)]).toEqual([account, 0])
  }
}

/** Money that a closed order still has is being refunded, or staff refused to refund it. */
function assertOwesNothing({ order, payments, receivedPayments, refunds, ledger }: Standing) {
  if (order.status !== 'declined') return
  const held = 0 - balanceOf(ledger, 'receivable')
  const onItsWay = refunds
    .filter(({ state }) => state === 'asked' || state === 'approved')
    .reduce((all, { amount_cents }) => all + amount_cents, 0)
  const wentWrong =
    refunds.some(({ state }) => state === 'refused' || state === 'failed') ||
    receivedPayments.some(({ reversed_at }) => reversed_at !== null) ||
    payments.some((one) => one.state === 'failed' && one.provider_transaction_id !== null)
  if (!wentWrong) expect(held, 'owed to the customer of a declined order').toBe(onItsWay)
}

/** Every charge the bank has kept is in our books, or the office has it before it. */
function assertNothingLost({ bank }: ModelShop, { payments, discrepancies }: Standing) {
  for (const payment of payments.filter((one) => isHostedPage(one.method_code))) {
    // One that does not fit waits for the office, and its order with it.
    const waits = discrepancies.some((one) => one.payment_id === payment.id && one.state === 'open')
    if (!waits) expect(payment.state, 'an attempt that is stuck').not.toBe('started')
    for (const { id } of bank.keptOf(payment.transaction_id)) {
      const isInBooks =
        isMoneyHere(payment.method_code, payment.state) && payment.provider_transaction_id === id
      const discrepancy = discrepancies.find((one) => one.provider_transaction_id === id)
      const isTold = discrepancy?.state === 'open' || discrepancy?.state === 'giving_back'
      // Our debits can only be refunded by hand, which the bank doesn't see.
      const isByHand = discrepancy?.state === 'given_back' && payment.method_code === 'elavon_ach'
      expect([id, payment.state, isInBooks || isTold || isByHand]).toEqual([id, payment.state, true])
    }
  }
}

/** Money for an abandoned page is refunded automatically, unless the provider refuses. */
function assertStraysBack({ payments, discrepancies, refunds }: Standing) {
  for (const discrepancy of discrepancies.filter(({ reason }) => reason === 'abandoned')) {
    const payment = payments.find(({ id }) => id === discrepancy.payment_id)
    const own = refunds.filter((one) => one.doubt_id === discrepancy.id)
    expect(payment?.state, 'whose money comes too late').toBe('abandoned')
    expect(own.filter(({ asked_by }) => asked_by === 'system').length, 'asked for once').toBeLessThanOrEqual(
      1,
    )
    const isPersons = own.some(({ state }) => state === 'failed') || payment?.method_code === 'elavon_ach'
    const isOver = discrepancy.state === 'given_back' || discrepancy.state === 'cleared' || isPersons
    expect([discrepancy.id, discrepancy.state, isOver]).toEqual([discrepancy.id, discrepancy.state, true])
  }
}

/** One request refunds one charge or another, never both. */
function assertDiscrepancies({ bank }: ModelShop, { discrepancies, refunds }: Standing) {
  for (const discrepancy of discrepancies) {
    const own = refunds.filter((one) => one.doubt_id === discrepancy.id && holdsMoney(one.state))
    const isGoing = discrepancy.state === 'giving_back' || discrepancy.state === 'given_back'
    expect([discrepancy.id, discrepancy.state, own.length]).toEqual([
      discrepancy.id,
      discrepancy.state,
      isGoing ? 1 : 0,
    ])
    const charge = bank.charges.find(({ id }) => id === discrepancy.provider_transaction_id)
    const isBack = charge?.isVoided === true || (charge?.returnedCents ?? 0) > 0
    if (discrepancy.state === 'accepted')
      expect([discrepancy.id, charge !== undefined]).toEqual([discrepancy.id, true])
    if (discrepancy.state === 'open' || discrepancy.state === 'dismissed')
      expect([discrepancy.id, isBack]).toEqual([discrepancy.id, false])
  }
}
