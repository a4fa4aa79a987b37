import { api } from '@laurel/contract/routes'
import { upsProblem } from '@laurel/domain/ups-address'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../app/call.ts'
import { type Address, addressQueries } from '../../app/customer.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { addressLines } from '../../parts/address/address-draft.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { ErrorText } from '../../parts/FieldText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { mayChange, sharedText } from '../../parts/Sharing.tsx'
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

const STEP = 'bulk-shipping-method'

/** The parcel's address and delivery method. docs/spec.md §2, "Checkout". */
export function BulkShipping() {
  return <WithOrder step={STEP}>{(order) => <BulkStep order={order} />}</WithOrder>
}

type Parcel = { addressId: number | null; optionId: number | null }

function BulkStep({ order }: { order: Order }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { items } = itemsOfType(order, 'bulk')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('bulk'))
  const delivery = useDeliveryChoice(order, 'bulk', options)
  const place = useParcelPlace(order)
  const [wantsToGoOn, setWantsToGoOn] = useState(false)
  const saving = useSavedChoice(async ({ addressId, optionId }: Parcel) => {
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

  /** Saves a parcel once it has both an address and a method; until then the choice stays on screen. */
  function save(parcel: Parcel) {
    saving.reset()
    if (place.problemOf(parcel.addressId) === undefined) saving.mutate(parcel)
  }

  async function goOn() {
    setWantsToGoOn(true)
    if (place.problem !== undefined || delivery.optionId === null) return
    const isKept = order.bulkAddress?.id === place.addressId && delivery.unsavedId === null
    try {
      if (!isKept) await saving.mutateAsync({ addressId: place.addressId, optionId: delivery.optionId })
      await navigate({ to: nextPath(order, STEP) })
    } catch (cause) {
      console.error('Failed to save the bulk delivery', cause)
    }
  }

  return (
    <DeliveryStep
      step={STEP}
      order={order}
      items={items}
      lead={i18n.t('We ship all the cards in one parcel. You give them to your recipients.')}
      unsavedId={delivery.unsavedId}
      problem={saving.error}
      isPending={saving.isPending && wantsToGoOn}
      onNext={goOn}
    >
      <section>
        <h2 className="mb-4">{i18n.t('Where should the parcel go?')}</h2>
        <AddressPicker
          label={i18n.t('Where should the parcel go?')}
          value={place.addressId}
          error={wantsToGoOn || place.isChosen ? place.problem : undefined}
          onChange={(addressId) => {
            place.choose(addressId)
            save({ addressId, optionId: delivery.optionId })
          }}
        />
      </section>
      <section>
        <h2 className="mb-4">{i18n.t('How should we ship it?')}</h2>
        <DeliveryChoice
          label={i18n.t('How should we ship it?')}
          options={options}
          cards={1}
          value={delivery.optionId}
          error={wantsToGoOn && delivery.optionId === null ? i18n.t('Choose a shipping method.') : undefined}
          onChange={(optionId) => {
            delivery.choose(optionId)
            save({ addressId: place.addressId, optionId })
          }}
        />
        <EstimateNote />
      </section>
    </DeliveryStep>
  )
}

/** The parcel's address: the one just chosen, else the order's, else the default address. */
function useParcelPlace(order: Order) {
  const i18n = useTexts()
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [pressedId, choose] = useState<number | null>(null)
  const usual = addresses.find((address) => address.isDefault && upsProblem(address) === undefined)
  const wantedId = pressedId ?? order.bulkAddress?.id ?? usual?.id ?? null
  const addressId = addresses.some(({ id }) => id === wantedId) ? wantedId : null

  function problemOf(id: number | null): string | undefined {
    const address = addresses.find((one) => one.id === id)
    // A new address isn't in the list yet, but the server has it.
    if (!address) return id === null ? i18n.t('Choose a shipping address.') : undefined
    return upsProblem(address)
  }
  return { addressId, choose, isChosen: pressedId !== null, problem: problemOf(addressId), problemOf }
}

const AddressDialog = lazy(() =>
  import('../../parts/address/AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

type AddressPickerProps = {
  /** The question: "Where should the cards go?" */
  label: string
  value: number | null
  onChange: (id: number) => void
  error?: string | undefined
}

/**
 * Chooses, adds, or changes an address. A new address is chosen at once. The route loads
 * `addressQueries.list()` first.
 */
function AddressPicker({ label, value, onChange, error }: AddressPickerProps) {
  const i18n = useTexts()
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const queryClient = useQueryClient()

  function askToRemove({ id, label, address1, shared }: Address) {
    openModal('confirm-dialog', {
      title: i18n.t('Remove {label}?', { label: label || address1 }),
      text: shared
        ? i18n.t('We’ll remove it from your company’s address book. This won’t change past orders.')
        : i18n.t('We’ll remove it from your address book. This won’t change past orders.'),
      confirm: i18n.t('Remove address'),
      cancel: i18n.t('Keep address'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteAddress, { params: { id } })
        // The cart loses this address, too.
        await queryClient.invalidateQueries({ queryKey: ['orders'] })
        await queryClient.invalidateQueries({ queryKey: addressQueries.list().queryKey })
      },
    })
  }

  return (
    <div className="grid justify-items-start gap-4">
      {addresses.length > 0 && (
        <div className="w-full">
          <RadioChoice
            label={label}
            value={value === null ? null : String(value)}
            onChange={(id) => onChange(Number(id))}
            error={error}
            options={addresses.map((address) => ({
              value: String(address.id),
              title: address.label || address.company || address.name,
              detail: [
                address.label || address.company ? address.name : '',
                ...addressLines(address),
                sharedText(address.shared),
              ]
                .filter(Boolean)
                .join(', '),
              more: mayChange(address) && (
                <div className="flex flex-wrap gap-x-4">
                  <Button look="link" onClick={() => setEdited(address)}>
                    {i18n.t('Edit address')}
                  </Button>
                  <Button look="link" onClick={() => askToRemove(address)}>
                    {i18n.t('Remove address')}
                  </Button>
                </div>
              ),
            }))}
          />
        </div>
      )}
      {addresses.length === 0 && (
        <p className="text-muted">
          {i18n.t('Your address book is empty. We’ll save the address you add here.')}
        </p>
      )}
      {addresses.length === 0 && error && <ErrorText>{error}</ErrorText>}
      <Button onClick={() => setEdited('new')}>
        <Icon of={Plus} size={18} />
        {addresses.length === 0 ? i18n.t('Add an address') : i18n.t('Add another address')}
      </Button>
      {edited && (
        <Suspense fallback={null}>
          <AddressDialog
            address={edited === 'new' ? undefined : edited}
            onSaved={(saved) => onChange(saved.id)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
