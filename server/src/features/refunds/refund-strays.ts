import { postMoneyReceived } from '@laurel/domain/ledger'
import { automaticRefund } from '@laurel/domain/payment-discrepancy'
import { isHostedPage } from '@laurel/domain/payment-method'
import type { RefundKind } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { post } from '../ledger/ledger.repo.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import {
  changeDiscrepancy,
  type DiscrepancyRow,
  listDiscrepanciesOf,
} from '../payments/discrepancies.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import type { PaymentRow } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findRefundOfDiscrepancy } from './refunds.repo.ts'
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
  for (const discrepancy of await listDiscrepanciesOf(db, site.id, payment.id)) {
    const kind = automaticRefund({ ...discrepancy, amountCents: discrepancy.amount_cents }, method)
    if (kind === undefined || (await findRefundOfDiscrepancy(db, site.id, discrepancy.id)) !== undefined)
      continue
    await refundStray(db, kit, site, payment, discrepancy, { by: 'system', note: AUTOMATIC_NOTE, kind, at })
    await kit.jobs.enqueue(db, orderMail.strayRefunded, {
      siteId: site.id,
      orderId: discrepancy.order_id,
      discrepancyId: discrepancy.id,
    })
    crashPoint('stray.refunding')
  }
}

type StrayRefund = { by: string; note: string; kind: RefundKind; at: Date }

/**
 * Starts the refund of money that belongs to no payment. Until then it's in the order's ledger.
 *
 * @throws {Refusal} `discrepancy_changed`
 */
export async function refundStray(
  db: Db,
  kit: Kit,
  site: SiteRow,
  payment: PaymentRow,
  discrepancy: DiscrepancyRow,
  { by, note, kind, at }: StrayRefund,
): Promise<void> {
  const { id: discrepancyId, amount_cents: amountCents } = discrepancy
  if (amountCents === null) throw new Refusal('discrepancy_changed')
  await settleDiscrepancy(db, discrepancy, { state: 'giving_back', by, note, at })
  await post(db, site.id, {
    orderId: discrepancy.order_id,
    event: 'stray.received',
    source: `doubt:${discrepancyId}`,
    posting: postMoneyReceived(payment.method_code, amountCents),
    at,
  })
  await writeRefund(db, kit, site, payment, { amountCents, reason: note, by, kind, discrepancyId })
}

type Settled = { state: 'giving_back' | 'dismissed'; by: string; note: string; at: Date }

/** @throws {Refusal} `discrepancy_changed` */
export async function settleDiscrepancy(
  db: Db,
  discrepancy: DiscrepancyRow,
  { state, by, note, at }: Settled,
): Promise<void> {
  if (!(await changeDiscrepancy(db, discrepancy, { state, decided_by: by, note }, at))) {
    throw new Refusal('discrepancy_changed')
  }
  const facts = { payment: discrepancy.payment_id, amount_cents: discrepancy.amount_cents, note }
  const subject = `doubt:${discrepancy.id}`
  record(db, discrepancy.site_id, { actor: by, event: `doubt.${state}`, subject, facts, at })
}
