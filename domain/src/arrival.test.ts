import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { addBusinessDays, arrival, travelTime } from './arrival.ts'
import english from './texts/parts/en.json' with { type: 'json' }
import spanish from './texts/parts/es.json' with { type: 'json' }

const textsIn = (locale: string, { messages }: { messages: object }) =>
  setupI18n({ locale, messages: { [locale]: messages as never } })
const en = textsIn('en-US', english)

test('business days skip the weekend', () => {
  const friday = new Date(2026, 10, 20)
  expect(addBusinessDays(friday, 1).getDay()).toBe(1)
})

test('business days skip Thanksgiving, and New Year’s Day observed in the year before', () => {
  expect(addBusinessDays(new Date(2026, 10, 25), 1)).toEqual(new Date(2026, 10, 27))
  expect(addBusinessDays(new Date(2027, 11, 30), 1)).toEqual(new Date(2028, 0, 3))
})

test('no parcel arrives on Thanksgiving', () => {
  expect(arrival(en, { minDays: 2, maxDays: 5 }, new Date(2026, 10, 21))).toBe('Wed, Nov 25 to Tue, Dec 1')
  expect(arrival(en, { minDays: 3, maxDays: 3 }, new Date(2026, 10, 21))).toBe('Fri, Nov 27')
})

test('a parcel arrives after one day of review and the carrier’s days', () => {
  const monday = new Date(2026, 11, 7)
  expect(arrival(en, { minDays: 3, maxDays: 5 }, monday)).toBe('Fri, Dec 11 to Tue, Dec 15')
  expect(arrival(en, { minDays: 1, maxDays: 1 }, monday)).toBe('Wed, Dec 9')
})

test('shows one number when both are equal', () => {
  expect(travelTime(en, { minDays: 1, maxDays: 1 })).toBe('1 business day')
  expect(travelTime(en, { minDays: 3, maxDays: 5 })).toBe('3 to 5 business days')
})

test('says days and travel times in Spanish', () => {
  const es = textsIn('es-US', spanish)
  expect(travelTime(es, { minDays: 1, maxDays: 1 })).toBe('1 día hábil')
  expect(travelTime(es, { minDays: 3, maxDays: 5 })).toBe('de 3 a 5 días hábiles')
  expect(arrival(es, { minDays: 3, maxDays: 3 }, new Date(2026, 10, 21))).toMatch(/^vie, 27 (de )?nov/)
})
