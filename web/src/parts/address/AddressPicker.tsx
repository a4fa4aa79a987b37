import { api } from '@laurel/contract/routes'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Address, addressQueries } from '../../app/address.queries.ts'
import { call } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { Button } from '../Button.tsx'
import { ErrorText } from '../FieldText.tsx'
import { Icon } from '../Icon.tsx'
import { RadioChoice } from '../RadioChoice.tsx'
import { addressLines } from './address-draft.ts'

const AddressDialog = lazy(() =>
  import('./AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

type AddressPickerProps = {
  /** What is asked: "Where should the cards go?" */
  label: string
  value: number | null
  onChange: (id: number) => void
  error?: string | undefined
}

/**
 * One address out of the customer's book, with adding and changing at hand. What is added is chosen.
 * The route loads `addressQueries.list()` before it shows this.
 */
export function AddressPicker({ label, value, onChange, error }: AddressPickerProps) {
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const queryClient = useQueryClient()

  function askToRemove({ id, label, address1 }: Address) {
    openModal('confirm-dialog', {
      title: `Remove ${label || address1}?`,
      text: 'It leaves your address book. Orders that went there keep their own copy.',
      confirm: 'Remove it',
      cancel: 'Keep it',
      danger: true,
      onConfirm: async () => {
        await call(api.deleteAddress, { params: { id } })
        // A cart that named it has no address any more.
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
              detail: [address.label || address.company ? address.name : '', ...addressLines(address)]
                .filter(Boolean)
                .join(', '),
              more: (
                <div className="flex flex-wrap gap-x-4">
                  <Button look="link" onClick={() => setEdited(address)}>
                    Change this address
                  </Button>
                  <Button look="link" onClick={() => askToRemove(address)}>
                    Remove it
                  </Button>
                </div>
              ),
            }))}
          />
        </div>
      )}
      {addresses.length === 0 && (
        <p className="text-muted">Your address book is empty. The address you add here is kept in it.</p>
      )}
      {addresses.length === 0 && error && <ErrorText>{error}</ErrorText>}
      <Button onClick={() => setEdited('new')}>
        <Icon of={Plus} size={18} />
        {addresses.length === 0 ? 'Add an address' : 'Add another address'}
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
