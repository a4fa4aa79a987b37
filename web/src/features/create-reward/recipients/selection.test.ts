import { expect, test } from 'vitest'
import { countSelected, EVERYBODY, hasSelected, NOBODY, withSelected, withToggled } from './selection.ts'

test('selects and deselects one person', () => {
  const one = withToggled(NOBODY, 7)
  expect(hasSelected(one, 7)).toBe(true)
  expect(hasSelected(one, 8)).toBe(false)
  expect(countSelected(one, 5_214)).toBe(1)
  expect(countSelected(withToggled(one, 7), 5_214)).toBe(0)
})

test('selects everyone but one without listing the others', () => {
  const others = withToggled(EVERYBODY, 7)
  expect(hasSelected(others, 7)).toBe(false)
  expect(hasSelected(others, 99_999)).toBe(true)
  expect(countSelected(others, 100_000)).toBe(99_999)
})

test('adds a range to the selection, even when selecting by exclusion', () => {
  expect([...withSelected(withToggled(NOBODY, 1), [2, 3]).ids]).toEqual([1, 2, 3])
  expect(countSelected(withSelected(withToggled(EVERYBODY, 2), [2, 3]), 10)).toBe(10)
})
