import { formatCents } from './money.ts'

/** What payments say to their customers. Stored in English, and translated where they're shown. */
export const PAYMENT_MESSAGES = {
  declined: /*i18n*/ 'The bank declined the payment. Nothing was charged. Try another payment method.',
  returned: /*i18n*/ 'The bank returned this payment. Choose another payment method.',
  expired: /*i18n*/ 'The payment page expired before you paid. Nothing was charged.',
  review: /*i18n*/ 'The payment provider is reviewing this payment. We’ll email you the result.',
  mismatch: /*i18n*/ 'The payment provider’s report doesn’t match this order. Our team is reviewing it.',
  setAside: /*i18n*/ 'The payment didn’t match the order, so it doesn’t count for it.',
  left: /*i18n*/ 'You left the payment page. Nothing was charged, and your cart is unchanged.',
  strayed: /*i18n*/ 'You paid on a payment page you’d already left. We’re refunding that payment.',
  unexpected: /*i18n*/ 'We received a payment after this attempt had ended. Our team is reviewing it.',
  exchanged: /*i18n*/ 'You chose another payment method.',
  paidOtherwise: /*i18n*/ 'The order was paid another way.',
  orderCanceled: /*i18n*/ 'The order was canceled.',
  orderDeclined: /*i18n*/ 'The order was declined.',
  refunded: /*i18n*/ 'The payment was refunded.',
} as const

/** What a payment says of which only a part came. */
export function partReceived(receivedCents: number, openCents: number): string {
  return `We received ${formatCents(receivedCents)}. ${formatCents(openCents)} is still due.`
}
