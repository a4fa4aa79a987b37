import { api } from '@laurel/contract/routes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { WithOrder } from './CheckoutFrame.tsx'
import { checkoutQueries } from './checkout.queries.ts'
import {
  DeliveryChoice,
  DeliveryStep,
  EstimateNote,
  itemsOfType,
  nextPath,
  useDeliveryChoice,
  useSavedChoice,
} from './delivery-step.tsx'

const STEP = 'direct-shipping-method'

/** How personalized cards are mailed to each recipient. docs/spec.md §2, "Checkout". */
export function DirectShipping() {
  return <WithOrder step={STEP}>{(order) => <DirectStep order={order} />}</WithOrder>
}

function DirectStep({ order }: { order: Order }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { items, cards } = itemsOfType(order, 'direct')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('direct'))
  const delivery = useDeliveryChoice(order, 'direct', options)
  const [isLeaving, setLeaving] = useState(false)
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
    <DeliveryStep
      step={STEP}
      order={order}
      items={items}
      lead={i18n.t('Each card goes into its own envelope, with the recipient’s name on it.')}
      unsavedId={delivery.unsavedId}
      problem={saving.error}
      isPending={isLeaving && saving.isPending}
      onNext={goOn}
    >
      <section>
        <h2 className="mb-4">
          {i18n.t('How should {cards, plural, one {# card} other {# cards}} be mailed?', { cards })}
        </h2>
        <DeliveryChoice
          label={i18n.t('How should the cards be mailed?')}
          options={options}
          cards={cards}
          value={delivery.optionId}
          error={
            isLeaving && delivery.optionId === null ? i18n.t('Choose how the cards are mailed.') : undefined
          }
          onChange={(optionId) => {
            delivery.choose(optionId)
            saving.mutate(optionId)
          }}
        />
        <EstimateNote />
      </section>
    </DeliveryStep>
  )
}
