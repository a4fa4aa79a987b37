import { isOpenPayment } from '@laurel/domain/payment-state'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Order } from '../../parts/delivery-text.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { fastestFirst } from '../../parts/payment-methods.ts'
import { choosePaymentMethod, useCartSelections } from './cart-selections.ts'
import { checkoutQueries } from './checkout.queries.ts'
import { PayButton, usePay } from './PayButton.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { PayProblem } from './PayProblem.tsx'

/** Another way to pay an order that is placed but not paid. */
export function PayPlacedOrder({ order }: { order: Order }) {
  return (
    <Suspense fallback={<Spinner label="Loading the ways to pay" />}>
      <WaysToPay order={order} />
    </Suspense>
  )
}

function WaysToPay({ order }: { order: Order }) {
  const { data: offered } = useSuspenseQuery(checkoutQueries.providers())
  const outstanding = order.payments.find(({ state }) => isOpenPayment(state))?.methodCode
  const providers = offered.filter(({ methodCode }) => methodCode !== outstanding)
  const remembered = useCartSelections((store) => store.methodCode)
  const method =
    (providers.find((one) => one.methodCode === remembered) ?? fastestFirst(providers)[0])?.methodCode ?? null
  const paying = usePay()
  return (
    <div className="grid w-full max-w-[640px] gap-4">
      <PaymentMethods providers={providers} value={method} onChange={choosePaymentMethod} />
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
