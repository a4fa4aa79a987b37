import { expect, test } from 'vitest'
import { person } from '../../../testing/person-fixture.ts'
import { type ColumnKey, columnsOf, shownValue } from './columns.ts'
import { gridTracks, leastPx } from './grid-cells.ts'

const column = (key: ColumnKey) =>
  [...columnsOf('direct'), ...columnsOf('digital')].find((one) => one.key === key)!

test.each([
  ['Maya Okafor', { firstName: 'Maya', lastName: 'Okafor' }],
  ['  Mary Ann  Smith ', { firstName: 'Mary Ann', lastName: 'Smith' }],
  ['Prince', { firstName: 'Prince', lastName: '' }],
  ['van der Berg, Zoë', { firstName: 'Zoë', lastName: 'van der Berg' }],
])('reads the name %j as %j', (typed, change) => {
  expect(column('name').change(typed)).toEqual(change)
})

test('text after the comma of a street is its second line', () => {
  const street = column('street')
  expect(street.change('14 Quarry Lane, Apt 3')).toEqual({
    address1: '14 Quarry Lane',
    address2: 'Apt 3',
  })
  expect(street.text(person({ address1: '14 Quarry Lane', address2: 'Apt 3' }))).toBe('14 Quarry Lane, Apt 3')
})

test.each([
  ['50', { amountCents: 5_000 }],
  ['$1,000.50', { amountCents: 100_050 }],
  ['', { amountCents: null }],
  ['fifty', { problem: 'fifty isn’t an amount. Enter it like 50 or 49.50.' }],
])('reads the value %j as %j', (typed, change) => {
  expect(column('value').change(typed)).toEqual(change)
})

test('a row without its own value shows everyone’s', () => {
  expect(shownValue(person(), 5_000)).toBe('$50.00')
  expect(shownValue(person({ amountCents: 7_500 }), 5_000)).toBe('$75.00')
  expect(shownValue(person(), null)).toBe('')
})

test.each(['direct', 'digital'] as const)('%s cards: the columns fit where the grid can’t scroll', (type) => {
  const { '--tracks': tracks } = gridTracks(type, columnsOf(type)) as Record<string, string>
  // A window of 1,081 px has so much left between its gutters, beside a scrollbar.
  expect(leastPx(tracks!)).toBeLessThanOrEqual(977)
})
