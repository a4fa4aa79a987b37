import type { SavedPerson } from '../../app/recipient-lists.queries.ts'

export function personName({ firstName, lastName }: Pick<SavedPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** `418 Juniper Street, Apt 3, Portland, OR 97214`, as far as it is known. */
export function addressOf({ address1, address2, city, state, zip }: SavedPerson): string {
  return [address1, address2, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ')
}
