import { postMoneyReceived } from '@laurel/domain/ledger'
import { automaticRefund } from '@laurel/domain/payment-doubt'
import { isHostedPage } from '@laurel/domain/payment-state'
import type { RefundKind } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { post } from '../ledger/ledger.repo.ts'
import { mailStrayRefunded } from '../mail/order-mail.jobs.ts'
import { changeDoubt, type DoubtRow, listDoubtsOf } from '../payments/doubts.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import type { PaymentRow } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findRefundOfDoubt } from './refunds.repo.ts'
import { writeRefund } from './refunds.service.ts'

type Kit = Pick<PaymentKit, 'jobs' | 'now'>

export const AUTOMATIC_NOTE = 'Paid after the customer had left the payment page. Refunded automatically.'

/**
 * Refunds what came in for an abandoned attempt, once for each charge, and tells the customer. A charge whose
 * automatic refund the provider refused waits for a person. The order and the payment must be held.
 *
 * @see docs/decisions/0029
 */
export async function refundStrays(db: Db, kit: Kit, site: SiteRow, payment: PaymentRow): Promise<void> {
  const method = payment.method_code
  if (!isHostedPage(method)) return
  const at = kit.now()
  for (const doubt of await listDoubtsOf(db, site.id, payment.id)) {
    const kind = automaticRefund({ ...doubt, amountCents: doubt.amount_cents }, method)
    if (kind === undefined || (await findRefundOfDoubt(db, site.id, doubt.id)) !== undefined) continue
    await giveBackStray(db, kit, site, payment, doubt, { by: 'system', note: AUTOMATIC_NOTE, kind, at })
    await kit.jobs.enqueue(db, mailStrayRefunded, {
      siteId: site.id,
      orderId: doubt.order_id,
      doubtId: doubt.id,
    })
    crashPoint('stray.refunding')
  }
}

type GivenBack = { by: string; note: string; kind: RefundKind; at: Date }

/**
 * Starts the refund of money that belongs to no payment. Until then it's in the order's ledger.
 *
 * @throws {Refusal} `doubt_changed_meanwhile`
 */
export async function giveBackStray(
  db: Db,
  kit: Kit,
  site: SiteRow,
  payment: PaymentRow,
  doubt: DoubtRow,
  { by, note, kind, at }: GivenBack,
): Promise<void> {
  const { id: doubtId, amount_cents: amountCents } = doubt
  if (amountCents === null) throw new Refusal('doubt_changed_meanwhile')
  await settleDoubt(db, doubt, { state: 'giving_back', by, note, at })
  await post(db, site.id, {
    orderId: doubt.order_id,
    event: 'stray.received',
    source: `doubt:${doubtId}`,
    posting: postMoneyReceived(payment.method_code, amountCents),
    at,
  })
  await writeRefund(db, kit, site, payment, { amountCents, reason: note, by, kind, doubtId })
}

type Settled = { state: 'giving_back' | 'dismissed'; by: string; note: string; at: Date }

/** @throws {Refusal} `doubt_changed_meanwhile` */
export async function settleDoubt(db: Db, doubt: DoubtRow, { state, by, note, at }: Settled): Promise<void> {
  if (!(await changeDoubt(db, doubt, { state, decided_by: by, note }, at))) {
    throw new Refusal('doubt_changed_meanwhile')
  }
  const facts = { payment: doubt.payment_id, amount_cents: doubt.amount_cents, note }
  const subject = `doubt:${doubt.id}`
  record(db, doubt.site_id, { actor: by, event: `doubt.${state}`, subject, facts, at })
}
