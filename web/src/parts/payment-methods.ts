import { addBusinessDays } from '@laurel/domain/arrival'
import { isByHand, type PaymentMethod, type ProviderMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { CreditCard, FileText, Landmark, type LucideIcon, ScrollText, Send, Wallet } from 'lucide-react'

export const PAYMENT_METHOD_ICONS: Readonly<Record<PaymentMethod, LucideIcon>> = {
  elavon_ach: Landmark,
  elavon_cc: CreditCard,
  self_hosted_bank: Send,
  self_hosted_check: ScrollText,
  company_balance: Wallet,
  company_terms: FileText,
}

export function fastestFirst<Provider extends { methodCode: PaymentMethod }>(
  providers: readonly Provider[],
): Provider[] {
  const days = ({ methodCode }: Provider) => WAYS_TO_PAY[methodCode].clearsInDays
  return providers.toSorted((a, b) => days(a) - days(b))
}

/** `Available today`, `Available about Nov 30`, for money that tops up a balance. */
export function availableText(method: ProviderMethod): string {
  if (isByHand(method)) return `Available when ${method === 'self_hosted_check' ? 'it clears' : 'it arrives'}`
  return clearsText(method).replace('Clears', 'Available')
}

/** `Clears today`, `Clears about Nov 30`; empty on invoice, which the order doesn't wait for. */
export function clearsText(method: PaymentMethod, today = new Date()): string {
  if (method === 'company_terms') return ''
  const { clearsInDays } = WAYS_TO_PAY[method]
  if (clearsInDays === 0) return 'Clears today'
  const date = addBusinessDays(today, clearsInDays)
  return `Clears about ${date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`
}
