import { CANCELED_BY_CUSTOMER } from '@laurel/domain/order-status'
import { coversOrder } from '@laurel/domain/payment-state'
import type { Order } from '../../parts/delivery-text.ts'
import { PAYMENT_METHODS } from '../../parts/payment-methods.ts'
import { heldTypes } from './order-words.ts'

export type HistoryLine = { text: string; at: string; note: string }

type Told = Pick<Order, 'history' | 'payments' | 'cardItems' | 'declineReason'>

/** What has happened to an order, in words, the latest first. */
export function historyLines(order: Told, organization: string): HistoryLine[] {
  return order.history
    .map((move, index) => ({ text: moveText(order, index, organization), at: move.at, note: move.note }))
    .reverse()
}

function moveText(order: Told, index: number, organization: string): string {
  const isFirst = index === 0
  switch (order.history[index]!.status) {
    case 'pending_payment': {
      // Another way may have been chosen since.
      const placedBy = order.payments.findLast(({ createdAt }) => createdAt <= order.history[index]!.at)
      const method = (placedBy ?? order.payments.at(-1))?.methodCode
      if (isFirst && method === 'elavon_ach') return 'Placed, the bank debit is clearing'
      const by = method ? ` ${PAYMENT_METHODS[method].by}` : ''
      return isFirst ? `Placed, to be paid${by}` : 'Waiting for the payment'
    }
    case 'in_review':
      return isFirst ? `Placed and paid${paidBy(order)}` : `Paid${paidBy(order)}`
    case 'approved':
      return `Approved by ${organization}`
    case 'fulfilled':
      return heldTypes(order.cardItems).every((type) => type === 'digital')
        ? 'All emails sent'
        : 'All cards made'
    case 'declined':
      return order.declineReason === CANCELED_BY_CUSTOMER ? 'Canceled by you' : `Rejected by ${organization}`
    case 'cart':
      return 'Begun'
  }
}

function paidBy({ payments }: Told): string {
  const paid = payments.find(({ state }) => coversOrder(state))
  if (!paid) return ''
  // In one piece: "VISA •••• 4242" is read as one thing.
  const account = paid.maskedAccount ? `, ${paid.maskedAccount.replaceAll(' ', '\u00a0')}` : ''
  return ` ${PAYMENT_METHODS[paid.methodCode].by}${account}`
}
