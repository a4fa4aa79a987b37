import { formatCents } from '@laurel/domain/money'
import { type ShownStatus, shownStatus } from '@laurel/domain/order-refund'
import { DISPLAY_LABELS, displayStatus, isCanceledByCustomer } from '@laurel/domain/order-status'
import { pageTexts, useTexts } from '../app/texts.ts'
import type { Order } from './delivery-text.ts'
import { Tag, type TagTone } from './Tag.tsx'

type StatusWord = { tone: TagTone; word: string }

const STATUSES: Record<ShownStatus, StatusWord> = {
  pending_payment: { tone: 'wait', word: DISPLAY_LABELS.pending_payment },
  in_review: { tone: 'wait', word: DISPLAY_LABELS.in_review },
  approved: { tone: 'good', word: DISPLAY_LABELS.approved },
  shipped: { tone: 'good', word: DISPLAY_LABELS.shipped },
  rejected: { tone: 'bad', word: DISPLAY_LABELS.rejected },
  refunded: { tone: 'plain', word: /*i18n*/ 'Refunded' },
}

type StatusTagProps = {
  order: Pick<
    Order,
    'status' | 'displayStatus' | 'refundState' | 'refundedCents' | 'payments' | 'declineReason'
  >
}

/** An order's status (docs/spec.md §4, "Display status") and its partial refund. */
export function StatusTag({ order }: StatusTagProps) {
  const i18n = useTexts()
  const { tone, word } = statusWord(order)
  return (
    <>
      <Tag tone={tone}>{i18n.t(word)}</Tag>
      {order.refundState === 'partial' && (
        <Tag>{i18n.t('{refunded} refunded', { refunded: formatCents(order.refundedCents) })}</Tag>
      )}
    </>
  )
}

/** The same, where only the status is known. */
export function ShortStatusTag({ status }: { status: string }) {
  const i18n = useTexts()
  const { tone, word } = STATUSES[displayStatus({ status, isShipped: false })]
  return <Tag tone={tone}>{i18n.t(word)}</Tag>
}

function statusWord(order: StatusTagProps['order']): StatusWord {
  const i18n = pageTexts()

  // The customer has paid and waits for the bank.
  if (isClearing(order)) return { tone: 'wait', word: i18n.t('Clearing') }
  const status = shownStatus(order)
  const isCanceled = status === 'rejected' && isCanceledByCustomer(order.declineReason)
  return isCanceled ? { tone: 'plain', word: i18n.t('Canceled') } : STATUSES[status]
}

/** Whether a bank debit is in progress: the customer has paid, but the money hasn't arrived. */
export function isClearing({ status, payments }: Pick<Order, 'status' | 'payments'>): boolean {
  return (
    status === 'pending_payment' &&
    payments.some(
      ({ methodCode, state }) =>
        methodCode === 'elavon_ach' && (state === 'submitted' || state === 'paid' || state === 'settled'),
    )
  )
}
