import { formatCents } from '@laurel/domain/money'
import { orderGroup } from '@laurel/domain/order-status'
import { isClearing } from '../../parts/clearing.ts'
import type { Order } from '../../parts/delivery-text.ts'
import type { Figure } from '../../parts/Figures.tsx'
import { count, plural } from '../../parts/format.ts'

export type CountedOrder = Pick<
  Order,
  'status' | 'displayStatus' | 'cardCount' | 'totalCents' | 'placedAt' | 'payments'
>

/** Was it placed in this year, by the customer's own calendar? */
export function isOfYear({ placedAt }: Pick<Order, 'placedAt'>, year: number): boolean {
  return placedAt !== null && new Date(placedAt).getFullYear() === year
}

/**
 * What "My rewards" says in numbers. Ordered and shipped are of this year; what waits for money or is
 * being prepared counts however long it does. A rejected order counts nowhere: its money goes back.
 */
export function yearFigures(orders: readonly CountedOrder[], year: number): Figure[] {
  const ordered = orders.filter((order) => order.displayStatus !== 'rejected' && isOfYear(order, year))
  const shipped = ordered.filter((order) => order.displayStatus === 'shipped')
  const waiting = orders.filter((order) => order.status === 'pending_payment')
  const clearing = waiting.filter(isClearing)
  const unpaid = waiting.filter((order) => !isClearing(order))
  const inHand = orders.filter(
    ({ status }) => orderGroup(status) === 'pending' && status !== 'pending_payment',
  )
  return [
    {
      label: 'Ordered this year',
      value: formatCents(sum(ordered, 'totalCents')),
      note: `in ${plural(ordered.length, 'order')}`,
    },
    {
      label: 'Shipped',
      value: count(sum(shipped, 'cardCount')),
      note: `of ${plural(sum(ordered, 'cardCount'), 'card')} this year`,
    },
    {
      label: 'Being prepared',
      value: count(sum(inHand, 'cardCount')),
      note: 'in review or approved',
    },
    {
      label: 'To be paid',
      value: formatCents(sum(unpaid, 'totalCents')),
      note: openNote(unpaid.length, sum(clearing, 'totalCents')),
    },
  ]
}

/** A bank debit that clears is not to be paid any more, and not forgotten either. */
function openNote(unpaid: number, clearingCents: number): string {
  const open = unpaid === 0 ? 'nothing is open' : `in ${plural(unpaid, 'order')}`
  return clearingCents === 0 ? open : `${open}, ${formatCents(clearingCents)} clearing`
}

function sum(orders: readonly CountedOrder[], field: 'cardCount' | 'totalCents'): number {
  return orders.reduce((total, order) => total + order[field], 0)
}
