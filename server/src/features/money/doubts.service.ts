import type { PaymentDoubt } from '@laurel/contract/office-doubts'
import { postMoneyReceived } from '@laurel/domain/ledger'
import { DOUBT_WORDS, type DoubtChoices, doubtChoices } from '@laurel/domain/payment-doubt'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { record } from '../audit/audit.service.ts'
import { findOrderOfSite, lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import { changeDoubt, type DoubtRow, findDoubt, listDoubtRows } from '../payments/doubts.repo.ts'
import { post } from '../payments/ledger.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment, lockPayment } from '../payments/payments.repo.ts'
import { reconcileOne } from '../payments/reconcile-one.jobs.ts'
import { verifyAttempt } from '../payments/verify-attempt.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findRefundOfDoubt } from './refunds.repo.ts'
import { writeRefund } from './refunds.service.ts'

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
    const results: Wire[] = []
    for (const row of rows) results.push(await doubtWire(db, row))
    return pageOfResults(`/api/v1/office/payment_doubts/${only ? '?only=open' : ''}`, asked, count, results)
  })
}

/**
 * Lets late money pay its order. The provider is asked once more, and the order moves as on any verified
 * answer: only if this is still what it costs.
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
  await verifyAttempt(kit, site, payment_id, actor.by, { doubtId, note })
  return inSite(kit.pool, site.id, async (db) => doubtWire(db, (await findDoubt(db, site.id, doubtId))!))
}

/**
 * Gives money that fits no order back to where it came from, as any refund: told to the provider once, and
 * above the site's limit only when a second person agrees. It stands in the order's ledger meanwhile.
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
  return decide(kit, site, doubtId, 'giveBack', async (db, doubt, order, at) => {
    if (doubt.amount_cents === null) throw new Refusal('doubt_changed_meanwhile')
    const payment = await lockPayment(db, site.id, doubt.payment_id)
    await settle(db, doubt, { state: 'giving_back', by: actor.by, note, at })
    const amountCents = doubt.amount_cents
    await post(db, site.id, {
      orderId: order.id,
      event: 'stray.received',
      source: `doubt:${doubt.id}`,
      posting: postMoneyReceived(payment.method_code, amountCents),
      at,
    })
    // The provider returns no bank debits; a charge of today it takes back whole.
    const byCard = doubt.status === 'STL' ? 'return' : 'void'
    const kind = payment.method_code === 'elavon_cc' ? byCard : 'by_hand'
    await writeRefund(db, kit, site, payment, { amountCents, reason: note, by: actor.by, kind, doubtId })
  })
}

/**
 * Puts aside what is reported and none of our money.
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
  return decide(kit, site, doubtId, 'dismiss', (db, doubt, _order, at) =>
    settle(db, doubt, { state: 'dismissed', by: actor.by, note, at }),
  )
}

function decide(
  kit: PaymentKit,
  site: SiteRow,
  doubtId: number,
  choice: keyof DoubtChoices,
  act: (db: Db, doubt: DoubtRow, order: OrderRow, at: Date) => Promise<void>,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const known = await readOpen(db, site.id, doubtId, choice)
    const order = await lockOrderOfSite(db, site.id, known.order_id)
    const doubt = await readOpen(db, site.id, doubtId, choice)
    await act(db, doubt, order, kit.now())
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

type Settled = { state: 'giving_back' | 'dismissed'; by: string; note: string; at: Date }

async function settle(db: Db, doubt: DoubtRow, { state, by, note, at }: Settled): Promise<void> {
  if (!(await changeDoubt(db, doubt, { state, decided_by: by, note }, at))) {
    throw new Refusal('doubt_changed_meanwhile')
  }
  const facts = { payment: doubt.payment_id, amount_cents: doubt.amount_cents, note }
  const subject = `doubt:${doubt.id}`
  record(db, doubt.site_id, { actor: by, event: `doubt.${state}`, subject, facts, at })
}

async function doubtWire(db: Db, row: DoubtRow): Promise<Wire> {
  const { site_id: siteId, status: _, found_at, updated_at, ...rest } = row
  const payment = (await findPayment(db, siteId, row.payment_id))!
  const order = await findOrderOfSite(db, siteId, row.order_id)
  const refund = await findRefundOfDoubt(db, siteId, row.id)
  const choices = doubtChoices(row)
  return {
    ...rest,
    order_number: order.status === 'cart' ? '' : (order.number ?? ''),
    order_status: order.status,
    method_code: payment.method_code,
    payment_state: payment.state,
    expected_cents: payment.amount_cents,
    words: DOUBT_WORDS[row.reason],
    refund_id: refund?.id ?? null,
    found_at: found_at.toISOString(),
    updated_at: updated_at.toISOString(),
    can_accept: choices.accept,
    can_give_back: choices.giveBack && row.amount_cents !== null,
    can_dismiss: choices.dismiss,
  }
}
