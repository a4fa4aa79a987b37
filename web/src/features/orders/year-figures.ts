import { formatCents } from '@laurel/domain/money'
import { orderGroup } from '@laurel/domain/order-status'
import type { Order } from '../../parts/delivery-text.ts'
import type { Figure } from '../../parts/Figures.tsx'
import { count, plural } from '../../parts/format.ts'

export type CountedOrder = Pick<Order, 'status' | 'displayStatus' | 'cardCount' | 'totalCents' | 'placedAt'>

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
  const unpaid = orders.filter((order) => order.status === 'pending_payment')
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
      note: unpaid.length === 0 ? 'nothing is open' : `in ${plural(unpaid.length, 'order')}`,
    },
  ]
}

function sum(orders: readonly CountedOrder[], field: 'cardCount' | 'totalCents'): number {
  return orders.reduce((total, order) => total + order[field], 0)
}
