import type { Texts } from './texts.ts'

/** The smallest amount a company's balance can be topped up with. */
export const MIN_TOP_UP_CENTS = 1_00

/** What changed a company's balance. */
export const BALANCE_CHANGES = [
  'order',
  'refund',
  'top_up',
  'top_up_returned',
  'order_returned',
  'merge',
  'merge_undone',
] as const
export type BalanceChange = (typeof BALANCE_CHANGES)[number]

/** One change of a balance: cents are positive when it grew. */
export type BalanceEntry = { change: BalanceChange; cents: number }

/**
 * What an entry of the ledger's account `company_balance` was.
 *
 * @param isTopUp whether it's about a top-up, and not about an order paid from the balance
 * @param cents as in the ledger: a credit (negative) adds to the balance
 */
export function balanceEntry(isTopUp: boolean, event: string, cents: number): BalanceEntry {
  if (event.startsWith('balance.merged.')) return { change: 'merge', cents: 0 - cents }
  if (event.startsWith('balance.unmerged.')) return { change: 'merge_undone', cents: 0 - cents }
  const change: BalanceChange = isTopUp
    ? cents < 0
      ? 'top_up'
      : 'top_up_returned'
    : cents > 0
      ? 'order'
      : event === 'refund.paid'
        ? 'refund'
        : 'order_returned'
  return { change, cents: 0 - cents }
}

/** The balance after each entry, oldest first. */
export function runningBalance(openingCents: number, entries: readonly { cents: number }[]): number[] {
  let balance = openingCents
  return entries.map(({ cents }) => {
    balance += cents
    return balance
  })
}

type Worded = {
  change: BalanceChange
  cents: number
  orderNumber: string
  orderName: string
  paidBy: string
  /** The other company of a merge. */
  company: string
}

/** An entry in a statement, as people read it: "Order 10473, Ten-year club". */
export function balanceWords(
  i18n: Texts,
  { change, cents, orderNumber, orderName, paidBy, company: named }: Worded,
): string {
  const company = named || i18n.t('another company')
  const order = [orderNumber, orderName].filter(Boolean).join(', ')
  switch (change) {
    case 'merge':
      return cents > 0
        ? i18n.t('From {company}, merged', { company })
        : i18n.t('To {company}, merged', { company })
    case 'merge_undone':
      return cents > 0
        ? i18n.t('From {company}, merge undone', { company })
        : i18n.t('To {company}, merge undone', { company })
    case 'order':
      return i18n.t('Order {order}', { order })
    case 'refund':
    case 'order_returned':
      return i18n.t('Refund, order {order}', { order })
    case 'top_up':
      return paidBy === '' ? i18n.t('Top-up') : i18n.t('Top-up {paidBy}', { paidBy: i18n.t(paidBy) })
    case 'top_up_returned':
      return i18n.t('Top-up returned, {orderNumber}', { orderNumber })
  }
}

/** Of a year that every calendar and database can count. */
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** Is it a month like `2026-11`? */
export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

/** The month after one: `2026-12` is followed by `2027-01`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** The months from one to another, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.unshift(month)
  return months
}

/** `November 2026` */
export function monthWords(month: string, locale = 'en-US'): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
}
