import { Tag } from '../../../parts/Tag.tsx'
import type { OfficeCustomer } from './customers.queries.ts'

/** What has become of the account, where it is not simply in use. */
export function CustomerState({
  customer: { state, registrationComplete },
}: {
  customer: Pick<OfficeCustomer, 'state' | 'registrationComplete'>
}) {
  if (state === 'closed') return <Tag>Closed</Tag>
  if (state === 'disabled') return <Tag tone="bad">Blocked</Tag>
  return registrationComplete ? <Tag tone="good">Active</Tag> : <Tag tone="wait">Registering</Tag>
}
