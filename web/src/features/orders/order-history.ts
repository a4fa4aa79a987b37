import { formatCents } from '@laurel/domain/money'
import { isCanceledByCustomer } from '@laurel/domain/order-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { coversOrder } from '@laurel/domain/payment-state'
import type { AnswerOf } from '../../app/call.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { count } from '../../parts/format.ts'
import { heldTypes } from './order-words.ts'

export type HistoryLine = { text: string; at: string; note: string }
export type Activity = AnswerOf<'getOrderActivity'>['happened'][number]

type Told = Pick<Order, 'history' | 'payments' | 'cardItems' | 'declineReason' | 'isOwn' | 'placedBy'>

/** An order's history in words, newest first. */
export function historyLines(
  order: Told,
  organization: string,
  activity: readonly Activity[] = [],
): HistoryLine[] {
  const moves = order.history
    .map((move, index) => ({ text: moveText(order, index, organization), at: move.at, note: move.note }))
    .reverse()
  const others = activity.map((one) => ({
    text: activityText(one, organization),
    at: one.at,
    note: one.text,
  }))
  return [...moves, ...others].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** `Address of Ada Lovelace changed by you`, `$50.00 refunded by Northwind`. */
function activityText(
  { event, by, amountCents, count: many, recipient }: Activity,
  organization: string,
): string {
  const amount = formatCents(amountCents ?? 0)
  const who = { customer: ' by you', organization: ` by ${organization}`, recipient: '', system: '' }[by]
  const name = recipient || 'one recipient'
  switch (event) {
    case 'refund.approved':
      return `Refund of ${amount} started${who}`
    case 'refund.done':
      return `${amount} refunded`
    case 'refund.failed':
      return `Refund of ${amount} didn’t go through. ${organization} will look into it`
    case 'bounced':
      return many === 1 ? `Email to ${name} bounced` : `${count(many)} emails bounced`
    case 'returned':
      return many === 1 ? `Mail to ${name} returned` : `${count(many)} letters returned`
    case 'replaced':
      return many === 1 ? `Card for ${name} replaced${who}` : `${count(many)} cards replaced${who}`
    case 'converted':
      return many === 1
        ? `Card for ${name} sent by email instead${who}`
        : `${count(many)} cards sent by email instead${who}`
    case 'fixed':
      return many === 1 ? `Address of ${name} changed${who}` : `${count(many)} addresses changed${who}`
    case 'mailed':
      return many === 1 ? `Card for ${name} shipped` : `${count(many)} cards shipped`
    case 'message':
      return `Message from ${organization}`
    case 'queued':
      return many === 1 ? `Card for ${name} sent again${who}` : `${count(many)} cards sent again${who}`
  }
}

function moveText(order: Told, index: number, organization: string): string {
  const isFirst = index === 0
  switch (order.history[index]!.status) {
    case 'pending_payment': {
      // The customer may have chosen another way to pay since.
      const placedBy = order.payments.findLast(({ createdAt }) => createdAt <= order.history[index]!.at)
      const method = (placedBy ?? order.payments.at(-1))?.methodCode
      if (isFirst && method === 'elavon_ach') return 'Placed, the bank debit is clearing'
      const by = method ? ` ${WAYS_TO_PAY[method].by}` : ''
      return isFirst ? `Placed, to be paid${by}` : 'Waiting for the payment'
    }
    case 'in_review':
      // It's paid later, and the payment then says so.
      if (isFirst && order.payments.some(isOnInvoice)) return 'Placed on invoice'
      return isFirst ? `Placed and paid${paidBy(order)}` : `Paid${paidBy(order)}`
    case 'approved':
      return `Approved by ${organization}`
    case 'fulfilled':
      return heldTypes(order.cardItems).every((type) => type === 'digital')
        ? 'All emails sent'
        : 'All cards issued'
    case 'declined':
      if (!isCanceledByCustomer(order.declineReason)) return `Rejected by ${organization}`
      return `Canceled by ${order.isOwn ? 'you' : order.placedBy}`
    case 'awaiting_approval':
      return 'Sent for approval'
    case 'cart':
      return 'Begun'
  }
}

function isOnInvoice({ methodCode, state }: Told['payments'][number]): boolean {
  return methodCode === 'company_terms' && ['submitted', 'paid'].includes(state)
}

function paidBy({ payments }: Told): string {
  const paid = payments.find(({ state }) => coversOrder(state))
  if (!paid) return ''
  // Keep "VISA •••• 4242" on one line.
  const account = paid.maskedAccount ? `, ${paid.maskedAccount.replaceAll(' ', '\u00a0')}` : ''
  return ` ${WAYS_TO_PAY[paid.methodCode].by}${account}`
}
