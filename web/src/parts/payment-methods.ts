import type { PaymentMethod } from '@laurel/domain/payment-method'
import { CreditCard, Landmark, type LucideIcon, ScrollText, Send } from 'lucide-react'
import { addBusinessDays } from './delivery-text.ts'

/**
 * Names and icons of the four payment methods, where the site's own title is not loaded.
 * `clearsInDays`: typical business days until the money clears and printing starts.
 */
export const PAYMENT_METHODS: Readonly<
  Record<PaymentMethod, { title: string; by: string; icon: LucideIcon; clearsInDays: number }>
> = {
  elavon_ach: { title: 'Bank account (ACH)', by: 'from your bank account', icon: Landmark, clearsInDays: 4 },
  elavon_cc: { title: 'Credit or debit card', by: 'by card', icon: CreditCard, clearsInDays: 0 },
  self_hosted_bank: { title: 'Bank transfer', by: 'by transfer', icon: Send, clearsInDays: 2 },
  self_hosted_check: { title: 'Check', by: 'by check', icon: ScrollText, clearsInDays: 7 },
}

export function fastestFirst<Provider extends { methodCode: PaymentMethod }>(
  providers: readonly Provider[],
): Provider[] {
  const days = ({ methodCode }: Provider) => PAYMENT_METHODS[methodCode].clearsInDays
  return providers.toSorted((a, b) => days(a) - days(b))
}

/** `Clears today`, `Clears about Nov 30`. */
export function clearsText(method: PaymentMethod, today = new Date()): string {
  const { clearsInDays } = PAYMENT_METHODS[method]
  if (clearsInDays === 0) return 'Clears today'
  const date = addBusinessDays(today, clearsInDays)
  return `Clears about ${date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`
}
