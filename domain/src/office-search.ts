import { readDeliveryReference } from './delivery-reference.ts'
import { orderNumberOfReference } from './remittance-reference.ts'
import type { Capability } from './staff-roles.ts'
import { tidyTrackingNumber } from './tracking-number.ts'

/** What the office's search covers, and the capability needed for each kind. */
export const SEARCHED = {
  orders: 'orders.read',
  customers: 'customers.read',
  companies: 'companies.read',
  recipients: 'orders.read',
  deliveries: 'deliveries.read',
  batches: 'deliveries.read',
  payments: 'money.read',
} as const satisfies Readonly<Record<string, Capability>>

export type SearchKind = keyof typeof SEARCHED

/** In display order. */
export const SEARCH_KINDS = Object.keys(SEARCHED) as [SearchKind, ...SearchKind[]]

/** Kinds with a screen of their own, which can be listed as recent. */
export const REOPENED = ['orders', 'customers', 'companies', 'deliveries', 'batches'] as const
export type Reopened = { kind: (typeof REOPENED)[number]; id: number }

const REOPENED_TEXT = new RegExp(`^(${REOPENED.join('|')})-([1-9]\\d{0,14})$`)

/** `orders-12` */
export function reopenedText({ kind, id }: Reopened): string {
  return `${kind}-${id}`
}

/** @returns undefined if it isn't one */
export function readReopened(text: string): Reopened | undefined {
  const [, kind, id] = REOPENED_TEXT.exec(text) ?? []
  return kind === undefined ? undefined : { kind: kind as Reopened['kind'], id: Number(id) }
}

/** One letter would match everywhere. */
export const SHORTEST_SEARCH = 2

/** Shorter names aren't searched: they'd match everywhere. */
const SHORTEST_NAME = 3

/** Everything a typed text could be: a number, a reference, an amount. It can match several. */
export type SoughtNumbers = {
  /** Order numbers as text: the digits themselves, and the order that a payment reference belongs to. */
  orderNumbers: string[]
  /** `D-17` */
  deliveryId?: number
  /** `B-1001` */
  batchNumber?: string
  /** In the carriers' format. */
  trackingNumber?: string
  /** Of a card. */
  last4?: string
  cents?: number
}

export function readSoughtNumbers(search: string): SoughtNumbers {
  const typed = search.trim()
  const code = tidyTrackingNumber(typed)
  const [, dollars, decimals] = /^\$?(\d[\d,]{0,14})(?:\.(\d\d))?$/.exec(typed) ?? []
  const isAmount = dollars !== undefined && (typed.includes('$') || decimals !== undefined)
  const cents = isAmount ? Number(`${dollars.replaceAll(',', '')}${decimals ?? '00'}`) : undefined
  const [, batchDigits] = /^(?:batch\s*|b\s*-?\s*)(\d{1,12})$/i.exec(typed) ?? []
  const deliveryId = /^d/i.test(typed) ? readDeliveryReference(typed) : undefined
  const orderNumbers = [
    /^\d{1,12}$/.test(typed) ? [typed] : [],
    orderNumberOfReference(typed)?.toString() ?? [],
  ].flat()
  return {
    orderNumbers,
    ...(deliveryId !== undefined && { deliveryId }),
    ...(batchDigits !== undefined && { batchNumber: `B-${batchDigits}` }),
    ...(batchDigits === undefined && isTrackingLike(code) && { trackingNumber: code }),
    ...(/^\d{4}$/.test(code) && { last4: code }),
    ...(cents !== undefined && Number.isSafeInteger(cents) && { cents }),
  }
}

/** UPS: `1Z` and 16 more; USPS: 20 digits and more; others in between. A word has no digits. */
function isTrackingLike(code: string): boolean {
  return /^[A-Z0-9]{9,40}$/.test(code) && /\d{4}/.test(code)
}

/** Whether it's long enough to search names and emails. */
export function isNameLike(search: string): boolean {
  return Array.from(search.trim()).length >= SHORTEST_NAME
}
