import type { PaymentDiscrepancy } from '@laurel/contract/office-discrepancies'
import { api } from '@laurel/contract/routes'
import { isUnplaced } from '@laurel/domain/order-status'
import {
  DISCREPANCY_WORDS,
  type DiscrepancyChoices,
  discrepancyChoices,
} from '@laurel/domain/payment-discrepancy'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import { reconcileOne } from '../checkout/reconcile-one.jobs.ts'
import { verifyAttempt } from '../checkout/verify-attempt.ts'
import { lockPaidFor, type OrderRow, readOrderNames, type TopUpRow } from '../orders/orders.repo.ts'
import { type DiscrepancyRow, findDiscrepancy, listDiscrepancyRows } from '../payments/discrepancies.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { lockPayment, type PaymentRow, readPayments } from '../payments/payments.repo.ts'
import { refundStray, settleDiscrepancy } from '../refunds/refund-strays.ts'
import { latestRefundsOfDiscrepancies } from '../refunds/refunds.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Wire = z.input<typeof PaymentDiscrepancy>
type Decision = { discrepancyId: number; note: string }

export function listDiscrepancies(
  { pool }: Pick<PaymentKit, 'pool'>,
  site: SiteRow,
  asked: PageAsked & { only?: 'open' | undefined },
) {
  return inSite(pool, site.id, async (db) => {
    const { only } = asked
    const { rows, count } = await listDiscrepancyRows(db, site.id, { only, ...windowOf(asked) })
    const results = await discrepancyWires(db, site.id, rows)
    return pageOfResults(api.listPaymentDiscrepancies.path, { only }, asked, count, results)
  })
}

/**
 * Accepts a late payment for its order. The provider is asked once more, and the order moves as after any
 * verified answer, only if it still costs exactly this much.
 *
 * @throws {Refusal} `not_found`; `discrepancy_changed`; `discrepancy_not_acceptable`; `payment_unknown`
 */
export async function acceptDiscrepancy(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  { discrepancyId, note }: Decision,
): Promise<Wire> {
  const { payment_id } = await inSite(kit.pool, site.id, (db) =>
    readOpen(db, site.id, discrepancyId, 'accept'),
  )
  await verifyAttempt(kit, site, payment_id, actor.by, { accepts: { discrepancyId, note } })
  return inSite(kit.pool, site.id, async (db) =>
    discrepancyWire(db, (await findDiscrepancy(db, site.id, discrepancyId))!),
  )
}

/**
 * Refunds a payment that fits no order, like any refund: requested from the provider once, and above the site's
 * limit only with a second person's approval. Until then it's in the order's ledger.
 *
 * @throws {Refusal} `not_found`; `discrepancy_changed`
 */
export function refundDiscrepancy(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  decision: Decision,
): Promise<Wire> {
  const { discrepancyId, note } = decision
  return decide(kit, site, discrepancyId, 'refund', async (db, discrepancy, at) => {
    const payment = await lockPayment(db, site.id, discrepancy.payment_id)
    // The provider can't return bank debits; an unsettled charge is voided as a whole.
    const byCard = discrepancy.status === 'STL' ? 'return' : 'void'
    const kind = payment.method_code === 'elavon_cc' ? byCard : 'by_hand'
    await refundStray(db, kit, site, payment, discrepancy, { by: actor.by, note, kind, at })
  })
}

/**
 * Dismisses a report about money that isn't ours.
 *
 * @throws {Refusal} `not_found`; `discrepancy_changed`
 */
export function dismissDiscrepancy(
  kit: PaymentKit,
  site: SiteRow,
  actor: Staff,
  decision: Decision,
): Promise<Wire> {
  const { discrepancyId, note } = decision
  return decide(kit, site, discrepancyId, 'dismiss', (db, discrepancy, at) =>
    settleDiscrepancy(db, discrepancy, { state: 'dismissed', by: actor.by, note, at }),
  )
}

function decide(
  kit: PaymentKit,
  site: SiteRow,
  discrepancyId: number,
  choice: keyof DiscrepancyChoices,
  act: (db: Db, discrepancy: DiscrepancyRow, at: Date) => Promise<void>,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const known = await readOpen(db, site.id, discrepancyId, choice)
    await lockPaidFor(db, site.id, known.order_id)
    const discrepancy = await readOpen(db, site.id, discrepancyId, choice)
    await act(db, discrepancy, kit.now())
    // Without it the attempt may be over, and its order free.
    await kit.jobs.enqueue(db, reconcileOne, { siteId: site.id, paymentId: discrepancy.payment_id })
    return discrepancyWire(db, (await findDiscrepancy(db, site.id, discrepancyId))!)
  })
}

async function readOpen(
  db: Db,
  siteId: number,
  id: number,
  choice: keyof DiscrepancyChoices,
): Promise<DiscrepancyRow> {
  const discrepancy = await findDiscrepancy(db, siteId, id)
  if (discrepancy === undefined) throw new Refusal('not_found')
  if (!discrepancyChoices(discrepancy)[choice]) throw new Refusal('discrepancy_changed')
  return discrepancy
}

async function discrepancyWire(db: Db, row: DiscrepancyRow): Promise<Wire> {
  const [wire] = await discrepancyWires(db, row.site_id, [row])
  return wire!
}

/** Three queries, however many discrepancies. */
async function discrepancyWires(db: Db, siteId: number, rows: readonly DiscrepancyRow[]): Promise<Wire[]> {
  const idsOf = (key: 'payment_id' | 'order_id' | 'id') => [...new Set(rows.map((row) => row[key]))]
  const [payments, orders, refunds] = await Promise.all([
    readPayments(db, siteId, idsOf('payment_id')),
    readOrderNames(db, siteId, idsOf('order_id')),
    latestRefundsOfDiscrepancies(db, siteId, idsOf('id')),
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
  order: { number: string; status: (OrderRow | TopUpRow)['status'] }
  refundId: number | null
}

function wireOf(row: DiscrepancyRow, { payment, order, refundId }: About): Wire {
  const { site_id: _, status: __, found_at, updated_at, ...rest } = row
  const choices = discrepancyChoices(row)
  return {
    ...rest,
    order_number: isUnplaced(order.status) ? '' : order.number,
    order_status: order.status,
    method_code: payment.method_code,
    payment_state: payment.state,
    expected_cents: payment.amount_cents,
    words: DISCREPANCY_WORDS[row.reason],
    refund_id: refundId,
    found_at: found_at.toISOString(),
    updated_at: updated_at.toISOString(),
    can_accept: choices.accept,
    can_refund: choices.refund && row.amount_cents !== null,
    can_dismiss: choices.dismiss,
  }
}
