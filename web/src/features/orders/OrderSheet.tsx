import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { OrderPapers } from '../../parts/OrderPapers.tsx'
import { StatusTag } from '../../parts/StatusTag.tsx'
import { WhereCardsAre } from './cards-under-way/WhereCardsAre.tsx'
import { Deliveries } from './Deliveries.tsx'
import { FirstCard } from './FirstCard.tsx'
import { NotPlacedYet } from './NotPlacedYet.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderPrice } from './OrderPrice.tsx'
import { cardsSentence, isUnderWay, orderName } from './order-words.ts'
import { Payments } from './Payments.tsx'
import { Remittance } from './Remittance.tsx'
import { Unpaid } from './Unpaid.tsx'
import { WhereItIs } from './WhereItIs.tsx'
import { WhyNot } from './WhyNot.tsx'
import './order-paper.css'

type OrderSheetProps = {
  order: Order
  /** For an order that is placed and not paid. */
  waysToPay: ReactNode
}

/** Everything there is to know of one order. */
export function OrderSheet({ order, waysToPay }: OrderSheetProps) {
  const items = order.cardItems.filter((item) => item.state === 'in_cart')
  const isPlaced = order.status !== 'cart'
  const { name, others } = orderName(items)
  const [firstItem] = items
  const remittance = order.payments.find((payment) => payment.remittance !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  // It stands in the place of the list: whoever opened it begins at its name.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div className="order-paper grid grid-cols-[minmax(0,1fr)_340px] gap-16 pt-1 mid:grid-cols-[minmax(0,1fr)] mid:gap-12">
      <div>
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words outline-none">
            {isPlaced ? name : 'Your cart'}{' '}
            {isPlaced && others && <span className="font-normal text-muted">{others}</span>}
          </h1>
          {isPlaced && <StatusTag order={order} />}
        </div>
        <p className="mt-2 text-muted">
          {order.number && order.placedAt && `Order ${order.number}, placed ${day(order.placedAt)}. `}
          {cardsSentence(items)}
        </p>
        {!isPlaced && <NotPlacedYet order={order} />}
        {order.displayStatus === 'rejected' && <WhyNot order={order} />}
        {isPlaced && <WhereItIs order={order} />}
        {isUnderWay(order) && <WhereCardsAre order={order} />}
        {remittance?.remittance && (
          <Remittance order={order} payment={remittance} remittance={remittance.remittance} />
        )}
        <Unpaid order={order} waysToPay={waysToPay} />
        {items.length > 0 && <OrderItems order={order} items={items} />}
        {order.shippingOrders.length > 0 && <Deliveries order={order} items={items} />}
        {order.payments.length > 0 && <Payments payments={order.payments} poNumber={order.poNumber} />}
      </div>
      <aside
        aria-label="Card, history and price"
        className="grid content-start gap-10 mid:max-w-[440px] mid:md:max-w-none mid:md:grid-cols-2 mid:md:gap-16"
      >
        <div className="grid content-start gap-10">
          {firstItem && <FirstCard orderId={order.id} item={firstItem} />}
          {order.history.length > 0 && <OrderHistory order={order} />}
        </div>
        <div className="grid content-start gap-10">
          <OrderPrice orderId={order.id} />
          {isPlaced && (
            <OrderAgain order={order}>
              <OrderPapers order={order} />
              <Button onClick={() => window.print()}>
                <Icon of={Printer} size={18} />
                Print this page
              </Button>
            </OrderAgain>
          )}
        </div>
      </aside>
    </div>
  )
}
