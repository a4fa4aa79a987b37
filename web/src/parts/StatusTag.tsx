import { Tag, type TagTone } from './Tag.tsx'

/** The states an order shows (docs/spec.md §4, "Display status"). */
export type DisplayStatus = 'in_review' | 'pending_payment' | 'approved' | 'shipped' | 'rejected'

const STATUSES: Record<DisplayStatus, { tone: TagTone; word: string }> = {
  pending_payment: { tone: 'wait', word: 'Pending payment' },
  in_review: { tone: 'wait', word: 'In review' },
  approved: { tone: 'good', word: 'Approved' },
  shipped: { tone: 'good', word: 'Shipped' },
  rejected: { tone: 'bad', word: 'Rejected' },
}

type StatusTagProps = {
  status: DisplayStatus
  /** A bank debit is under way: there is nothing left to pay, only to wait for. */
  isClearing?: boolean
}

export function StatusTag({ status, isClearing = false }: StatusTagProps) {
  const { tone, word } = isClearing ? { tone: 'wait' as const, word: 'Clearing' } : STATUSES[status]
  return <Tag tone={tone}>{word}</Tag>
}
