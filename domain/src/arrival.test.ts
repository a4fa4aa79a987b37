import { expect, test } from 'vitest'
import { addBusinessDays, arrival, travelTime } from './arrival.ts'

test('business days skip the weekend', () => {
  const friday = new Date(2026, 10, 20)
  expect(addBusinessDays(friday, 1).getDay()).toBe(1)
})

test('business days skip Thanksgiving, and New Year’s Day observed in the year before', () => {
  expect(addBusinessDays(new Date(2026, 10, 25), 1)).toEqual(new Date(2026, 10, 27))
  expect(addBusinessDays(new Date(2027, 11, 30), 1)).toEqual(new Date(2028, 0, 3))
})

test('no parcel arrives on Thanksgiving', () => {
  expect(arrival({ minDays: 2, maxDays: 5 }, new Date(2026, 10, 21))).toBe('Wed, Nov 25 to Tue, Dec 1')
  expect(arrival({ minDays: 3, maxDays: 3 }, new Date(2026, 10, 21))).toBe('Fri, Nov 27')
})

test('a parcel arrives after one day of review and the carrier’s days', () => {
  const monday = new Date(2026, 11, 7)
  expect(arrival({ minDays: 3, maxDays: 5 }, monday)).toBe('Fri, Dec 11 to Tue, Dec 15')
  expect(arrival({ minDays: 1, maxDays: 1 }, monday)).toBe('Wed, Dec 9')
})

test('shows one number when both are equal', () => {
  expect(travelTime({ minDays: 1, maxDays: 1 })).toBe('1 business day')
  expect(travelTime({ minDays: 3, maxDays: 5 })).toBe('3 to 5 business days')
})
