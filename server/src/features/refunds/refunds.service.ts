import { randomBytes } from 'node:crypto'
import type { Refund } from '@laurel/contract/office-money'
import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { isRecorded } from '@laurel/domain/payment-method'
import {
  holdsMoney,
  needsSecondPerson,
  type Refundable,
  type RefundKind,
  refundableCents,
  refundKind,
} from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { lockBalance } from '../ledger/ledger.repo.ts'
import { settleTopUp } from '../ledger/top-ups.ts'
import { lockPaidFor, readOrderNames, TOP_UP, type TopUpRow } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment, lockPayment, type PaymentRow, readPayments } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { isSamePerson } from '../staff/same-person.ts'
import { followRefund } from './follow-refund.ts'
import { receivedCents } from './received-payments.repo.ts'
import { refundIsDone } from './refund-done.ts'
import { carryOutRefund } from './refund-jobs.ts'
import {
  changeRefund,
  findRefund,
  insertRefund,
  listRefundRows,
  listRefundsOf,
  type RefundRow,
} from './refunds.repo.ts'
import { byHandOf, isMoneyStillHere, readOpenCents } from './still-here.ts'
import { assertCardsNotOut, stopUncovered } from './stop-uncovered.ts'

export type RefundWire = z.input<typeof Refund>
type MoneyKit = Pick<PaymentKit, 'pool' | 'jobs' | 'now'>

/**
 * Requests a refund to its payment. Up to the site's limit it starts at once; above it a second person has to
 * approve.
 *
 * @throws {Refusal} `not_found`; `refund_too_large`, with what is left; `refund_cards_out` if its cards are
 * claimed or mailed
 */
export async function askRefund(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  asked: { paymentId: number; amountCents: number; reason: string },
): Promise<RefundWire> {
  const wire = await inSite(kit.pool, site.id, async (db) => {
    const known = await findPayment(db, site.id, asked.paymentId)
    if (known === undefined) throw new Refusal('not_found')
    const order = await lockPaidFor(db, site.id, known.order_id)
    if (order.status === TOP_UP) await assertInBalance(db, order, asked.amountCents)
    const payment = await lockPayment(db, site.id, known.id)
    const refund = await openRefund(db, kit, site, payment, { ...asked, by: actor.by })
    return refundWire(refund, payment, order.number ?? '', await namesOfStaff(db, site.id))
  })
  crashPoint('refund.asked')
  return wire
}

/**
 * The same, for callers that already locked the order: a declined order refunds everything.
 *
 * @throws {Refusal} `refund_too_large`; `refund_cards_out`
 */
export async function openRefund(
  db: Db,
  kit: Pick<MoneyKit, 'jobs' | 'now'>,
  site: SiteRow,
  payment: PaymentRow,
  { amountCents, reason, by }: { amountCents: number; reason: string; by: string },
): Promise<RefundRow> {
  const of = await refundableOf(db, site.id, payment)
  const left = refundableCents(of)
  if (amountCents > left) throw new Refusal('refund_too_large', { left: formatCents(left) })
  await assertCardsNotOut(db, site.id, payment.order_id, { cents: amountCents })

  const kind = refundKind(of, amountCents)
  return writeRefund(db, kit, site, payment, { amountCents, reason, by, kind })
}

type Written = {
  amountCents: number
  reason: string
  by: string
  kind: RefundKind
  discrepancyId?: number
}

/**
 * Writes a refund down: on its way at once, or waiting for a second person when all that goes back of its
 * order comes above the site's limit.
 */
export async function writeRefund(
  db: Db,
  kit: Pick<MoneyKit, 'jobs' | 'now'>,
  site: SiteRow,
  payment: PaymentRow,
  { amountCents, reason, by, kind, discrepancyId }: Written,
): Promise<RefundRow> {
  const at = kit.now()
  const twoPeopleAboveCents = await twoPeopleAbove(db, site, at)
  // Many small ones are a large one.
  const before = (await listRefundsOf(db, site.id, payment.order_id)).filter((one) => holdsMoney(one.state))
  const togetherCents = before.reduce((sum, one) => sum + one.amount_cents, amountCents)
  // The two-person rule guards against a dishonest person; no person chose this refund.
  const isAutomatic = by === 'system' && discrepancyId !== undefined
  const mustWait = !isAutomatic && needsSecondPerson(togetherCents, twoPeopleAboveCents)
  const state = mustWait ? 'asked' : 'approved'
  const refund = await insertRefund(db, {
    site_id: site.id,
    order_id: payment.order_id,
    payment_id: payment.id,
    doubt_id: discrepancyId ?? null,
    amount_cents: amountCents,
    reason,
    kind,
    state,
    transaction_id: randomBytes(16).toString('hex'),
    asked_by: by,
    approved_at: state === 'approved' ? at : null,
    created_at: at,
    updated_at: at,
  })
  tell(db, refund, by, at)
  return startRefund(db, kit, refund, by)
}

/**
 * A second person approves or refuses a large refund; the requester may withdraw it. A program can request or
 * refuse one, but not approve it.
 *
 * @throws {Refusal} `not_found`; `not_allowed` for a program that approves; `refund_changed` if it's
 * already decided; `other_person_needed` if the requester could be behind both; `refund_not_covered` if its
 * money isn't here; `refund_cards_out` if its cards were claimed or mailed in between
 */
export async function decideRefund(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  refundId: number,
  agrees: boolean,
): Promise<RefundWire> {
  const wire = await changeAs(kit, site, refundId, async (db, refund, at) => {
    // Two programs aren't two people: one person may have both secrets.
    if (agrees && actor.staffId === undefined) throw new Refusal('not_allowed')
    if (refund.state !== 'asked') return undefined
    if (agrees) {
      const pair = { siteId: site.id, one: refund.asked_by, other: actor.by, at }
      if (await isSamePerson(db, pair)) throw new Refusal('other_person_needed')
    }
    if (agrees) await assertStillHere(db, refund)
    if (agrees) await assertStillIn(db, refund)
    const change = { state: agrees ? 'approved' : 'refused', approved_by: agrees ? actor.by : '' } as const
    const changed = await changeRefund(db, refund, { ...change, ...(agrees && { approved_at: at }) }, at)
    if (changed !== undefined) {
      tell(db, changed, actor.by, at)
      await followRefund(db, changed, actor.by, at)
      return startRefund(db, kit, changed, actor.by)
    }
    return changed
  })
  crashPoint('refund.decided')
  return wire
}

/**
 * Records that a refund by check or transfer was sent.
 *
 * @throws {Refusal} `not_found`; `refund_changed` if it isn't waiting for that; `refund_not_covered`
 * if its money isn't here
 */
export function finishRefund(
  kit: MoneyKit,
  site: SiteRow,
  actor: Staff,
  refundId: number,
  documentNumber: string,
): Promise<RefundWire> {
  return changeAs(kit, site, refundId, async (db, refund, at) => {
    // A refund that failed, and that the provider certainly never received, is made by hand instead.
    const isSent = refund.kind === 'by_hand' || refund.stuck_since !== null
    if (refund.state !== 'approved' || !isSent) return undefined
    await assertStillHere(db, refund)
    const change = { state: 'done', kind: 'by_hand', message: `Sent as ${documentNumber}` } as const
    const changed = await changeRefund(db, refund, change, at)
    if (changed !== undefined) {
      tell(db, changed, actor.by, at)
      await refundIsDone(db, site.id, changed, actor.by, at)
      await followRefund(db, changed, actor.by, at)
    }
    return changed
  })
}

export function listRefunds(kit: MoneyKit, site: SiteRow, asked: PageAsked & { only?: 'open' | undefined }) {
  return inSite(kit.pool, site.id, async (db) => {
    const { only } = asked
    const { rows, count } = await listRefundRows(db, site.id, { only, ...windowOf(asked) })
    const results = await readWires(db, site.id, rows)
    return pageOfResults(api.listRefunds.path, { only }, asked, count, results)
  })
}

/** A payment's received amount, and its open and paid refunds. */
export async function refundableOf(db: Db, siteId: number, payment: PaymentRow): Promise<Refundable> {
  const { order_id: orderId, method_code: method, state } = payment
  const refunds = (await listRefundsOf(db, siteId, orderId)).filter((one) => one.doubt_id === null)
  const open = method === 'company_terms' ? await readOpenCents(db, siteId, orderId) : 0
  const asParts = (rows: readonly RefundRow[]) =>
    rows.map(({ amount_cents, state }) => ({ amountCents: amount_cents, state }))
  if (open > 0) {
    // What is done lowered what is open.
    const asked = refunds.filter((one) => one.kind === 'credit' && one.state !== 'done')
    return { method, state, receivedCents: open, refunds: asParts(asked), isCredit: true }
  }
  if (!isRecorded(method)) {
    const own = refunds.filter((one) => one.payment_id === payment.id)
    return { method, state, receivedCents: payment.amount_cents, refunds: asParts(own) }
  }
  // Checks and transfers belong to the order, so the latest payment they're for represents them all.
  const [received, byHand, { status }] = await Promise.all([
    receivedCents(db, siteId, orderId),
    byHandOf(db, siteId, orderId),
    lockPaidFor(db, siteId, orderId),
  ])
  return {
    method,
    state,
    receivedCents: byHand.at(-1) === payment.id ? received : 0,
    refunds: asParts(refunds.filter((one) => byHand.includes(one.payment_id) && one.kind !== 'credit')),
    isClosed: status === 'declined',
  }
}

async function changeAs(
  kit: MoneyKit,
  site: SiteRow,
  refundId: number,
  change: (db: Db, refund: RefundRow, at: Date) => Promise<RefundRow | undefined>,
): Promise<RefundWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const known = await findRefund(db, site.id, refundId)
    if (known === undefined) throw new Refusal('not_found')
    await lockPaidFor(db, site.id, known.order_id)
    const refund = (await findRefund(db, site.id, refundId))!
    const changed = await change(db, refund, kit.now())
    if (changed === undefined) throw new Refusal('refund_changed')
    return readWire(db, changed)
  })
}

async function assertStillHere(db: Db, refund: RefundRow) {
  if (!(await isMoneyStillHere(db, refund.site_id, refund))) throw new Refusal('refund_not_covered')
}

/** Cards claimed or mailed since the request can't be refunded. */
async function assertStillIn(db: Db, refund: RefundRow) {
  if (refund.doubt_id !== null) return
  const { amount_cents: cents, site_id, order_id } = refund
  await assertCardsNotOut(db, site_id, order_id, { cents, promisedCents: cents })
}

/**
 * A top-up that was spent can't be refunded, too.
 *
 * @throws {Refusal} `refund_too_large`
 */
async function assertInBalance(db: Db, topUp: TopUpRow, cents: number) {
  const left = Math.max(0, await lockBalance(db, topUp.site_id, topUp.company_id!))
  if (cents > left) throw new Refusal('refund_too_large', { left: formatCents(left) })
}

/** Once it's approved, a refund is on its way, or, to a company's balance or an open invoice, done. */
async function startRefund(
  db: Db,
  kit: Pick<MoneyKit, 'jobs' | 'now'>,
  refund: RefundRow,
  actor: string,
): Promise<RefundRow> {
  const { site_id: siteId, order_id: orderId } = refund
  const at = kit.now()
  const order = await lockPaidFor(db, siteId, orderId)
  if (order.status === TOP_UP) await settleTopUp(db, order, { at })
  if (refund.state !== 'approved') return refund
  if (refund.doubt_id === null) await stopUncovered(db, siteId, orderId, { actor, at })
  if (refund.kind === 'balance' || refund.kind === 'credit') {
    const done = (await changeRefund(db, refund, { state: 'done' }, at))!
    tell(db, done, actor, at)
    await refundIsDone(db, siteId, done, actor, at)
    return done
  }
  if (refund.kind === 'by_hand') return refund
  await kit.jobs.enqueue(db, carryOutRefund, { siteId: refund.site_id, refundId: refund.id })
  return refund
}

function tell(db: Db, refund: RefundRow, actor: string, at: Date) {
  const { id, site_id, amount_cents, kind, state } = refund
  const facts = { amount_cents, kind, payment: refund.payment_id, order: refund.order_id }
  record(db, site_id, { actor, event: `refund.${state}`, subject: `refund:${id}`, facts, at })
}

async function readWire(db: Db, refund: RefundRow): Promise<RefundWire> {
  const [wire] = await readWires(db, refund.site_id, [refund])
  return wire!
}

/** Three queries, however many refunds. */
async function readWires(db: Db, siteId: number, refunds: readonly RefundRow[]): Promise<RefundWire[]> {
  const idsOf = (key: 'payment_id' | 'order_id') => [...new Set(refunds.map((refund) => refund[key]))]
  const [payments, orders, names] = await Promise.all([
    readPayments(db, siteId, idsOf('payment_id')),
    readOrderNames(db, siteId, idsOf('order_id')),
    namesOfStaff(db, siteId),
  ])
  return refunds.map((refund) =>
    refundWire(refund, payments.get(refund.payment_id)!, orders.get(refund.order_id)!.number, names),
  )
}

export function refundWire(
  row: RefundRow,
  payment: Pick<PaymentRow, 'method_code'>,
  orderNumber: string,
  names: ReadonlyMap<string, string>,
): RefundWire {
  const {
    site_id: _,
    transaction_id: __,
    provider_transaction_id: ___,
    approved_at: ____,
    created_at,
    updated_at,
    stuck_since,
    doubt_id: discrepancyId,
    ...rest
  } = row
  return {
    ...rest,
    discrepancy_id: discrepancyId,
    stuck_since: stuck_since?.toISOString() ?? null,
    order_number: orderNumber,
    asked_by_name: names.get(row.asked_by) ?? '',
    approved_by_name: names.get(row.approved_by) ?? '',
    method_code: payment.method_code,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
