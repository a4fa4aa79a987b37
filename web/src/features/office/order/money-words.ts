import { formatCents } from '@laurel/domain/money'
import { isRecorded, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import { holdsMoney, type RefundKind, type RefundState, refundKind } from '@laurel/domain/refund-rules'
import type { TagTone } from '../../../parts/Tag.tsx'
import type { OrderMoney } from '../office.queries.ts'

type Payment = OrderMoney['payments'][number]

export const PAYMENT_STATE_TONES: Readonly<Record<PaymentState, TagTone>> = {
  started: 'wait',
  submitted: 'wait',
  paid: 'good',
  settled: 'good',
  failed: 'bad',
  expired: 'plain',
  abandoned: 'plain',
  refunded: 'plain',
}

export const REFUND_STATE_TONES: Readonly<Record<RefundState, TagTone>> = {
  asked: 'warn',
  approved: 'wait',
  sent: 'wait',
  unknown: 'warn',
  done: 'good',
  failed: 'bad',
  refused: 'plain',
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
