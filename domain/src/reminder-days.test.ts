import { expect, test } from 'vitest'
import { dueReminderDay } from './reminder-days.ts'

const promisedAt = new Date('2026-11-01T15:00:00Z')
const on = (day: string) => new Date(`2026-11-${day}T15:00:00Z`)
const due = (now: Date, remindedAt: Date | null = null, days = [7, 14, 21]) =>
  dueReminderDay(days, { promisedAt, remindedAt }, now)

test('the first reminder is due on the first day and not before', () => {
  expect(due(on('07'))).toBeUndefined()
  expect(due(on('08'))).toBe(7)
})

test('each reminder day is due once', () => {
  expect(due(on('09'), on('08'))).toBeUndefined()
  expect(due(on('15'), on('08'))).toBe(14)
  expect(due(on('30'), on('22'))).toBeUndefined()
})

test('one reminder covers several missed days', () => {
  expect(due(on('30'))).toBe(21)
})

test('a reminder of an earlier promise doesn’t count for this one', () => {
  expect(due(on('08'), new Date('2026-10-20T00:00:00Z'))).toBe(7)
})

test('a site that wants no reminders sends none', () => {
  expect(due(on('30'), null, [])).toBeUndefined()
})
