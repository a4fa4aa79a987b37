import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { paths } from '../../app/paths.ts'
import { useTitle } from '../../app/title-store.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { OpenPayment } from '../../parts/OpenPayment.tsx'
import { AskingBank } from './AskingBank.tsx'
import { NotPaid } from './NotPaid.tsx'
import { Ordered } from './Ordered.tsx'
import { mustAskBank, outcomeOf } from './outcome.ts'
import { Rejected } from './Rejected.tsx'
import type { ReturnedValues } from './returned-values.ts'
import { Scene } from './Scene.tsx'
import { useBankAnswer } from './use-bank-answer.ts'
import './confirmation.css'

type ConfirmationProps = {
  order: Order
  /** What the payment page sent along, shown where the server knows no better. */
  returned: ReturnedValues
  /** Another way to pay for an order that is placed and whose money went back. */
  payAgain: ReactNode
}

/** Where a buyer arrives after paying: what became of it, and what happens next. docs/spec.md §2. */
export function Confirmation({ order, returned, payAgain }: ConfirmationProps) {
  const bank = useBankAnswer(order, returned)
  const outcome = outcomeOf(order)
  const navigate = useNavigate()
  const changeCart = async () => {
    await navigate({ to: paths.myRewards as string })
    openCartPanel()
  }
  useTitle(order.number ? `Order ${order.number}` : 'Your payment')

  if (bank.state !== 'none' && mustAskBank(order)) {
    return <AskingBank order={order} bank={bank} returned={returned} />
  }
  switch (outcome.kind) {
    case 'ordered':
    case 'money-on-its-way':
      return <Ordered order={order} payment={outcome.payment} returned={returned} />
    case 'rejected':
      return <Rejected order={order} />
    case 'open':
      return (
        <Scene order={order}>
          <OpenPayment
            order={order}
            title="Payment not finished"
            onPayAnotherWay={async ({ status }) => {
              if (status === 'cart') await navigate({ to: '/checkout/payment-confirmation' })
            }}
            onChangeCart={order.status === 'cart' ? changeCart : undefined}
          />
        </Scene>
      )
    default:
      return (
        <NotPaid
          order={order}
          outcome={outcome}
          returned={returned}
          payAgain={payAgain}
          onChangeCart={changeCart}
        />
      )
  }
}
