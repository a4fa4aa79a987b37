import { expect, test } from 'vitest'
import { REPORT_RANGES, reportDays, SPEND_BY, spendField } from './reports.ts'

test('a range means the days of a company’s calendar', () => {
  const days = Object.fromEntries(REPORT_RANGES.map((range) => [range, reportDays(range, '2028-03-01')]))
  expect(days).toEqual({
    yesterday: { from: '2028-02-29', until: '2028-02-29' },
    last_7_days: { from: '2028-02-23', until: '2028-02-29' },
    last_30_days: { from: '2028-01-31', until: '2028-02-29' },
    this_month: { from: '2028-03-01', until: '2028-03-01' },
    last_month: { from: '2028-02-01', until: '2028-02-29' },
    this_year: { from: '2028-01-01', until: '2028-03-01' },
    last_year: { from: '2027-01-01', until: '2027-12-31' },
    all: {},
    days: {},
  })
  expect(reportDays('last_month', '2027-01-31')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
  expect(reportDays('days', '2027-01-31', { from: '2026-05-04' })).toEqual({ from: '2026-05-04' })
})

test('spend is listed by month, person, or a custom field', () => {
  const names = ['month', 'person', 'field:12', 'field:', 'field:0', 'field:1x', 'team']
  expect(names.filter((name) => SPEND_BY.test(name))).toEqual(['month', 'person', 'field:12'])
  expect([spendField('field:12'), spendField('person')]).toEqual([12, undefined])
})
