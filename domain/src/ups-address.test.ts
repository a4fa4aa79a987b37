import { expect, test } from 'vitest'
import { upsProblem } from './ups-address.ts'

const street = { address1: '90 Foundry Road', address2: '', state: 'OH' }

test.each(['PO Box 12', 'P.O. Box 12', 'p o box 12', 'P.O.B. 12', 'POB 12', 'Post Office Box 12'])(
  'UPS doesn’t deliver to "%s"',
  (line) => {
    expect(upsProblem({ ...street, address1: line })).toMatch(/PO boxes/)
    expect(upsProblem({ ...street, address2: line })).toMatch(/PO boxes/)
  },
)

test.each(['90 Foundry Road', '12 Boxwood Lane', '4 Pobble Street', '7 Post Office Road'])(
  'UPS delivers a parcel to "%s"',
  (line) => {
    expect(upsProblem({ ...street, address1: line })).toBeUndefined()
  },
)

test('UPS doesn’t deliver to military addresses', () => {
  expect(upsProblem({ ...street, state: 'AE' })).toMatch(/military/)
})
