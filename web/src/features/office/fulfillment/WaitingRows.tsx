import { formatCents } from '@laurel/domain/money'
import { Button } from '../../../parts/Button.tsx'
import { age, plural } from '../../../parts/format.ts'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { RecordLink } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { contentWords } from './batch-words.ts'
import type { WaitingOrder } from './fulfillment.queries.ts'

type WaitingRowsProps = {
  orders: readonly WaitingOrder[]
  onMake: (order: WaitingOrder) => void
  onChoose: (order: WaitingOrder) => void
}

export function WaitingRows({ orders, onMake, onChoose }: WaitingRowsProps) {
  return (
    <Table
      stacks
      aria-label="Orders waiting to be printed"
      columns={[
        'Order',
        'Contents',
        'Addresses',
        { title: 'Waiting', isNumber: true },
        { title: 'Actions', isUnseen: true },
      ]}
    >
      {orders.map((order) => (
        <Row key={`${order.orderId} ${order.kind}`} order={order} onMake={onMake} onChoose={onChoose} />
      ))}
    </Table>
  )
}

function Row({ order, onMake, onChoose }: Omit<WaitingRowsProps, 'orders'> & { order: WaitingOrder }) {
  const may = useMay()
  return (
    <tr>
      <Cell className="narrow:order-1">
        <RecordLink of="orders" id={order.orderId}>
          {order.orderNumber}
        </RecordLink>
        <span className="block break-words text-muted text-small">{order.customerName}</span>
      </Cell>
      <Cell className="narrow:order-3 narrow:col-span-2">
        {contentWords(order.kind, order.deliveryCount, order.cardCount)}
        <span className="block text-muted text-small">
          {[order.service, formatCents(order.valueCents)].filter(Boolean).join(', ')}
        </span>
      </Cell>
      <Cell className="narrow:order-4 narrow:col-span-2 narrow:empty:hidden">
        <Addresses order={order} />
      </Cell>
      <Cell isNumber className="narrow:order-2">
        <time dateTime={order.waitingSince}>{age(order.waitingSince)}</time>
      </Cell>
      <Cell className="narrow:order-5 narrow:col-span-2 narrow:mt-1!">
        {may('deliveries.work') && (
          <span className="flex flex-wrap justify-end gap-2 narrow:justify-start">
            {order.kind === 'direct' && (
              <Button
                size="compact"
                look="plain"
                aria-label={`Choose letters in order ${order.orderNumber}`}
                onClick={() => onChoose(order)}
              >
                Choose
              </Button>
            )}
            <Button
              size="compact"
              aria-label={`Create a batch of order ${order.orderNumber}, ${order.kind}`}
              onClick={() => onMake(order)}
            >
              Create a batch
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}

/** The carrier's address checks so far. */
function Addresses({ order: { kind, warningCount, uncheckedCount } }: { order: WaitingOrder }) {
  // Parcel addresses aren't checked.
  if (kind === 'bulk') return null
  return (
    <span className="grid justify-items-start gap-1">
      {warningCount > 0 && <Tag tone="warn">{plural(warningCount, 'warning')}</Tag>}
      {uncheckedCount > 0 && <span className="text-muted text-small">{uncheckedCount} not checked</span>}
      {warningCount === 0 && uncheckedCount === 0 && <span className="text-small">All checked</span>}
    </span>
  )
}
