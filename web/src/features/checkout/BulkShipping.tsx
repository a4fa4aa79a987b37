import { api } from '@laurel/contract/routes'
import { upsProblem } from '@laurel/domain/ups-address'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addressQueries } from '../../app/address.queries.ts'
import { call } from '../../app/call.ts'
import { AddressPicker } from '../../parts/address/AddressPicker.tsx'
import { CheckoutFrame, useSummary, WithOrder } from './CheckoutFrame.tsx'
import { checkoutQueries, type Order } from './checkout.queries.ts'
import {
  DeliveryChoice,
  EstimateNote,
  itemsOfType,
  NextStep,
  nextPath,
  useDeliveryChoice,
  useKeeping,
} from './delivery-step.tsx'
import { StepProblem } from './PayProblem.tsx'
import { SendingList } from './SendingList.tsx'

const STEP = 'bulk-shipping-method'

/** Where the parcel goes, and how it travels. docs/spec.md §2, "Checkout". */
export function BulkShipping() {
  return <WithOrder step={STEP}>{(order) => <BulkStep order={order} />}</WithOrder>
}

type Parcel = { addressId: number | null; optionId: number | null }

function BulkStep({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { items } = itemsOfType(order, 'bulk')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('bulk'))
  const delivery = useDeliveryChoice(order, 'bulk', options)
  const place = useParcelPlace(order)
  const [wantsToGoOn, setWantsToGoOn] = useState(false)
  const keeping = useKeeping(async ({ addressId, optionId }: Parcel) => {
    if (addressId === null) return
    await call(api.attachBulkAddress, {
      params: { orderId: order.id },
      body: { registeredAddressId: addressId },
    })
    if (optionId === null) return
    await call(api.createBulkShippingOrder, {
      params: { orderId: order.id },
      body: { shippingOptionId: optionId },
    })
  })
  const summary = useSummary(order.id, delivery.unsavedId)

  /** A parcel needs both before it can be kept; until then the choice stands on the screen. */
  function keep(parcel: Parcel) {
    keeping.reset()
    if (place.problemOf(parcel.addressId) === undefined) keeping.mutate(parcel)
  }

  async function goOn() {
    setWantsToGoOn(true)
    if (place.problem !== undefined || delivery.optionId === null) return
    const isKept = order.bulkAddress?.id === place.addressId && delivery.unsavedId === null
    try {
      if (!isKept) await keeping.mutateAsync({ addressId: place.addressId, optionId: delivery.optionId })
      await navigate({ to: nextPath(order, STEP) })
    } catch (cause) {
      console.error('Failed to keep the bulk delivery', cause)
    }
  }

  return (
    <CheckoutFrame
      step={STEP}
      order={order}
      lead="One parcel, one address. You hand the cards over yourself."
      summary={summary}
      totalLabel="So far"
      notice={<StepProblem problem={keeping.error} />}
      action={(where) => (
        <NextStep
          order={order}
          step={STEP}
          place={where}
          isPending={keeping.isPending && wantsToGoOn}
          onNext={goOn}
        />
      )}
      assurance="Nothing is charged yet."
    >
      <SendingList order={order} items={items} />
      <section>
        <h2 className="mb-4">Where should the parcel go?</h2>
        <AddressPicker
          label="Where should the parcel go?"
          value={place.addressId}
          error={wantsToGoOn || place.isChosen ? place.problem : undefined}
          onChange={(addressId) => {
            place.choose(addressId)
            keep({ addressId, optionId: delivery.optionId })
          }}
        />
      </section>
      <section>
        <h2 className="mb-4">How should it travel?</h2>
        <DeliveryChoice
          label="How should it travel?"
          options={options}
          cards={1}
          value={delivery.optionId}
          error={wantsToGoOn && delivery.optionId === null ? 'Choose how the parcel travels.' : undefined}
          onChange={(optionId) => {
            delivery.choose(optionId)
            keep({ addressId: place.addressId, optionId })
          }}
        />
        <EstimateNote />
      </section>
    </CheckoutFrame>
  )
}

/** The parcel's address: what was pressed, else what the order has, else the default of the book. */
function useParcelPlace(order: Order) {
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [pressedId, choose] = useState<number | null>(null)
  const usual = addresses.find((address) => address.isDefault && upsProblem(address) === undefined)
  const wantedId = pressedId ?? order.bulkAddress?.id ?? usual?.id ?? null
  const addressId = addresses.some(({ id }) => id === wantedId) ? wantedId : null

  function problemOf(id: number | null): string | undefined {
    const address = addresses.find((one) => one.id === id)
    // One that was added this moment is not in the list yet; the server knows it.
    if (!address) return id === null ? 'Choose where the parcel goes.' : undefined
    return upsProblem(address)
  }
  return { addressId, choose, isChosen: pressedId !== null, problem: problemOf(addressId), problemOf }
}
