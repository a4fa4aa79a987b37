import { expect, test } from 'vitest'
import { freeName, isMergeAsked, undoMergeUntil } from './company-merges.ts'

const from = 'Halden Tools'

test('a name that is taken gets the company’s name, then a number', () => {
  expect(freeName('Sales', new Set(['ops']), { from, max: 60 })).toBe('Sales')
  expect(freeName('Sales', new Set(['sales']), { from, max: 60 })).toBe('Sales (Halden Tools)')
  const both = new Set(['sales', 'sales (halden tools)'])
  expect(freeName('Sales', both, { from, max: 60 })).toBe('Sales (Halden Tools 2)')
})

test('a long name is cut to what fits', () => {
  const name = 'x'.repeat(60)
  const free = freeName(name, new Set([name]), { from: 'y'.repeat(100), max: 60 })
  expect(free).toBe(`${'x'.repeat(33)} (${'y'.repeat(24)})`)
  expect(free).toHaveLength(60)
})

test('a merge can be undone for 30 days, and a request waits for 7', () => {
  const at = new Date('2026-11-28T10:00:00Z')
  expect(undoMergeUntil(at)).toEqual(new Date('2026-12-28T10:00:00Z'))
  expect(isMergeAsked(at, new Date('2026-12-05T09:59:00Z'))).toBe(true)
  expect(isMergeAsked(at, new Date('2026-12-05T10:00:00Z'))).toBe(false)
  expect(isMergeAsked(null, at)).toBe(false)
})
