import type { ReceivedPayment, recordReceivedPayment as recordEndpoint } from '@laurel/contract/office-money'
import { api } from '@laurel/contract/routes'
import type { AuditEventName } from '@laurel/domain/audit-events'
import { balanceOf, postMoneyReceived, postMoneyReturned } from '@laurel/domain/ledger'
import { isUnplaced } from '@laurel/domain/order-status'
import { partReceived } from '@laurel/domain/payment-messages'
import { isByHand, isRecorded } from '@laurel/domain/payment-method'
import { isLivePayment } from '@laurel/domain/payment-state'
import { refundableCents } from '@laurel/domain/refund-rules'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import { type Db, isUniqueViolation } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import { record } from '../audit/audit.service.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { advancePaidOrder } from '../checkout/advance-paid-order.ts'
import { ledgerOf, post } from '../ledger/ledger.repo.ts'
import { settleTopUp } from '../ledger/top-ups.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { holdOrder } from '../orders/hold-order.ts'
import {
  lockPaidFor,
  type OrderRow,
  paidForRow,
  readOrderNames,
  TOP_UP,
  type TopUpRow,
} from '../orders/orders.repo.ts'
import { followTerms } from '../payments/follow-terms.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { changePayment, listPayments, type PaymentRow } from '../payments/payments.repo.ts'
import {
  findReceivedPayment,
  insertReceivedPayment,
  isJustRecorded,
  listReceivedPaymentRows,
  lockReceivedPayment,
  type ReceivedPaymentRow,
  receivedCents,
} from '../refunds/received-payments.repo.ts'
import { openRefund, refundableOf } from '../refunds/refunds.service.ts'
import { byHandOf, stopRefundsOf } from '../refunds/still-here.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

export type ReceivedPaymentWire = z.input<typeof ReceivedPayment>
type Given = z.output<typeof recordEndpoint.body>
/** Before it a year was mistyped. */
const FIRST_DAY = '2000-01-01'
type MoneyKit = Pick<PaymentKit, 'pool' | 'jobs' | 'now'>

/**
 * Records a check or transfer. One of our references matches its order automatically; other payments wait for
 * staff to match them.
 *
 * @throws {Refusal} `validation_failed` for a future day, or one of another century; `payment_recorded_already`
 */
export async function recordReceivedPayment(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  given: Given,
): Promise<ReceivedPaymentWire> {
  const at = kit.now()
  assertReceivedBy(given.received_on, at)
  const wire = await inSite(kit.pool, site.id, async (db) => {
    const number = orderNumberOfReference(given.reference)
    const order = number === undefined ? undefined : await lockOrderByNumber(db, site.id, String(number))
    const awaiting = order && (await awaitingPayment(db, site.id, order))
    if (await isJustRecorded(db, site.id, given, at)) throw new Refusal('payment_recorded_already')
    const receivedPayment = await insertReceivedPayment(db, {
      ...given,
      site_id: site.id,
      order_id: awaiting ? order!.id : null,
      recorded_by: actor.by,
      recorded_at: at,
    })
    tell(db, site.id, actor, receivedPayment, 'funds.recorded', at)
    if (awaiting) await count(db, kit, site, actor, { order: order!, payment: awaiting, receivedPayment, at })
    return receivedPaymentWire(receivedPayment, order)
  }).catch((cause) => {
    throw isUniqueViolation(cause) ? new Refusal('payment_recorded_already') : cause
  })
  crashPoint('payment.recorded')
  return wire
}

function assertReceivedBy(day: string, at: Date) {
  // A day ahead somewhere on earth is tomorrow there.
  const isAhead = Date.parse(`${day}T00:00:00Z`) > at.getTime() + 86_400_000
  const field = 'receivedOn'
  assertNoProblems([
    ...(isAhead ? [{ field, code: 'too_late', message: 'Enter a date that isn’t in the future.' }] : []),
    ...(day < FIRST_DAY ? [{ field, code: 'too_early', message: 'Enter a date after the year 1999.' }] : []),
  ])
}

/**
 * Says which order money belongs to.
 *
 * @throws {Refusal} `not_found`; `payment_not_matchable` when it is matched or taken back already, or the
 *   order was never to be paid this way
 */
export function matchReceivedPayment(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  receivedPaymentId: number,
  orderId: number,
): Promise<ReceivedPaymentWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPaidFor(db, site.id, orderId)
    const receivedPayment = await lockReceivedPayment(db, site.id, receivedPaymentId)
    if (receivedPayment === undefined) throw new Refusal('not_found')
    const payment = await awaitingPayment(db, site.id, order)
    if (receivedPayment.order_id !== null || receivedPayment.reversed_at !== null || payment === undefined) {
      throw new Refusal('payment_not_matchable')
    }
    await db
      .updateTable('funds_received')
      .set({ order_id: orderId })
      .where('site_id', '=', site.id)
      .where('id', '=', receivedPaymentId)
      .execute()
    const matched = { ...receivedPayment, order_id: orderId }
    tell(db, site.id, actor, matched, 'funds.matched', at)
    await count(db, kit, site, actor, { order, payment, receivedPayment: matched, at })
    return receivedPaymentWire(matched, order)
  })
}

/**
 * Reverses a recorded payment: a check bounced, or was recorded by mistake. An order it covered is put on hold,
 * so that nothing more ships, and its open refunds are stopped.
 *
 * @throws {Refusal} `not_found`; `payment_not_matchable` if it was already reversed
 */
export function reverseReceivedPayment(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  receivedPaymentId: number,
  reason: string,
): Promise<ReceivedPaymentWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const known = await findReceivedPayment(db, site.id, receivedPaymentId)
    if (known === undefined) throw new Refusal('not_found')
    const order = known.order_id === null ? undefined : await lockPaidFor(db, site.id, known.order_id)
    const receivedPayment = await lockReceivedPayment(db, site.id, receivedPaymentId)
    if (receivedPayment?.reversed_at !== null || receivedPayment.order_id !== known.order_id) {
      throw new Refusal('payment_not_matchable')
    }
    await db
      .updateTable('funds_received')
      .set({ reversed_at: at, reversed_reason: reason })
      .where('site_id', '=', site.id)
      .where('id', '=', receivedPaymentId)
      .execute()
    const reversed = { ...receivedPayment, reversed_at: at, reversed_reason: reason }
    tell(db, site.id, actor, reversed, 'funds.reversed', at)
    if (order !== undefined) await uncount(db, kit, site, actor, { order, receivedPayment: reversed, at })
    return receivedPaymentWire(reversed, order)
  })
}

export function listReceivedPayments(
  { pool }: MoneyKit,
  site: SiteRow,
  asked: PageAsked & { only?: 'unmatched' | 'matched' | undefined },
) {
  return inSite(pool, site.id, async (db) => {
    const { only } = asked
    const { rows, count: total } = await listReceivedPaymentRows(db, site.id, { only, ...windowOf(asked) })
    const ids = rows.flatMap(({ order_id }) => order_id ?? [])
    const orders = await readOrderNames(db, site.id, ids)
    const results = rows.map((row) => receivedPaymentWire(row, orders.get(row.order_id ?? 0)))
    return pageOfResults(api.listReceivedPayments.path, { only }, asked, total, results)
  })
}

type PaidFor = OrderRow | TopUpRow
type Counted = { order: PaidFor; payment: PaymentRow; receivedPayment: ReceivedPaymentRow; at: Date }

/** Posts the payment, and moves the order on once it's fully paid. */
async function count(
  db: Db,
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  { order, payment, receivedPayment, at }: Counted,
) {
  const { amount_cents: cents, method_code: method } = receivedPayment
  await post(db, site.id, {
    orderId: order.id,
    event: 'money.received',
    source: `funds:${receivedPayment.id}`,
    posting: postMoneyReceived(method, cents),
    at,
  })
  const isInvoice = payment.method_code === 'company_terms'
  const openCents = isInvoice ? await followTerms(db, order, at, { isOver: order.status === 'declined' }) : 0
  const received = await receivedCents(db, site.id, order.id)
  if (payment.state === 'paid') {
    if (order.status === TOP_UP) return settleTopUp(db, order, { at, isHeld: false })
    const more = { siteId: site.id, orderId: order.id, fundsId: receivedPayment.id, receivedCents: cents }
    return kit.jobs.enqueue(db, orderMail.overpaid, more)
  }
  if (isInvoice) return tellOfInvoice(db, kit, site, order, { openCents: openCents ?? 0, receivedPayment })
  const isCovered = received >= payment.amount_cents
  const message = isCovered ? '' : partReceived(received, payment.amount_cents - received)
  await changePayment(db, payment, { state: isCovered ? 'paid' : 'submitted', message }, at)
  if (order.status === TOP_UP) return settleTopUp(db, order, { at, isHeld: false })
  if (order.status !== 'pending_payment') return
  if (!isCovered) {
    const part = { siteId: site.id, orderId: order.id, fundsId: receivedPayment.id, receivedCents: cents }
    return kit.jobs.enqueue(db, orderMail.partReceived, part)
  }
  await advancePaidOrder(db, kit.jobs, site, order, { to: 'in_review', note: '', actor: actor.by, at })
  if (order.is_budgeted) await followBudgets(db, site.id, order.id, `order:${order.id}`, at)
}

/** The order went its way when it was placed: its customer gets a receipt, or reads what is still due. */
async function tellOfInvoice(
  db: Db,
  { jobs }: MoneyKit,
  site: SiteRow,
  order: PaidFor,
  { openCents, receivedPayment: funds }: { openCents: number; receivedPayment: ReceivedPaymentRow },
) {
  const about = { siteId: site.id, orderId: order.id }
  if (openCents > 0) {
    const part = { ...about, fundsId: funds.id, receivedCents: funds.amount_cents }
    return jobs.enqueue(db, orderMail.partReceived, part)
  }
  await jobs.enqueue(db, orderMail.received, about)
  for (const position of (order.invoice_emails as string[]).keys()) {
    await jobs.enqueue(db, orderMail.copied, { ...about, kind: 'receipt', position })
  }
}

async function uncount(
  db: Db,
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  { order, receivedPayment, at }: Omit<Counted, 'payment'>,
) {
  await post(db, site.id, {
    orderId: order.id,
    event: 'money.returned',
    source: `funds:${receivedPayment.id}`,
    posting: postMoneyReturned(receivedPayment.method_code, receivedPayment.amount_cents),
    at,
  })
  const paymentIds = await byHandOf(db, site.id, order.id)
  const stopped = await stopRefundsOf(db, site.id, order.id, { paymentIds, actor: actor.by, at })
  if (stopped > 0 && order.status === 'declined') await refundRest(db, kit, site, order, actor)

  // An invoice is open again. Its order doesn't wait for its money.
  await followTerms(db, order, at, { isOver: order.status === 'declined' })
  const received = await receivedCents(db, site.id, order.id)
  const isOwed = balanceOf(await ledgerOf(db, site.id, order.id), 'receivable') > 0
  const byHand = (await listPayments(db, site.id, [order.id])).filter((one) => isByHand(one.method_code))
  const paid = byHand.find(({ state }) => state === 'paid')
  const promised = byHand.find(({ state }) => state === 'submitted')
  if (paid !== undefined && (isOwed || received < paid.amount_cents)) {
    const message = 'A payment for this order was returned, so an amount is due again.'
    await changePayment(db, paid, { state: 'failed', message }, at)
  }
  if (promised !== undefined) {
    const message = received > 0 ? partReceived(received, promised.amount_cents - received) : ''
    await changePayment(db, promised, { state: 'submitted', message }, at)
  }
  if (order.status === TOP_UP) return settleTopUp(db, order, { at, isHeld: false })
  // Even if it was already refunded: then the money is lost, and nothing may ship.
  if (isOwed)
    await holdOrder(db, site.id, order, { reason: receivedPayment.reversed_reason, actor: actor.by, at })
}

/** One of several checks for a declined order bounced: what the others brought is still owed. */
async function refundRest(db: Db, kit: MoneyKit, site: SiteRow, order: OrderRow, actor: Staff) {
  const last = (await listPayments(db, site.id, [order.id])).findLast((one) => isRecorded(one.method_code))
  if (last === undefined) return
  const amountCents = refundableCents(await refundableOf(db, site.id, last))
  const { decline_reason: reason } = order
  if (amountCents > 0) await openRefund(db, kit, site, last, { amountCents, reason, by: actor.by })
}

/**
 * The promised check or transfer, or the invoice, that this payment can count for. A covered one accepts more, and one whose
 * check bounced accepts another, unless the order is declined or was paid another way.
 */
async function awaitingPayment(db: Db, siteId: number, order: PaidFor): Promise<PaymentRow | undefined> {
  if (isUnplaced(order.status)) return undefined
  const payments = await listPayments(db, siteId, [order.id])
  const isOver = order.status === 'declined' || payments.some(({ state }) => isLivePayment(state))
  return payments.findLast(
    ({ method_code: method, state }) =>
      isRecorded(method) && (state === 'submitted' || state === 'paid' || (state === 'failed' && !isOver)),
  )
}

async function lockOrderByNumber(db: Db, siteId: number, number: string): Promise<PaidFor | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  return row && paidForRow(row)
}

function tell(
  db: Db,
  siteId: number,
  actor: Staff,
  receivedPayment: ReceivedPaymentRow,
  event: AuditEventName,
  at: Date,
) {
  const facts = { amount_cents: receivedPayment.amount_cents, order: receivedPayment.order_id }
  record(db, siteId, { actor: actor.by, event, subject: `funds:${receivedPayment.id}`, facts, at })
}

export function receivedPaymentWire(
  row: ReceivedPaymentRow,
  order: { number: string | null; status: string } | undefined,
): ReceivedPaymentWire {
  const { site_id: _, recorded_at, reversed_at, ...fields } = row
  const { send_back_asked_by, sent_back_as, ...rest } = fields
  return {
    ...rest,
    refund_asked_by: send_back_asked_by,
    refund_document_number: sent_back_as,
    order_number: order?.number ?? '',
    is_top_up: order?.status === TOP_UP,
    recorded_at: recorded_at.toISOString(),
    reversed_at: reversed_at?.toISOString() ?? null,
  }
}
