import type { Address } from '../../app/address.queries.ts'
import { addressLines } from './address-draft.ts'

/** An address as it stands on an envelope. */
export function AddressText({ address }: { address: Address }) {
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
