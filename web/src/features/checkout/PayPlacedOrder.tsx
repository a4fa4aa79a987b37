import { isOpenPayment } from '@laurel/domain/payment-state'
import { Suspense } from 'react'
import { useTexts } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { choosePaymentMethod } from './cart-selections.ts'
import { PayButton, usePay } from './PayButton.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { PayProblem } from './PayProblem.tsx'
import { useWaysToPay } from './ways-to-pay.ts'

/** Another way to pay an order that is placed but not paid. */
export function PayPlacedOrder({ order }: { order: Order }) {
  const i18n = useTexts()

  return (
    <Suspense fallback={<Spinner label={i18n.t('Loading payment methods')} />}>
      <WaysToPay order={order} />
    </Suspense>
  )
}

function WaysToPay({ order }: { order: Order }) {
  const outstanding = order.payments.find(({ state }) => isOpenPayment(state))?.methodCode
  const { ways, method } = useWaysToPay(order.totalCents, { isPlaced: true, without: outstanding })
  const paying = usePay()
  return (
    <div className="grid w-full max-w-[640px] gap-4">
      <PaymentMethods providers={ways} value={method} onChange={choosePaymentMethod} />
      <PayProblem problem={paying.problem} />
      <PayButton
        method={method}
        cents={order.totalCents}
        place="panel"
        isPlaced
        isDisabled={method === null}
        isPending={paying.isPending}
        onPay={() =>
          method && paying.pay({ orderId: order.id, methodCode: method, poNumber: order.poNumber })
        }
      />
    </div>
  )
}
