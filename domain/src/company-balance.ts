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
export function balanceWords({ change, cents, orderNumber, orderName, paidBy, company }: Worded): string {
  if (change === 'merge' || change === 'merge_undone') {
    const words = change === 'merge' ? 'merged' : 'merge undone'
    return `${cents > 0 ? 'From' : 'To'} ${company || 'another company'}, ${words}`
  }
  const order = `order ${orderNumber}${orderName && `, ${orderName}`}`
  if (change === 'order') return `O${order.slice(1)}`
  if (change === 'refund' || change === 'order_returned') return `Refund, ${order}`
  if (change === 'top_up') return `Top-up ${paidBy}`.trim()
  return `Top-up returned, ${orderNumber}`
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
export function monthWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
}
