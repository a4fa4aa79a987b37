import type { DiscrepancyState } from '@laurel/domain/payment-discrepancy'
import type { RefundState } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { changeDiscrepancy, findDiscrepancy } from '../payments/discrepancies.repo.ts'
import type { RefundRow } from './refunds.repo.ts'

/** A refund that ends without giving back leaves its discrepancy to be decided again. */
const DISCREPANCY_AFTER: Partial<Record<RefundState, DiscrepancyState>> = {
  done: 'given_back',
  failed: 'open',
  refused: 'open',
}

/** Updates the discrepancy behind a refund to the refund's state. The order must be locked. */
export async function followRefund(db: Db, refund: RefundRow, actor: string, at: Date): Promise<void> {
  const to = DISCREPANCY_AFTER[refund.state]
  if (refund.doubt_id === null || to === undefined) return
  const discrepancy = await findDiscrepancy(db, refund.site_id, refund.doubt_id)
  if (discrepancy?.state !== 'giving_back') return
  await changeDiscrepancy(db, discrepancy, { state: to }, at)
  const event = to === 'open' ? 'doubt.reopened' : 'doubt.given_back'
  const subject = `doubt:${discrepancy.id}`
  record(db, refund.site_id, { actor, event, subject, facts: { refund: refund.id }, at })
}
