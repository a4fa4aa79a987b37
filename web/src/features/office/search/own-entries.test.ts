import { expect, test } from 'vitest'
import { ACTIONS, ownEntriesFound, SETTINGS } from './own-entries.ts'

const labels = (text: string) => ownEntriesFound([...ACTIONS, ...SETTINGS], text).map(({ label }) => label)

test('finds actions and settings by the beginnings of their words', () => {
  expect(labels('rec che')).toEqual(['Record a check or transfer'])
  expect(labels('ups')).toEqual(['Site: Carriers'])
  expect(labels('settings carr')).toEqual(['Site: Carriers'])
  expect(labels('  ')).toEqual([])
  expect(labels('zzz')).toEqual([])
})

test('puts names that begin with the text first', () => {
  expect(labels('staff')).toEqual(['Staff', 'Invite a colleague'])
})

test('lists each name once', () => {
  const all = [...ACTIONS, ...SETTINGS].map(({ label }) => label)
  expect(new Set(all).size).toBe(all.length)
})
