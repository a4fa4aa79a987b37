import { expect, test } from 'vitest'
import { person } from '../../../testing/person-fixture.ts'
import {
  changedRow,
  fixesFor,
  kindName,
  kindsInOrder,
  problemSentence,
  rowTone,
  twinOf,
} from './row-problems.ts'

const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000 }

test('suggests the state of a ZIP code', () => {
  const row = changedRow(person({ state: 'MN' }), {}, 'direct', LIMITS)
  expect(rowTone(row.problems)).toBe('check')
  expect(fixesFor(row.problems[0]!, null)).toEqual([{ label: 'Use Oregon', change: { state: 'OR' } }])
})

test.each([
  [{ zip: '9O210', state: 'CA' }, 'Use 90210'],
  [{ firstName: 'Ｍａｙａ' }, 'Use Maya'],
  [{ state: 'Orgeon' }, 'Use Oregon'],
  [{ message: 'Well done 🎉' }, 'Remove what we can’t print'],
])('%j is fixed with “%s”', (change, label) => {
  const row = changedRow(person(change), {}, 'direct', LIMITS)
  expect(fixesFor(row.problems[0]!, null)[0]?.label).toBe(label)
})

test('checks a change with the server’s rules', () => {
  const row = changedRow(person(), { zip: '9021', amountCents: 500 }, 'direct', LIMITS)
  expect(row.needsAttention).toBe(true)
  expect(row.problems.map(({ field }) => field)).toEqual(['amount_cents', 'zip'])
  expect(changedRow(row, { zip: '97214', amountCents: null }, 'direct', LIMITS).problems).toEqual([])
})

test('names missing fields', () => {
  const row = changedRow(person({ email: '' }), {}, 'digital', LIMITS)
  expect(row.problems.map(problemSentence)).toEqual(['Email is missing.'])
})

test('suggests everyone’s value for an invalid one', () => {
  const row = changedRow(person({ amountCents: 500 }), {}, 'direct', LIMITS)
  expect(fixesFor(row.problems[0]!, 5_000)).toEqual([{ label: 'Use $50.00', change: { amountCents: null } }])
  expect(fixesFor(row.problems[0]!, null)).toEqual([])
})

test('keeps problems that only the server can clear', () => {
  const twin = {
    field: 'last_name',
    code: 'duplicate',
    severity: 'warning',
    message: 'Row 2,087 has the same name and address.',
  } as const
  const row = person({ problems: [twin] })
  expect(changedRow(row, { amountCents: 7_500 }, 'direct', LIMITS).problems).toEqual([twin])
  expect(changedRow(row, { state: 'OR' }, 'direct', LIMITS).problems).toEqual([twin])
  expect(changedRow(row, { address1: '9 Harbor View Road' }, 'direct', LIMITS).problems).toEqual([])
  expect(twinOf(twin)).toBe(2_087)
})

test('errors come before warnings, the most frequent first', () => {
  const kinds = kindsInOrder([
    { code: 'duplicate', severity: 'warning', count: 40, suggestedCount: 0 },
    { code: 'required', severity: 'error', count: 7, suggestedCount: 0 },
    { code: 'invalid', severity: 'error', count: 19, suggestedCount: 0 },
    { code: 'po_box', severity: 'warning', count: 0, suggestedCount: 0 },
  ])
  expect(kinds.map(({ code }) => code)).toEqual(['invalid', 'required', 'duplicate'])
})

test('problems depend on the reward type', () => {
  expect(kindName('invalid', 'direct')).toBe('ZIP code or state')
  expect(kindName('invalid', 'digital')).toBe('Email')
})

test('an unknown kind still has a name', () => {
  expect(kindName('moved_away', 'direct')).toBe('Moved away')
})
