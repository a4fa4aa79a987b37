import { BLANK_ROW } from '@laurel/domain/recipient-fields'
import type { Recipient } from '../features/create-reward/recipients/recipients.queries.ts'

/** A person who is ready. */
export function person(values: Partial<Recipient> = {}): Recipient {
  return {
    id: 1,
    cardItemId: 7,
    position: 1,
    ...BLANK_ROW,
    firstName: 'Maya',
    lastName: 'Okafor',
    address1: '418 Juniper Street',
    city: 'Portland',
    state: 'OR',
    zip: '97214',
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
