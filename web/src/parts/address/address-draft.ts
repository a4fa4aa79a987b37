import { phoneProblem } from '@laurel/domain/phone'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { findStateCode } from '@laurel/domain/us-states'
import { isZipCode, readZipCode, ZIP_INVALID } from '@laurel/domain/zip-code'
import type { Address } from '../../app/customer.queries.ts'
import { pageTexts } from '../../app/texts.ts'

/** An address while it is edited. */
export type AddressDraft = Omit<Address, 'id' | 'shared'> & { isShared: boolean }

export const EMPTY_ADDRESS: AddressDraft = {
  label: '',
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  isDefault: false,
  isShared: false,
}

/** Normalizes a draft for sending: trimmed, with a hyphen in the ZIP code. */
export function tidyDraft(draft: AddressDraft): AddressDraft {
  const trimmed = Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  ) as AddressDraft
  return { ...trimmed, zip: readZipCode(trimmed.zip, findStateCode(trimmed.state)).zip }
}

/** Errors of a normalized draft by field, as the server would report them. */
export function draftErrors(draft: AddressDraft): Record<string, string> {
  const i18n = pageTexts()

  const errors: Record<string, string> = {}
  for (const field of ['name', 'address1', 'city'] as const) {
    if (!draft[field]) errors[field] = FIELD_REQUIRED
  }
  if (!findStateCode(draft.state)) errors.state = i18n.t('Choose a state from the list.')
  if (!draft.zip) errors.zip = FIELD_REQUIRED
  else if (!isZipCode(draft.zip)) errors.zip = ZIP_INVALID
  const unreachable = phoneProblem(draft.phone)
  if (unreachable) errors.phone = unreachable
  return errors
}

/** "90 Foundry Road, Suite 4" and "Dayton, OH 45402". */
export function addressLines(address: Pick<Address, 'address1' | 'address2' | 'city' | 'state' | 'zip'>) {
  return [
    [address.address1, address.address2].filter(Boolean).join(', '),
    `${address.city}, ${address.state} ${address.zip}`,
  ]
}
