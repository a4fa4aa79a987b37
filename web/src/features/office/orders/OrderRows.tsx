import { formatCents } from '@laurel/domain/money'
import { REVIEW_WORDS } from '@laurel/domain/money-rules'
import { Link } from '@tanstack/react-router'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { OfficeStatusTag, shownStatusOf } from '../OfficeStatusTag.tsx'
import type { OfficeOrderLine } from '../office.queries.ts'
import { age, moment } from '../times.ts'
import { type Choice, ChoiceBox } from './ChoiceBox.tsx'
import { customerName, sentAs } from './order-words.ts'

type OrderRowsProps = {
  label: string
  orders: readonly OfficeOrderLine[]
  /** Where something may be done with many of them. */
  choice?: Choice | undefined
}

/** Orders as a table; a list on phones. */
export function OrderRows({ label, orders, choice }: OrderRowsProps) {
  return (
    <Table stacks aria-label={label}>
      <thead>
        <tr>
          <HeadCell>Order</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Sent as</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell isNumber>Total</HeadCell>
          <HeadCell isNumber>Placed</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} choice={choice} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ order, choice }: { order: OfficeOrderLine; choice: Choice | undefined }) {
  const { customer, placedAt } = order
  const shown = shownStatusOf(order)
  const isOver = shown === 'refunded' || shown === 'declined'
  return (
    <tr className={choice?.isChosen(order.id) ? 'bg-accent-wash' : 'hover:bg-canvas'}>
      <Cell>
        <span className="flex items-center gap-1 whitespace-nowrap">
          {choice && (
            <ChoiceBox
              label={`Order ${order.number}`}
              isChosen={choice.isChosen(order.id)}
              onChoose={(withShift) => choice.choose(order, withShift)}
            />
          )}
          <Link
            to="/office/orders/$id"
            params={{ id: String(order.id) }}
            className="inline-flex min-h-9 items-center font-semibold text-ink underline-offset-3 hover:underline touch:min-h-11"
          >
            {order.number}
          </Link>
        </span>
      </Cell>
      <Cell className="max-w-[22ch] narrow:order-3 narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{customerName(customer)}</span>
        {customer.company && (
          <span className="block truncate text-muted text-small narrow:hidden">{customer.name}</span>
        )}
      </Cell>
      <Cell className="mid:hidden">{sentAs(order.rewardTypes, order.cardCount)}</Cell>
      <Cell className="narrow:order-4 narrow:col-span-2">
        <span className="flex flex-wrap gap-1.5">
          <OfficeStatusTag order={order} />
          {order.heldAt && !isOver && <Tag tone="bad">On hold</Tag>}
          {!isOver && order.reviewReasons.length > 0 && <Tag tone="warn">Flagged</Tag>}
        </span>
        {shown === 'in_review' && order.reviewReasons.length > 0 && (
          <span className="mt-1 block text-muted text-small">
            {order.reviewReasons.map((reason) => REVIEW_WORDS[reason]).join('. ')}
          </span>
        )}
      </Cell>
      <Cell isNumber className="narrow:order-2 narrow:self-center">
        {formatCents(order.totalCents)}
      </Cell>
      <Cell isNumber className="narrow:hidden">
        {placedAt && (
          <time dateTime={placedAt} title={moment(placedAt)}>
            {age(placedAt)} ago
          </time>
        )}
      </Cell>
    </tr>
  )
}
