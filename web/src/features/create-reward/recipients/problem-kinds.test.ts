import { expect, test } from 'vitest'
import { kindName, kindsInOrder } from './problem-kinds.ts'

test('what must be fixed stands before what is doubtful, the most frequent first', () => {
  const kinds = kindsInOrder([
    { code: 'duplicate', severity: 'warning', count: 40, suggestedCount: 0 },
    { code: 'required', severity: 'error', count: 7, suggestedCount: 0 },
    { code: 'invalid', severity: 'error', count: 19, suggestedCount: 0 },
    { code: 'po_box', severity: 'warning', count: 0, suggestedCount: 0 },
  ])
  expect(kinds.map(({ code }) => code)).toEqual(['invalid', 'required', 'duplicate'])
})

test('what is not right depends on how the card travels', () => {
  expect(kindName('invalid', 'direct')).toBe('ZIP code or state')
  expect(kindName('invalid', 'digital')).toBe('Email')
})

test('a kind that is new still has a name', () => {
  expect(kindName('moved_away', 'direct')).toBe('Moved away')
})
