import { api } from '@laurel/contract/routes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { plural } from '../../parts/format.ts'
import { CheckoutFrame, SendingList, useSummary, WithOrder } from './CheckoutFrame.tsx'
import { checkoutQueries, type Order } from './checkout.queries.ts'
import {
  DeliveryChoice,
  EstimateNote,
  itemsOfType,
  NextStep,
  nextPath,
  useDeliveryChoice,
  useSavedChoice,
} from './delivery-step.tsx'
import { StepProblem } from './PayProblem.tsx'

const STEP = 'direct-shipping-method'

/** How personalized cards are mailed to each recipient. docs/spec.md §2, "Checkout". */
export function DirectShipping() {
  return <WithOrder step={STEP}>{(order) => <DirectStep order={order} />}</WithOrder>
}

function DirectStep({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { items, cards } = itemsOfType(order, 'direct')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('direct'))
  const delivery = useDeliveryChoice(order, 'direct', options)
  const [isLeaving, setLeaving] = useState(false)
  const summary = useSummary(order.id, delivery.unsavedId)
  const saving = useSavedChoice((shippingOptionId: number) =>
    call(api.createShippingOrder, { body: { orderId: order.id, rewardType: 'direct', shippingOptionId } }),
  )

  async function goOn() {
    setLeaving(true)
    if (delivery.optionId === null) return
    try {
      if (delivery.unsavedId !== null) await saving.mutateAsync(delivery.optionId)
      await navigate({ to: nextPath(order, STEP) })
    } catch (cause) {
      console.error('Failed to save the direct mail delivery', cause)
      setLeaving(false)
    }
  }

  return (
    <CheckoutFrame
      step={STEP}
      order={order}
      lead="Each card goes into its own envelope, with the recipient’s name on it."
      summary={summary}
      totalLabel="So far"
      notice={<StepProblem problem={saving.error} />}
      action={(where) => (
        <NextStep
          order={order}
          step={STEP}
          place={where}
          isPending={isLeaving && saving.isPending}
          onNext={goOn}
        />
      )}
      assurance="Nothing is charged yet."
    >
      <SendingList order={order} items={items} />
      <section>
        <h2 className="mb-4">How should {plural(cards, 'card')} be mailed?</h2>
        <DeliveryChoice
          label="How should the cards be mailed?"
          options={options}
          cards={cards}
          value={delivery.optionId}
          error={isLeaving && delivery.optionId === null ? 'Choose how the cards are mailed.' : undefined}
          onChange={(optionId) => {
            delivery.choose(optionId)
            saving.mutate(optionId)
          }}
        />
        <EstimateNote />
      </section>
    </CheckoutFrame>
  )
}
