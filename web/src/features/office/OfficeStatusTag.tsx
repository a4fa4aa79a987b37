import { formatCents } from '@laurel/domain/money'
import { OFFICE_STATUS_LABELS, type OfficeStatus, officeStatus } from '@laurel/domain/office-status'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import type { OfficeOrderLine } from './office.queries.ts'

const TONES: Readonly<Record<OfficeStatus, TagTone>> = {
  in_review: 'wait',
  pending_payment: 'wait',
  approved: 'good',
  shipped: 'good',
  fulfilled: 'good',
  declined: 'bad',
  refunded: 'plain',
}

/** An order's state, said as the filters of the office say it. */
export function OfficeStatusTag({ order }: { order: StatusFacts }) {
  const shown = shownStatusOf(order)
  return (
    <>
      <Tag tone={TONES[shown]}>{OFFICE_STATUS_LABELS[shown]}</Tag>
      {order.refundState === 'partial' && <Tag>{formatCents(order.refundedCents)} refunded</Tag>}
    </>
  )
}

type StatusFacts = Pick<OfficeOrderLine, 'status' | 'displayStatus' | 'refundState' | 'refundedCents'>

/** What customers are shown knows whether a fulfilled order is with its carrier. */
export function shownStatusOf({
  status,
  displayStatus,
  refundState,
}: Omit<StatusFacts, 'refundedCents'>): OfficeStatus {
  return officeStatus({ status, isShipped: displayStatus === 'shipped', refundState })
}
