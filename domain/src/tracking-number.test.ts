import { expect, test } from 'vitest'
import { deliveryReference, readDeliveryReference } from './delivery-reference.ts'
import { isTrackingNumber, tidyTrackingNumber, trackingUrl } from './tracking-number.ts'

test.each([
  ['UPS', '1Z 999 AA1 01 2345 6784', true],
  ['UPS', '9400 1000 0000 0000 0000 00', false],
  ['USPS', '9400-1000-0000-0000-0000-00', true],
  ['USPS', '1Z999AA10123456784', false],
  ['USPS', '', false],
] as const)('%s and %s: %s', (carrier, typed, fits) => {
  expect(isTrackingNumber(carrier, tidyTrackingNumber(typed))).toBe(fits)
})

test('a tracking number links to its carrier’s page and nowhere else', () => {
  expect(trackingUrl('UPS', '1Z999AA10123456784')).toMatch(/^https:\/\/www\.ups\.com\/.*1Z999AA10123456784$/)
  expect(trackingUrl('UPS', '1Z 9&x=1')).toMatch(/tracknum=1Z%209%26x%3D1$/)
  expect(trackingUrl('email', '1')).toBe('')
  expect(trackingUrl('USPS', '')).toBe('')
})

test('reads a reference however it is typed', () => {
  expect(deliveryReference(17)).toBe('D-17')
  for (const typed of ['D-17', 'd17', ' 17 ', 'D - 17']) expect(readDeliveryReference(typed)).toBe(17)
  for (const typed of ['', 'D-', '17.5', 'E-17', '-17']) expect(readDeliveryReference(typed)).toBeUndefined()
})
