import { formatCents } from '@laurel/domain/money'
import { OFFICE_STATUS_LABELS, type OfficeStatus, officeStatus } from '@laurel/domain/office-status'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import type { OfficeOrderLine } from './office.queries.ts'

export const STATUS_TONES: Readonly<Record<OfficeStatus, TagTone>> = {
  in_review: 'wait',
  pending_payment: 'wait',
  approved: 'good',
  shipped: 'good',
  fulfilled: 'good',
  declined: 'bad',
  refunded: 'plain',
}

/** An order's status, named as in the filters. */
export function OfficeStatusTag({ order }: { order: StatusFacts }) {
  const shown = shownStatusOf(order)
  return (
    <>
      <Tag tone={STATUS_TONES[shown]}>{OFFICE_STATUS_LABELS[shown]}</Tag>
      {order.refundState === 'partial' && <Tag>{formatCents(order.refundedCents)} refunded</Tag>}
    </>
  )
}

type StatusFacts = Pick<OfficeOrderLine, 'status' | 'displayStatus' | 'refundState' | 'refundedCents'>

/** Only the status shown to customers says whether a fulfilled order has shipped. */
export function shownStatusOf({
  status,
  displayStatus,
  refundState,
}: Omit<StatusFacts, 'refundedCents'>): OfficeStatus {
  return officeStatus({ status, isShipped: displayStatus === 'shipped', refundState })
}
