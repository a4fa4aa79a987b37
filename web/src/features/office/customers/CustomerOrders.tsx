import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import { count, plural } from '../../../parts/format.ts'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { OfficeStatusTag } from '../OfficeStatusTag.tsx'
import { useMay } from '../office.queries.ts'
import { day } from '../times.ts'
import type { OfficeCustomer } from './customers.queries.ts'

export function CustomerOrders({ customer }: { customer: OfficeCustomer }) {
  const { orders, orderCount } = customer
  const may = useMay()
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-h3">
        Orders
      </h2>
      <p className="mt-1 mb-2 text-muted">
        {orderedWords(customer)}
        {orderCount > orders.length && ` Showing the latest ${orders.length}.`}
      </p>
      {orders.length > 0 && (
        <Table aria-labelledby="orders">
          <thead>
            <tr>
              <HeadCell>Order</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell isNumber>Total</HeadCell>
              <HeadCell isNumber className="narrow:hidden">
                Placed
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => {
              const { id, number, totalCents, placedAt } = order
              return (
                <tr key={id}>
                  <Cell>
                    {may('orders.read') ? (
                      <Link
                        to="/office/orders/$id"
                        params={{ id: String(id) }}
                        className="inline-flex min-h-9 items-center font-semibold text-ink underline-offset-3 hover:underline touch:min-h-11"
                      >
                        {number}
                      </Link>
                    ) : (
                      number
                    )}
                  </Cell>
                  <Cell>
                    <span className="flex flex-wrap gap-1.5">
                      <OfficeStatusTag order={order} />
                    </span>
                  </Cell>
                  <Cell isNumber>{formatCents(totalCents)}</Cell>
                  <Cell isNumber className="narrow:hidden">
                    <time dateTime={placedAt}>{day(placedAt)}</time>
                  </Cell>
                </tr>
              )
            })}
          </tbody>
        </Table>
      )}
    </section>
  )
}

/** The sum is what the customer spent: orders that were rejected or refunded are counted beside it. */
function orderedWords(customer: OfficeCustomer): string {
  const { orderCount, declinedCount, refundedCount, orderedCents } = customer
  if (orderCount === 0) return 'No orders yet.'
  const counted = plural(orderCount - declinedCount - refundedCount, 'order')
  const others = [
    declinedCount > 0 ? `${count(declinedCount)} rejected` : '',
    refundedCount > 0 ? `${count(refundedCount)} refunded` : '',
  ].filter(Boolean)
  const sum = `${counted}, ${formatCents(orderedCents)} in total.`
  return others.length === 0 ? sum : `${sum} Not counted: ${others.join(', ')}.`
}
