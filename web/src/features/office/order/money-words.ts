import { isCashAccount, type LedgerAccount } from '@laurel/domain/ledger'
import { formatCents } from '@laurel/domain/money'
import { type CashAccount, isRecorded, methodOf, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import { holdsMoney, type RefundKind, type RefundState, refundKind } from '@laurel/domain/refund-rules'
import { capitalized, spaced } from '../../../parts/format.ts'
import type { TagTone } from '../../../parts/Tag.tsx'
import type { OrderMoney } from '../office.queries.ts'

type Payment = OrderMoney['payments'][number]
type Word = { word: string; tone: TagTone }

export const PAYMENT_STATE_WORDS: Readonly<Record<PaymentState, Word>> = {
  started: { word: 'On the payment page', tone: 'wait' },
  submitted: { word: 'Processing', tone: 'wait' },
  paid: { word: 'Paid', tone: 'good' },
  settled: { word: 'Settled', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  expired: { word: 'Expired', tone: 'plain' },
  abandoned: { word: 'Abandoned', tone: 'plain' },
  refunded: { word: 'Refunded', tone: 'plain' },
}

export const REFUND_STATE_WORDS: Readonly<Record<RefundState, Word>> = {
  asked: { word: 'Needs a second person', tone: 'warn' },
  approved: { word: 'To be sent', tone: 'wait' },
  sent: { word: 'At the provider', tone: 'wait' },
  unknown: { word: 'Awaiting confirmation', tone: 'warn' },
  done: { word: 'Refunded', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  refused: { word: 'Rejected', tone: 'plain' },
}

export const REFUND_KIND_WORDS: Readonly<Record<RefundKind, string>> = {
  void: 'Charge canceled',
  return: 'Refunded to the card',
  by_hand: 'By check or transfer',
  balance: 'To the company balance',
  credit: 'Credited to the open invoice',
}

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
  return EVENT_WORDS[event.replace(/\.\d+$/, '')] ?? capitalized(spaced(event))
}

/** `by card ending in 9990`. */
export function paidBy({ methodCode, maskedAccount }: Pick<Payment, 'methodCode' | 'maskedAccount'>): string {
  // The text for customers says "your".
  const by = methodCode === 'elavon_ach' ? 'by bank debit' : WAYS_TO_PAY[methodCode].by
  const last = /(\d{4})\D*$/.exec(maskedAccount)?.[1]
  return last ? `${by} ending in ${last}` : by
}

/** The state of a payment on the payment page, for staff. The payment's own message is for the customer. */
const HOSTED_DETAILS: Readonly<Record<PaymentState, string>> = {
  started: '',
  submitted: '',
  paid: '',
  settled: '',
  failed: 'The bank declined or returned it',
  expired: 'The payment page closed before anything was paid',
  abandoned: 'The customer left the payment page',
  refunded: 'The payment was refunded',
}

/**
 * The detail that staff see beside a payment.
 *
 * @param isUndone whether a check or transfer that was recorded for it bounced or was a mistake
 */
export function paymentDetail(
  { methodCode, state, message }: Pick<Payment, 'methodCode' | 'state' | 'message'>,
  isUndone: boolean,
) {
  if (isRecorded(methodCode)) {
    if (state !== 'failed') return message
    return isUndone ? 'The recorded payment was undone' : 'No longer expected'
  }
  if (state === 'started' && message !== '') return 'The provider’s record differs. See Discrepancies'
  if (state === 'submitted' && message !== '') return 'The provider is reviewing it'
  return HOSTED_DETAILS[state]
}

/** The surplus over the order's price that isn't being refunded yet. */
export function surplusCents({ owedCents, refunds }: Pick<OrderMoney, 'owedCents' | 'refunds'>): number {
  const underWay = refunds
    .filter(({ discrepancyId, state }) => discrepancyId === null && holdsMoney(state) && state !== 'done')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(0, -owedCents - underWay)
}

export function kindOfRefund(
  payment: Pick<Payment, 'methodCode' | 'state' | 'receivedCents'>,
  cents: number,
): RefundKind {
  const { methodCode: method, state, receivedCents } = payment
  const isCredit = method === 'company_terms' && state === 'submitted'
  return refundKind({ method, state, receivedCents, refunds: [], isCredit }, cents)
}

/** How this amount will be refunded. */
export function wayBack(payment: Payment, cents: number): string {
  const kind = kindOfRefund(payment, cents)
  const amount = formatCents(cents)
  if (kind === 'void') return `We’ll cancel the charge of ${amount} before it settles.`
  if (kind === 'return' && payment.state !== 'settled') {
    return `We’ll refund ${amount} to the card once the charge settles.`
  }
  if (kind === 'return') return `We’ll refund ${amount} to the card.`
  if (kind === 'credit') return `We’ll deduct ${amount} from the open invoice. No money moves.`
  if (kind === 'balance') return `We’ll add ${amount} to the company’s balance immediately.`
  return `Send ${amount} by check or transfer, then enter its number here.`
}
