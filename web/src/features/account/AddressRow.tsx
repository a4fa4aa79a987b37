import { formatPhone } from '@laurel/domain/phone'
import type { Address } from '../../app/address.queries.ts'
import { AddressText } from '../../parts/address/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Tag } from '../../parts/Tag.tsx'

type AddressRowProps = {
  address: Address
  isBusy: boolean
  onChange: () => void
  onMakeDefault: () => void
  onRemove: () => void
}

export function AddressRow({ address, isBusy, onChange, onMakeDefault, onRemove }: AddressRowProps) {
  const name = address.label || address.company || address.name
  return (
    <li className="grid gap-3 border-line border-t py-5 first:border-t-0 first:pt-0">
      <div>
        {(address.label || address.isDefault) && (
          <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            {address.label && <b className="font-semibold">{address.label}</b>}
            {address.isDefault && <Tag>Used first</Tag>}
          </p>
        )}
        <AddressText address={address} />
        {address.phone && <p className="text-muted">{formatPhone(address.phone)}</p>}
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Button look="link" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        {!address.isDefault && (
          <Button look="link" aria-label={`Use first: ${name}`} isPending={isBusy} onClick={onMakeDefault}>
            Use first
          </Button>
        )}
        <Button look="link" aria-label={`Remove ${name}`} isPending={isBusy} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
