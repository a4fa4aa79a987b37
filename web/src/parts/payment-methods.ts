import type { PaymentMethod } from '@laurel/domain/payment-state'
import { CreditCard, Landmark, type LucideIcon, ScrollText, Send } from 'lucide-react'

/** How the four ways to pay are called and drawn, where the site's own title is not at hand. */
export const PAYMENT_METHODS: Readonly<
  Record<PaymentMethod, { title: string; by: string; icon: LucideIcon }>
> = {
  elavon_ach: { title: 'Bank account (ACH)', by: 'from your bank account', icon: Landmark },
  elavon_cc: { title: 'Credit or debit card', by: 'by card', icon: CreditCard },
  self_hosted_bank: { title: 'Bank transfer', by: 'by transfer', icon: Send },
  self_hosted_check: { title: 'Check', by: 'by check', icon: ScrollText },
}
