import { isCashAccount, type LedgerAccount } from './ledger.ts'
import { type CashAccount, methodOf, WAYS_TO_PAY } from './payment-method.ts'
import type { PaymentState } from './payment-state.ts'
import type { RefundKind, RefundState } from './refund-rules.ts'

// What staff read about payments, refunds, and the ledger, on screen and in files.

export const PAYMENT_STATE_WORDS: Readonly<Record<PaymentState, string>> = {
  started: 'On the payment page',
  submitted: 'Processing',
  paid: 'Paid',
  settled: 'Settled',
  failed: 'Failed',
  expired: 'Expired',
  abandoned: 'Abandoned',
  refunded: 'Refunded',
}

export const REFUND_STATE_WORDS: Readonly<Record<RefundState, string>> = {
  asked: 'Needs a second person',
  approved: 'To be sent',
  sent: 'At the provider',
  unknown: 'Awaiting confirmation',
  done: 'Refunded',
  failed: 'Failed',
  refused: 'Rejected',
}

export const REFUND_KIND_WORDS: Readonly<Record<RefundKind, string>> = {
  void: 'Charge canceled',
  return: 'Refunded to the card',
  by_hand: 'By check or transfer',
  balance: 'To the company balance',
  credit: 'Credited to the open invoice',
}

export const RECEIVED_PAYMENT_WORDS = {
  matched: 'Matched',
  unmatched: 'Not matched',
  refunded: 'Refunded',
  undone: 'Undone',
} as const
export type ReceivedPaymentStatus = keyof typeof RECEIVED_PAYMENT_WORDS

const ACCOUNT_WORDS: Readonly<Record<Exclude<LedgerAccount, CashAccount>, string>> = {
  receivable: 'Owed by the customer',
  card_value: 'Card value',
  card_fees: 'Card fees',
  delivery: 'Delivery',
  company_terms: 'Unpaid invoices',
  refunds_given: 'Refunded',
}

export function accountWords(account: LedgerAccount): string {
  return isCashAccount(account) ? WAYS_TO_PAY[methodOf(account)].accountName : ACCOUNT_WORDS[account]
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  'order.placed': 'Order placed',
  'order.declined': 'Order declined',
  'money.received': 'Payment received',
  'money.returned': 'Payment returned',
  'refund.allowed': 'Refund approved',
  'refund.paid': 'Refund sent',
  'terms.owed': 'Added to invoice',
  'terms.settled': 'Invoice paid',
  'stray.received': 'Payment received that doesn’t belong to this order',
  'stray.accepted': 'Late payment accepted for this order',
}

/** A ledger event in words. Shows an unknown event as it is. */
export function moneyEventWords(event: string): string {
  const words = EVENT_WORDS[event.replace(/\.\d+$/, '')]
  if (words !== undefined) return words
  const plain = event.replaceAll(/[._]/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
