import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import { DELIVERY_STATES } from '../../../parts/delivery-states.ts'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { age } from '../times.ts'
import type { DeliveryLine } from './deliveries.queries.ts'
import { placeOf, recipientName, TYPE_WORDS } from './delivery-words.ts'

export function DeliveryRows({ deliveries }: { deliveries: readonly DeliveryLine[] }) {
  return (
    <Table stacks aria-label="Deliveries">
      <thead>
        <tr>
          <HeadCell>Recipient</HeadCell>
          <HeadCell>Sent to</HeadCell>
          <HeadCell>Order</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell isNumber>Changed</HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ delivery }: { delivery: DeliveryLine }) {
  const { word, tone } = DELIVERY_STATES[delivery.status]
  return (
    <tr>
      <Cell className="narrow:order-1">
        <Link
          to="/office/deliveries/$id"
          params={{ id: String(delivery.id) }}
          className="link inline-flex min-h-9 items-center break-words font-medium touch:min-h-11"
        >
          {recipientName(delivery)}
        </Link>
        <span className="block text-muted text-small">
          {TYPE_WORDS[delivery.rewardType]}, {formatCents(delivery.valueCents)}
        </span>
      </Cell>
      <Cell className="wrap-anywhere text-small narrow:order-3 narrow:col-span-2">{placeOf(delivery)}</Cell>
      <Cell className="narrow:order-4 narrow:col-span-2">
        <Link
          to="/office/orders/$id"
          params={{ id: String(delivery.orderId) }}
          className="link inline-flex min-h-9 items-center touch:min-h-11"
        >
          {delivery.orderNumber}
        </Link>
        <span className="block break-words text-muted text-small">{delivery.customerName}</span>
      </Cell>
      <Cell className="narrow:order-5 narrow:col-span-2">
        <Tag tone={tone}>{word}</Tag>
        {delivery.problem && <span className="mt-1 block break-words text-small">{delivery.problem}</span>}
        {delivery.isHeld && <span className="mt-1 block text-small text-warn">Its order is held</span>}
      </Cell>
      <Cell isNumber className="narrow:order-2">
        <time dateTime={delivery.updatedAt}>{age(delivery.updatedAt)}</time>
      </Cell>
    </tr>
  )
}
