import { api } from '@laurel/contract/routes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { useSite } from '../../app/site.ts'
import { plural } from '../../parts/format.ts'
import { CheckoutFrame } from './CheckoutFrame.tsx'
import { checkoutQueries, type Order } from './checkout.queries.ts'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { itemsOfType } from './items-of-type.ts'
import { NextStep, nextPath } from './NextStep.tsx'
import { SendingList } from './SendingList.tsx'
import { SendTimeChoice } from './SendTimeChoice.tsx'
import { StepProblem } from './StepProblem.tsx'
import { useDeliveryChoice } from './use-delivery-choice.ts'
import { useKeeping } from './use-keeping.ts'
import { useSendTime } from './use-send-time.ts'
import { useSummary } from './use-summary.ts'
import { WithOrder } from './WithOrder.tsx'

const STEP = 'digital-shipping-method'

/** How and when cards are sent by email. docs/spec.md §2, "Checkout". */
export function DigitalDistribution() {
  return <WithOrder step={STEP}>{(order) => <DigitalStep order={order} />}</WithOrder>
}

type Distribution = { shippingOptionId: number | null; sendAt: Date | null | undefined }

function DigitalStep({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const { items, cards } = itemsOfType(order, 'digital')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('digital'))
  const delivery = useDeliveryChoice(order, 'digital', options)
  const when = useSendTime(delivery.kept?.sendAt ?? null, timeZone)
  const [isLeaving, setLeaving] = useState(false)
  const summary = useSummary(order.id, delivery.unsavedId)
  const keeping = useKeeping(async ({ shippingOptionId, sendAt }: Distribution) => {
    if (shippingOptionId === null || sendAt === undefined) return
    await call(api.createShippingOrder, {
      body: {
        orderId: order.id,
        rewardType: 'digital',
        shippingOptionId,
        sendAt: sendAt?.toISOString() ?? null,
      },
    })
  })

  const isKept = ({ shippingOptionId, sendAt }: Distribution) =>
    delivery.kept?.shippingOptionId === shippingOptionId && sameMoment(delivery.kept.sendAt, sendAt)

  function keep(choice: Partial<Distribution>) {
    const wanted = { shippingOptionId: delivery.optionId, sendAt: when.sendAt, ...choice }
    keeping.reset()
    if (wanted.sendAt !== undefined && !isKept(wanted)) keeping.mutate(wanted)
  }

  async function goOn() {
    setLeaving(true)
    const { sendAt } = when
    if (delivery.optionId === null || sendAt === undefined) return
    const wanted = { shippingOptionId: delivery.optionId, sendAt }
    try {
      if (!isKept(wanted)) await keeping.mutateAsync(wanted)
      await navigate({ to: nextPath(order, STEP) })
    } catch (cause) {
      console.error('Failed to keep the digital distribution', cause)
      setLeaving(false)
    }
  }

  const refusedTime = fieldErrors(keeping.error).sendAt
  return (
    <CheckoutFrame
      step={STEP}
      order={order}
      lead="Each recipient gets an email with a link to their card."
      summary={summary}
      totalLabel="So far"
      notice={<StepProblem problem={keeping.error} />}
      action={(where) => (
        <NextStep
          order={order}
          step={STEP}
          place={where}
          isPending={isLeaving && keeping.isPending}
          onNext={goOn}
        />
      )}
      assurance="Nothing is charged yet."
    >
      <SendingList order={order} items={items} />
      <section>
        <h2 className="mb-4">How should {plural(cards, 'card')} be sent?</h2>
        <DeliveryChoice
          label="How should the cards be sent?"
          options={options}
          cards={cards}
          value={delivery.optionId}
          error={isLeaving && delivery.optionId === null ? 'Choose how the cards are sent.' : undefined}
          onChange={(optionId) => {
            delivery.choose(optionId)
            keep({ shippingOptionId: optionId })
          }}
        />
      </section>
      <section>
        <h2 className="mb-4">When should {cards === 1 ? 'it' : 'they'} go out?</h2>
        <SendTimeChoice
          when={when}
          refused={refusedTime}
          showsErrors={isLeaving}
          onKeep={(sendAt) => keep({ sendAt })}
        />
      </section>
    </CheckoutFrame>
  )
}

/** To the minute: the fields know no seconds. */
function sameMoment(kept: string | null, chosen: Date | null | undefined): boolean {
  if (kept === null || !chosen) return kept === null && chosen === null
  return Math.floor(Date.parse(kept) / 60_000) === Math.floor(chosen.getTime() / 60_000)
}
