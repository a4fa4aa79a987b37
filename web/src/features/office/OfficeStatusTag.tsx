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
}

/** An order's state, said as the filters of the office say it. */
export function OfficeStatusTag({ order }: { order: Pick<OfficeOrderLine, 'status' | 'displayStatus'> }) {
  // What customers are shown knows whether a fulfilled order is with its carrier.
  const status = officeStatus({ status: order.status, isShipped: order.displayStatus === 'shipped' })
  return <Tag tone={TONES[status]}>{OFFICE_STATUS_LABELS[status]}</Tag>
}
