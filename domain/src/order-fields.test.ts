import { expect, test } from 'vitest'
import { fieldProblem, isSameName, namedValues, type OrderField } from './order-fields.ts'

const typed: OrderField = { id: 1, name: 'Campaign', required: false, values: [] }
const chosen: OrderField = { id: 2, name: 'Cost center', required: true, values: ['4100', '4200'] }

test.each<[field: OrderField, value: string, problem: string | undefined]>([
  [typed, '', undefined],
  [typed, 'Fall', undefined],
  [{ ...typed, required: true }, '', 'Enter a value for “Campaign”.'],
  [chosen, '4100', undefined],
  [chosen, '', 'Choose a value for “Cost center”.'],
  [chosen, '4300', '“4300” can’t be used for “Cost center” anymore. Choose another value.'],
  [{ ...chosen, required: false }, '', undefined],
])('a field %j with the value %j has this problem: %s', (field, value, problem) => {
  expect(fieldProblem(field, value)).toBe(problem)
})

test('values take the order and names of the company’s fields, and others are dropped', () => {
  const given = [
    { id: 9, value: 'of a removed field' },
    { id: 2, value: '4100' },
    { id: 1, value: '' },
  ]
  expect(namedValues([typed, chosen], given)).toEqual([{ id: 2, name: 'Cost center', value: '4100' }])
  expect(namedValues([chosen, typed], [...given, { id: 1, value: 'Fall' }])).toEqual([
    { id: 2, name: 'Cost center', value: '4100' },
    { id: 1, name: 'Campaign', value: 'Fall' },
  ])
})

test('names are the same whatever their case and spaces', () => {
  expect(isSameName(' cost  Center', 'Cost center')).toBe(true)
  expect(isSameName('Cost center', 'Cost centre')).toBe(false)
})
