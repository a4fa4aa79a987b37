import { expect, test } from 'vitest'
import {
  creditLeftCents,
  dueOn,
  dueWithin,
  dueWords,
  INVOICE_AGES,
  invoiceAge,
  isReminderDue,
  termsRefusal,
} from './company-terms.ts'

test('an invoice is due some days after the order, on the calendar of the company', () => {
  const lateEvening = new Date('2026-11-28T03:30:00Z')
  expect(dueOn(lateEvening, 15, 'America/Chicago')).toBe('2026-12-12')
  expect(dueOn(lateEvening, 30, 'Europe/Berlin')).toBe('2026-12-28')
  expect(dueWords('2026-12-28')).toBe('December 28, 2026')
})

test('its age is given in days overdue, and lists ask for the same', () => {
  const today = '2026-12-31'
  const ages: [string, string][] = [
    ['2027-01-05', 'current'],
    ['2026-12-31', 'current'],
    ['2026-12-30', '1_15'],
    ['2026-12-16', '1_15'],
    ['2026-12-15', '16_30'],
    ['2026-12-01', '16_30'],
    ['2026-11-30', '31_60'],
    ['2026-11-01', '31_60'],
    ['2026-10-31', 'over_60'],
  ]
  for (const [due, age] of ages) {
    expect([due, invoiceAge(due, today)]).toEqual([due, age])
    const within = INVOICE_AGES.filter((one) => {
      const { from = '', until = '9999' } = dueWithin(one, today)
      return due >= from && due <= until
    })
    expect([due, within]).toEqual([due, [age]])
  }
})

test('an order has to fit what is left, and nothing may be overdue for too long', () => {
  const terms = { limitCents: 1_000, isActive: true, openCents: 400, earliestDueOn: '2026-12-01' }
  const at = { today: '2026-12-15', overdueDays: 14 }
  expect(termsRefusal(terms, { totalCents: 600 }, at)).toBeUndefined()
  expect(termsRefusal(terms, { totalCents: 601 }, at)).toBe('over_credit_limit')
  expect(termsRefusal(terms, { totalCents: 1 }, { ...at, today: '2026-12-16' })).toBe('terms_overdue')
  expect(termsRefusal({ ...terms, isActive: false }, { totalCents: 1 }, at)).toBe(
    'payment_method_unavailable',
  )
  expect(creditLeftCents({ limitCents: 300, openCents: 400 })).toBe(0)
})

test('reminders come on the days before and after, once each, and missed ones together', () => {
  const days = { beforeDays: [3], afterDays: [1, 8] }
  const due = (today: string, remindedOn: string | null) =>
    isReminderDue(['2026-12-10'], days, { today, remindedOn })
  expect(due('2026-12-06', null)).toBe(false)
  expect(due('2026-12-07', null)).toBe(true)
  expect(due('2026-12-07', '2026-12-07')).toBe(false)
  expect(due('2026-12-10', '2026-12-07')).toBe(false)
  expect(due('2026-12-11', '2026-12-07')).toBe(true)
  expect(due('2026-12-30', '2026-12-11')).toBe(true)
  expect(due('2026-12-30', '2026-12-18')).toBe(false)
  expect(isReminderDue([], days, { today: '2026-12-30', remindedOn: null })).toBe(false)
})
