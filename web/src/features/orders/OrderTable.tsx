import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { count, plural } from '../../parts/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Note } from '../../parts/Note.tsx'
import { StatusTag } from '../../parts/StatusTag.tsx'
import { Cell, HeadCell, Table } from '../../parts/Table.tsx'
import { VisuallyHidden } from '../../parts/VisuallyHidden.tsx'
import type { OrderList } from './MyRewards.tsx'
import { orderName, placedText, sentAs } from './order-words.ts'
import { CARD_COLUMN, ORDER_ROW, ROW_CARD, ROW_LINK, SUM_CELL } from './rows-class.ts'

type OrderTableProps = { list: OrderList; label: string; cameFrom: number | undefined }

/** Orders, newest first; on a phone each is a block with its total beside its name. */
export function OrderTable({ list, label, cameFrom }: OrderTableProps) {
  const { orders, count: all, hasMore, isLoadingMore, hasFailed, loadMore } = list
  return (
    <>
      <Table stacks aria-label={label}>
        <thead>
          <tr>
            <HeadCell>
              <VisuallyHidden>Card</VisuallyHidden>
            </HeadCell>
            <HeadCell>Order</HeadCell>
            <HeadCell>Sent as</HeadCell>
            <HeadCell isNumber>Cards</HeadCell>
            <HeadCell isNumber>Total</HeadCell>
            <HeadCell>Where it is</HeadCell>
            <HeadCell>
              <VisuallyHidden>Open</VisuallyHidden>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} isCameFrom={order.id === cameFrom} />
          ))}
        </tbody>
      </Table>
      {hasFailed && (
        <Note tone="bad" className="mt-4">
          The next orders did not load. Check your connection, then try again.
        </Note>
      )}
      {hasMore && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button isPending={isLoadingMore} onClick={loadMore}>
            Show more
          </Button>
          <span className="text-muted text-small">
            {count(orders.length)} of {plural(all, 'order')}
          </span>
        </div>
      )}
    </>
  )
}

function OrderRow({ order, isCameFrom }: { order: Order; isCameFrom: boolean }) {
  const [firstItem] = order.cardItems
  const { name, others } = orderName(order.cardItems)
  const link = useRef<HTMLAnchorElement>(null)
  // One comes back to the row one left, by eye and by keyboard.
  useEffect(() => {
    if (isCameFrom) link.current?.focus()
  }, [isCameFrom])

  return (
    <tr className={ORDER_ROW}>
      <Cell className={CARD_COLUMN}>
        {firstItem && <CardItemCanvas item={firstItem} thumb className={ROW_CARD} />}
      </Cell>
      <Cell className="break-words">
        <Link ref={link} to="/my-rewards" search={{ openDetails: order.id }} className={ROW_LINK}>
          {name}
        </Link>{' '}
        {others && <span className="whitespace-nowrap text-muted">{others}</span>}
        <span className="block text-muted text-small">{placedText(order)}</span>
      </Cell>
      <Cell className="narrow:hidden">{sentAs(order.cardItems)}</Cell>
      <Cell isNumber className="narrow:hidden">
        {count(order.cardCount)}
      </Cell>
      <Cell isNumber className={SUM_CELL}>
        {formatCents(order.totalCents)}
      </Cell>
      <Cell className="narrow:col-start-2 narrow:col-end-[-1]">
        <span className="flex flex-wrap gap-1.5">
          <StatusTag order={order} />
        </span>
      </Cell>
      <Cell isNumber className="narrow:hidden">
        <LinkButton
          to="/my-rewards"
          search={{ openDetails: order.id }}
          size="compact"
          aria-label={`Open order ${order.number}`}
          className="z-1"
        >
          Open
        </LinkButton>
      </Cell>
    </tr>
  )
}
