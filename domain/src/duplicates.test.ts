import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateKey, personKey } from './duplicates.ts'
import type { RecipientRow } from './recipient-fields.ts'

const row: RecipientRow = {
  firstName: 'Tomás',
  lastName: "O'Brien",
  email: 'tomas@example.com',
  address1: '14 Quarry Lane',
  address2: 'Apt. 3',
  city: 'Duluth',
  state: 'MN',
  zip: '55802',
  language: '',
  amountCents: 5000,
  message: '',
}
const key = (change: Partial<RecipientRow>) => duplicateKey('direct', { ...row, ...change })

test.each<Partial<RecipientRow>>([
  { firstName: 'TOMAS' },
  { lastName: 'OBrien' },
  { address1: '14 quarry ln.' },
  { address1: '14 Quarry Lane, Apt 3', address2: '' },
  { address2: 'apartment 3' },
  { zip: '55802-1234' },
  { email: 'other@example.com' },
  { amountCents: 7500 },
])('%j looks like the same person by mail', (change) => {
  expect(key(change)).toBe(key({}))
})

test.each<Partial<RecipientRow>>([
  { firstName: 'Thomas' },
  { lastName: 'Bryan' },
  { address1: '15 Quarry Lane' },
  { address2: 'Apt. 4' },
  { zip: '55803' },
])('%j is a different person', (change) => {
  expect(key(change)).not.toBe(key({}))
})

test('compares digital cards by their email only', () => {
  expect(duplicateKey('digital', { ...row, email: 'Tomas@example.com', firstName: 'T' })).toBe(
    duplicateKey('digital', row),
  )
  expect(duplicateKey('digital', { ...row, email: 'other@example.com' })).not.toBe(
    duplicateKey('digital', row),
  )
})

test('a row with too little data is never a duplicate', () => {
  expect(key({ firstName: '', lastName: '' })).toBeUndefined()
  expect(key({ address1: '', address2: '' })).toBeUndefined()
  expect(duplicateKey('digital', { ...row, email: '' })).toBeUndefined()
})

test('ignores case and blanks when comparing people', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{1,10}$/)
  fc.assert(
    fc.property(word, word, word, (firstName, lastName, address1) => {
      const shouted = {
        firstName: firstName.toUpperCase(),
        lastName: ` ${lastName} `,
        address1: address1.toLowerCase(),
      }
      expect(key(shouted)).toBe(key({ firstName, lastName, address1 }))
    }),
  )
})

test('a person’s key is an integer, the same for the same person, and different for everyone else', () => {
  const numbers = Array.from({ length: 20_000 }, (_, n) =>
    personKey('direct', { ...row, firstName: `P${n}` }),
  )
  expect(new Set(numbers).size).toBe(20_000)
  expect(numbers.every(Number.isSafeInteger)).toBe(true)
  expect(personKey('direct', { ...row, firstName: 'TOMAS' })).toBe(personKey('direct', row))
  expect(personKey('digital', row)).not.toBe(personKey('direct', row))
  expect(personKey('digital', { ...row, email: '' })).toBeUndefined()
})
