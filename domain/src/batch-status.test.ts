import { expect, test } from 'vitest'
import { assertBatchMove, BATCH_STATUSES, canMoveBatch, isPrintFile } from './batch-status.ts'

test('a batch moves from creation to mailing, and no further', () => {
  expect(canMoveBatch('making', 'ready')).toBe(true)
  expect(canMoveBatch('ready', 'printed')).toBe(true)
  expect(canMoveBatch('printed', 'mailed')).toBe(true)
  for (const to of BATCH_STATUSES) expect(canMoveBatch('mailed', to)).toBe(false)
})

test('only a printed batch can be mailed', () => {
  for (const from of BATCH_STATUSES) {
    expect(canMoveBatch(from, 'mailed')).toBe(from === 'printed')
  }
})

test('a created or failed batch can be canceled until it is mailed', () => {
  const cancelable = BATCH_STATUSES.filter((from) => canMoveBatch(from, 'cancelled'))
  expect(cancelable).toEqual(['making', 'ready', 'printed', 'failed'])
})

test('every state can be reached', () => {
  for (const to of BATCH_STATUSES) {
    if (to !== 'making') expect(BATCH_STATUSES.some((from) => canMoveBatch(from, to))).toBe(true)
  }
  expect(() => assertBatchMove('mailed', 'cancelled')).toThrow('batch_changed')
})

test('only cards and letters are print files', () => {
  expect(isPrintFile('cards')).toBe(true)
  expect(isPrintFile('letters')).toBe(true)
  expect(isPrintFile('manifest_csv')).toBe(false)
})
