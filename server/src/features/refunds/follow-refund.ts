import type { DoubtState } from '@laurel/domain/payment-doubt'
import type { RefundState } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { changeDoubt, findDoubt } from '../payments/doubts.repo.ts'
import type { RefundRow } from './refunds.repo.ts'

/** A refund that ends without giving back leaves its doubt to be decided again. */
const DOUBT_AFTER: Partial<Record<RefundState, DoubtState>> = {
  done: 'given_back',
  failed: 'open',
  refused: 'open',
}

/** Updates the discrepancy behind a refund to the refund's state. The order must be locked. */
export async function followRefund(db: Db, refund: RefundRow, actor: string, at: Date): Promise<void> {
  const to = DOUBT_AFTER[refund.state]
  if (refund.doubt_id === null || to === undefined) return
  const doubt = await findDoubt(db, refund.site_id, refund.doubt_id)
  if (doubt?.state !== 'giving_back') return
  await changeDoubt(db, doubt, { state: to }, at)
  const event = to === 'open' ? 'doubt.reopened' : 'doubt.given_back'
  const subject = `doubt:${doubt.id}`
  record(db, refund.site_id, { actor, event, subject, facts: { refund: refund.id }, at })
}
