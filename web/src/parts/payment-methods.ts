import { addBusinessDays } from '@laurel/domain/arrival'
import { isByHand, type PaymentMethod, type ProviderMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { CreditCard, FileText, Landmark, type LucideIcon, ScrollText, Send, Wallet } from 'lucide-react'
import { pageTexts } from '../app/texts.ts'

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
  const i18n = pageTexts()

  if (isByHand(method)) {
    return method === 'self_hosted_check'
      ? i18n.t('Available when it clears')
      : i18n.t('Available when it arrives')
  }
  const day = clearsOn(method)
  return day === undefined ? i18n.t('Available today') : i18n.t('Available about {day}', { day })
}

/** `Clears today`, `Clears about Nov 30`; empty on invoice, which the order doesn't wait for. */
export function clearsText(method: PaymentMethod, today = new Date()): string {
  const i18n = pageTexts()

  if (method === 'company_terms') return ''
  const day = clearsOn(method, today)
  return day === undefined ? i18n.t('Clears today') : i18n.t('Clears about {day}', { day })
}

/** @returns undefined for today */
function clearsOn(method: PaymentMethod, today = new Date()): string | undefined {
  const { clearsInDays } = WAYS_TO_PAY[method]
  if (clearsInDays === 0) return undefined
  const date = addBusinessDays(today, clearsInDays)
  return date.toLocaleDateString(pageTexts().locale, { month: 'short', day: 'numeric' })
}
