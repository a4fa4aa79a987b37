import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Address, addressQueries } from '../../app/address.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Section } from '../../parts/Section.tsx'
import { AddressRow } from './AddressRow.tsx'
import { useAddressBook } from './use-address-book.ts'

const AddressDialog = lazy(() =>
  import('../../parts/address/AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

/** Where bulk orders are shipped to. The default comes first and is offered first at checkout. */
export function AddressBook() {
  const { data: addresses } = useSuspenseQuery(addressQueries.list())
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const book = useAddressBook()

  return (
    <Section
      id="addresses"
      title="Address book"
      text="Where we ship bulk orders. Orders on their way keep the address they were placed with."
    >
      {addresses.length === 0 ? (
        <p className="text-muted">No address yet. Add one here, or at checkout when you need it.</p>
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
        Add an address
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
