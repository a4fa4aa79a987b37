import { stepTitle } from '@laurel/domain/checkout-steps'
import { useNavigate } from '@tanstack/react-router'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader } from '../../app/shell/FlowHeader.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { OpenPayment } from '../../parts/OpenPayment.tsx'
import type { Order } from './checkout.queries.ts'
import { orderSteps } from './reachable-step.ts'

/** In place of the last step while a payment for the order is open. */
export function OpenPaymentScreen({ order }: { order: Order }) {
  const navigate = useNavigate()
  const steps = orderSteps(order)
  async function showPlaced({ status }: Order) {
    if (status !== 'cart') await navigate({ to: '/order-confirmation', search: { cpi_order_id: order.id } })
  }
  const [item] = order.cardItems.filter(({ state }) => state === 'in_cart')
  return (
    <>
      <FlowHeader
        // No way back into steps that cannot change now.
        steps={steps.map((step) => ({ label: stepTitle(step) }))}
        at={steps.length - 1}
        leave={{ label: 'Back to cart', to: paths.myRewards, onPress: openCartPanel }}
      />
      <main className="page grid min-h-[calc(100dvh-76px)] grid-cols-[minmax(0,1fr)_380px] content-start items-start gap-16 py-16 mid:grid-cols-1 narrow:gap-8 narrow:py-8">
        <OpenPayment
          order={order}
          title="Payment not finished"
          asksAtOnce
          onAnswer={showPlaced}
          // Free again, this step shows in place of this screen.
          onPayAnotherWay={showPlaced}
          onChangeCart={async () => {
            await navigate({ to: paths.myRewards as string })
            openCartPanel()
          }}
        />
        {item && (
          <CardItemCanvas item={item} className="mid:max-w-[320px] mid:-order-1 narrow:max-w-[240px]" />
        )}
      </main>
    </>
  )
}
