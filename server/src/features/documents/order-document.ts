import type { Remittance as RemittanceWire } from '@laurel/contract/orders'
import type { Language } from '@laurel/domain/languages'
import type { FieldValue } from '@laurel/domain/order-fields'
import type { OrderRefundState } from '@laurel/domain/order-refund'
import type { ByHandMethod } from '@laurel/domain/payment-method'
import type { PriceSection } from '@laurel/domain/pricing'
import type * as z from 'zod'
import type { SiteRow } from '../sites/sites.repo.ts'

/** A payment or refund after the order was placed: negative amounts lower the amount due. */
export type MoneyMove = { at: Date; words: string; cents: number }

export type Remittance = z.infer<typeof RemittanceWire>

/** What an order's invoice, receipt, and remittance slip say. */
export type OrderDocument = {
  site: SiteRow
  /** That of the customer who placed the order, so that everyone who opens the document sees the same one. */
  language: Language
  /** The footer then says that it's a demo's. */
  isDemo: boolean
  number: string
  placedAt: Date
  poNumber: string
  fields: readonly FieldValue[]
  /** As the company's billing details and the buyer's profile said when the order was placed. */
  billTo: { business: string; attention: string; person: string; email: string; address: string[] }
  value: PriceSection
  fees: PriceSection
  delivery: PriceSection
  totalCents: number
  moves: MoneyMove[]
  /** Positive is outstanding, negative is owed to the customer. */
  balanceCents: number
  /** Whether any money ever came in. */
  hasReceived: boolean
  isDeclined: boolean
  refundState: OrderRefundState
  refundedCents: number
  /** Paid on the provider's page, and the money is still under way. */
  clearing: 'bank_debit' | 'card' | null
  /** A check or transfer that hasn't arrived, or only in part. */
  promised: ({ method: ByHandMethod } & Remittance) | null
  /** It's paid on invoice: when, and how as long as something is open. */
  terms: { days: number; dueOn: string; remittance: Remittance | null } | null
}

/** A receipt needs a payment and no amount due. */
export function isPaid({ hasReceived, balanceCents }: Pick<OrderDocument, 'hasReceived' | 'balanceCents'>) {
  return hasReceived && balanceCents <= 0
}
