import { expect, test } from 'vitest'
import { OFFICE_STATUS_LABELS, officeStatus } from './office-status.ts'

test('an order of which everything was sent is never called approved in the office', () => {
  const shown = (isShipped: boolean) => OFFICE_STATUS_LABELS[officeStatus({ status: 'fulfilled', isShipped })]
  expect(shown(false)).toBe('Fulfilled')
  expect(shown(true)).toBe('Shipped')
  expect(officeStatus({ status: 'approved', isShipped: false })).toBe('approved')
})
