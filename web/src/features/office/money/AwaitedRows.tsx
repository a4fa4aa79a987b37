import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { PAYMENT_METHODS } from '../../../parts/payment-methods.ts'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { type AwaitedOrder, useMay } from '../office.queries.ts'
import { customerName } from '../orders/order-words.ts'
import { day } from '../times.ts'
import { remindedWords } from './awaited-words.ts'

type AwaitedRowsProps = { orders: readonly AwaitedOrder[]; onRemind: (order: AwaitedOrder) => void }

export function AwaitedRows({ orders, onRemind }: AwaitedRowsProps) {
  return (
    <Table stacks aria-label="Outstanding orders">
      <thead>
        <tr>
          <HeadCell>Order</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Placed</HeadCell>
          <HeadCell isNumber>Outstanding</HeadCell>
          <HeadCell>Reminders</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.orderId} order={order} onRemind={() => onRemind(order)} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ order, onRemind }: { order: AwaitedOrder; onRemind: () => void }) {
  const may = useMay()
  const { customer, methodCode, totalCents, awaitedCents } = order
  const isPart = awaitedCents < totalCents
  return (
    <tr>
      <Cell>
        <Link
          to="/office/orders/$id"
          params={{ id: String(order.orderId) }}
          className="link inline-flex min-h-9 items-center font-medium touch:min-h-11"
        >
          {order.orderNumber}
        </Link>
        {methodCode && (
          <span className="block text-muted text-small">{PAYMENT_METHODS[methodCode].title}</span>
        )}
      </Cell>
      <Cell className="max-w-[26ch] narrow:order-3 narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{customerName(customer)}</span>
        <span className="block truncate text-muted text-small">{customer.email}</span>
      </Cell>
      <Cell className="whitespace-nowrap narrow:order-4">
        {order.ageDays === 0 ? 'Today' : `${plural(order.ageDays, 'day')} ago`}
        <span className="block text-muted text-small">{day(order.placedAt)}</span>
      </Cell>
      <Cell isNumber className="narrow:order-2">
        <span className="font-medium">{formatCents(awaitedCents)}</span>
        {isPart && <span className="block text-muted text-small">of {formatCents(totalCents)}</span>}
      </Cell>
      <Cell className="narrow:order-5 narrow:text-end">
        <span className="hidden text-muted text-small narrow:block">Reminders</span>
        {remindedWords(order)}
      </Cell>
      <Cell className="narrow:order-6 narrow:col-span-2">
        {order.canRemind && may('money.record') && (
          <span className="flex justify-end">
            <Button
              size="compact"
              aria-label={`Remind now: ${customerName(customer)}, order ${order.orderNumber}`}
              onClick={onRemind}
            >
              Remind now
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}
