import { expect, test } from 'vitest'
import { nextDaysWords, scheduleWords } from './report-words.ts'

const NOW = new Date('2026-11-28T18:00:00Z')
const words = (range: string, every: 'daily' | 'weekly' | 'monthly', more = {}) =>
  nextDaysWords(
    { kind: 'orders', range, ...more } as Parameters<typeof nextDaysWords>[0],
    { every, day: 1, time: '08:00' },
    'America/Chicago',
    NOW,
  )

test('says which days the next scheduled report is for', () => {
  expect(words('last_month', 'monthly')).toBe('The next one is for Nov 1 to Nov 30.')
  expect(words('last_7_days', 'weekly')).toBe('The next one is for Nov 23 to Nov 29.')
  expect(words('yesterday', 'daily')).toBe('The next one is for Nov 28.')
  expect(words('all', 'daily')).toBe('Each one is for all time.')
  expect(words('days', 'monthly', { from: '2026-11-02', until: '2026-11-05' })).toBe(
    'The next one is for Nov 2 to Nov 5.',
  )
})

test('says that a month or a year has just begun', () => {
  expect(words('this_month', 'monthly')).toBe(
    'The next one is for Dec 1. For whole months, choose “Last month” before you save.',
  )
  expect(words('this_year', 'weekly')).toBe(
    'The next one is for Jan 1 to Nov 30. For whole years, choose “Last year” before you save.',
  )
})

test('a schedule reads as a sentence', () => {
  const words = ([1, 22, 31] as const).map((day) => scheduleWords({ every: 'monthly', day, time: '08:00' }))
  expect([
    scheduleWords({ every: 'daily', day: 1, time: '17:05' }),
    scheduleWords({ every: 'weekly', day: 7, time: '00:00' }),
    ...words,
  ]).toEqual([
    'Every day at 5:05 PM',
    'Every Sunday at 12:00 AM',
    'On the 1st of every month at 8:00 AM',
    'On the 22nd of every month at 8:00 AM',
    'On the 31st of every month, or its last day, at 8:00 AM',
  ])
})
