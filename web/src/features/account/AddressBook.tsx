import { api } from '@laurel/contract/routes'
import { formatPhone } from '@laurel/domain/phone'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fieldErrors, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { type Address, addressQueries } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { addressLines } from '../../parts/address/address-draft.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Section } from '../../parts/Section.tsx'
import { mayChange, sharedText } from '../../parts/Sharing.tsx'
import { Tag } from '../../parts/Tag.tsx'

const AddressDialog = lazy(() =>
  import('../../parts/address/AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

/** Addresses for bulk orders. The default is listed first, here and at checkout. */
export function AddressBook() {
  const i18n = useTexts()
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const book = useAddressBook()

  return (
    <Section
      id="addresses"
      title={i18n.t('Address book')}
      text={i18n.t('Where we ship bulk orders. Changes don’t affect orders you’ve placed.')}
    >
      {addresses.length === 0 ? (
        <p className="text-muted">{i18n.t('No addresses yet. Add one here or at checkout.')}</p>
      ) : (
        <ul className="border-line border-b">
          {addresses.map((address) => (
            <AddressRow
              key={address.id}
              address={address}
              isBusy={book.busyId === address.id}
              onChange={() => setEdited(address)}
              onMakeDefault={() => book.makeDefault(address)}
              onRemove={() => book.remove(address)}
            />
          ))}
        </ul>
      )}
      <Button className="mt-6" onClick={() => setEdited('new')}>
        <Icon of={Plus} size={18} />
        {i18n.t('Add an address')}
      </Button>
      {edited && (
        <Suspense fallback={null}>
          <AddressDialog
            address={edited === 'new' ? undefined : edited}
            onSaved={() => {}}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Section>
  )
}

type AddressRowProps = {
  address: Address
  isBusy: boolean
  onChange: () => void
  onMakeDefault: () => void
  onRemove: () => void
}

function AddressRow({ address, isBusy, onChange, onMakeDefault, onRemove }: AddressRowProps) {
  const i18n = useTexts()
  const name = address.label || address.company || address.name
  return (
    <li className="grid gap-3 border-line border-t py-5 first:border-t-0 first:pt-0">
      <div>
        {(address.label || address.isDefault || address.shared) && (
          <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            {address.label && <b className="font-semibold">{address.label}</b>}
            {address.isDefault && <Tag>{i18n.t('Default')}</Tag>}
            {address.shared && <Tag>{sharedText(address.shared)}</Tag>}
          </p>
        )}
        <AddressText address={address} />
        {address.phone && <p className="text-muted">{formatPhone(address.phone)}</p>}
      </div>
      {mayChange(address) && (
        <div className="flex flex-wrap gap-x-6">
          <Button look="link" aria-label={i18n.t('Change {name}', { name })} onClick={onChange}>
            {i18n.t('Change')}
          </Button>
          {!address.isDefault && address.shared?.isOwn !== false && (
            <Button
              look="link"
              aria-label={i18n.t('Set as default: {name}', { name })}
              isPending={isBusy}
              onClick={onMakeDefault}
            >
              {i18n.t('Set as default')}
            </Button>
          )}
          <Button
            look="link"
            aria-label={i18n.t('Remove {name}', { name })}
            isPending={isBusy}
            onClick={onRemove}
          >
            {i18n.t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Actions without a form. Undoing a removal adds the address again. */
function useAddressBook() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { queryKey } = addressQueries.list()
  const shared = {
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    onError: (problem: Error) =>
      showToast({
        tone: 'bad',
        title: i18n.t('We couldn’t change your address book'),
        text: formError(problem) ?? Object.values(fieldErrors(problem))[0] ?? '',
      }),
  }

  const restoring = useMutation({
    mutationFn: ({ id: _, shared, ...body }: Address) =>
      call(api.createAddress, { body: { ...body, isShared: shared !== null } }),
    ...shared,
  })
  const removing = useMutation({
    mutationFn: ({ id }: Address) => call(api.deleteAddress, { params: { id } }),
    ...shared,
    onSuccess: (_, address) => {
      queryClient.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== address.id))
      showToast({
        tone: 'plain',
        title: i18n.t('Address removed'),
        text: address.label || address.address1,
        onUndo: () => restoring.mutate(address),
      })
    },
  })
  const preferring = useMutation({
    mutationFn: ({ id, shared: _, ...body }: Address) =>
      call(api.putAddress, { params: { id }, body: { ...body, isDefault: true } }),
    ...shared,
  })

  const busy = [removing, preferring].find((one) => one.isPending)
  return {
    busyId: busy?.variables?.id,
    remove: (address: Address) => removing.mutate(address),
    makeDefault: (address: Address) => preferring.mutate(address),
  }
}

/** An address as on an envelope. */
function AddressText({ address }: { address: Address }) {
  const lines = new Set([address.name, address.company, ...addressLines(address)].filter(Boolean))
  return (
    <address className="not-italic">
      {[...lines].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
