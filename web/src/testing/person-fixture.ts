import type { Recipient } from '../features/create-reward/recipients/recipients.queries.ts'

/** A person who is ready. */
export function person(values: Partial<Recipient> = {}): Recipient {
  return {
    id: 1,
    cardItemId: 7,
    position: 1,
    firstName: 'Maya',
    lastName: 'Okafor',
    email: '',
    address1: '418 Juniper Street',
    address2: '',
    city: 'Portland',
    state: 'OR',
    zip: '97214',
    amountCents: null,
    message: '',
    problems: [],
    needsAttention: false,
    deliveryState: '',
    change: 'unchanged',
    importId: null,
    importRow: null,
    keptWarnings: [],
    ...values,
  }
}
