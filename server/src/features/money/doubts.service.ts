import type { PaymentDoubt } from '@laurel/contract/office-doubts'
import { DOUBT_WORDS, type DoubtChoices, doubtChoices } from '@laurel/domain/payment-doubt'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { reconcileOne } from '../checkout/reconcile-one.jobs.ts'
import { verifyAttempt } from '../checkout/verify-attempt.ts'
import { lockOrderOfSite, type OrderRow, readOrderNames } from '../orders/orders.repo.ts'
import { type DoubtRow, findDoubt, listDoubtRows } from '../payments/doubts.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { lockPayment, type PaymentRow, readPayments } from '../payments/payments.repo.ts'
import { giveBackStray, settleDoubt } from '../refunds/refund-strays.ts'
import { latestRefundsOfDoubts } from '../refunds/refunds.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Wire = z.input<typeof PaymentDoubt>
type Decision = { doubtId: number; note: string }

export function listDoubts(
  { pool }: Pick<PaymentKit, 'pool'>,
  site: SiteRow,
  asked: PageAsked & { only?: 'open' | undefined },
) {
  return inSite(pool, site.id, async (db) => {
    const { page, page_size: size, only } = asked
    const { rows, count } = await listDoubtRows(db, site.id, { only, limit: size, offset: (page - 1) * size })
    const results = await doubtWires(db, site.id, rows)
    return pageOfResults(`/api/v1/office/payment_doubts/${only ? '?only=open' : ''}`, asked, count, results)
  })
}

/**
 * Accepts a late payment for its order. The provider is asked once more, and the order moves as after any
 * verified answer, only if it still costs exactly this much.
 *
 * @throws {Refusal} `not_found`; `doubt_changed_meanwhile`; `doubt_not_acceptable`; `payment_unknown`
 */
export async function acceptDoubt(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  { doubtId, note }: Decision,
): Promise<Wire> {
  const { payment_id } = await inSite(kit.pool, site.id, (db) => readOpen(db, site.id, doubtId, 'accept'))
  await verifyAttempt(kit, site, payment_id, actor.by, { accepts: { doubtId, note } })
  return inSite(kit.pool, site.id, async (db) => doubtWire(db, (await findDoubt(db, site.id, doubtId))!))
}

/**
 * Refunds a payment that fits no order, like any refund: requested from the provider once, and above the site's
 * limit only with a second person's approval. Until then it's in the order's ledger.
 *
 * @throws {Refusal} `not_found`; `doubt_changed_meanwhile`
 */
export function giveBackDoubt(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  decision: Decision,
): Promise<Wire> {
  const { doubtId, note } = decision
  return decide(kit, site, doubtId, 'giveBack', async (db, doubt, at) => {
    const payment = await lockPayment(db, site.id, doubt.payment_id)
    // The provider can't return bank debits; an unsettled charge is voided as a whole.
    const byCard = doubt.status === 'STL' ? 'return' : 'void'
    const kind = payment.method_code === 'elavon_cc' ? byCard : 'by_hand'
    await giveBackStray(db, kit, site, payment, doubt, { by: actor.by, note, kind, at })
  })
}

/**
 * Dismisses a report about money that isn't ours.
 *
 * @throws {Refusal} `not_found`; `doubt_changed_meanwhile`
 */
export function dismissDoubt(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  decision: Decision,
): Promise<Wire> {
  const { doubtId, note } = decision
  return decide(kit, site, doubtId, 'dismiss', (db, doubt, at) =>
    settleDoubt(db, doubt, { state: 'dismissed', by: actor.by, note, at }),
  )
}

function decide(
  kit: PaymentKit,
  site: SiteRow,
  doubtId: number,
  choice: keyof DoubtChoices,
  act: (db: Db, doubt: DoubtRow, at: Date) => Promise<void>,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const known = await readOpen(db, site.id, doubtId, choice)
    await lockOrderOfSite(db, site.id, known.order_id)
    const doubt = await readOpen(db, site.id, doubtId, choice)
    await act(db, doubt, kit.now())
    // Without it the attempt may be over, and its order free.
    await kit.jobs.enqueue(db, reconcileOne, { siteId: site.id, paymentId: doubt.payment_id })
    return doubtWire(db, (await findDoubt(db, site.id, doubtId))!)
  })
}

async function readOpen(db: Db, siteId: number, id: number, choice: keyof DoubtChoices): Promise<DoubtRow> {
  const doubt = await findDoubt(db, siteId, id)
  if (doubt === undefined) throw new Refusal('not_found')
  if (!doubtChoices(doubt)[choice]) throw new Refusal('doubt_changed_meanwhile')
  return doubt
}

async function doubtWire(db: Db, row: DoubtRow): Promise<Wire> {
  const [wire] = await doubtWires(db, row.site_id, [row])
  return wire!
}

/** Three queries, however many doubts. */
async function doubtWires(db: Db, siteId: number, rows: readonly DoubtRow[]): Promise<Wire[]> {
  const idsOf = (key: 'payment_id' | 'order_id' | 'id') => [...new Set(rows.map((row) => row[key]))]
  const [payments, orders, refunds] = await Promise.all([
    readPayments(db, siteId, idsOf('payment_id')),
    readOrderNames(db, siteId, idsOf('order_id')),
    latestRefundsOfDoubts(db, siteId, idsOf('id')),
  ])
  return rows.map((row) =>
    wireOf(row, {
      payment: payments.get(row.payment_id)!,
      order: orders.get(row.order_id)!,
      refundId: refunds.get(row.id) ?? null,
    }),
  )
}

type About = {
  payment: PaymentRow
  order: { number: string; status: OrderRow['status'] }
  refundId: number | null
}

function wireOf(row: DoubtRow, { payment, order, refundId }: About): Wire {
  const { site_id: _, status: __, found_at, updated_at, ...rest } = row
  const choices = doubtChoices(row)
  return {
    ...rest,
    order_number: order.status === 'cart' ? '' : order.number,
    order_status: order.status,
    method_code: payment.method_code,
    payment_state: payment.state,
    expected_cents: payment.amount_cents,
    words: DOUBT_WORDS[row.reason],
    refund_id: refundId,
    found_at: found_at.toISOString(),
    updated_at: updated_at.toISOString(),
    can_accept: choices.accept,
    can_give_back: choices.giveBack && row.amount_cents !== null,
    can_dismiss: choices.dismiss,
  }
}
