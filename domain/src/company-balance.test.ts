import { type Messages, setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import {
  type BalanceChange,
  balanceEntry,
  balanceWords,
  isMonth,
  monthAfter,
  monthsBetween,
  monthWords,
  runningBalance,
} from './company-balance.ts'
import english from './texts/server/en.json' with { type: 'json' }

const catalog: object = english.messages
const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': catalog as Messages } })

test.each<[isTopUp: boolean, event: string, cents: number, change: BalanceChange, added: number]>([
  [true, 'balance.added', -5_000, 'top_up', 5_000],
  [true, 'balance.taken', 5_000, 'top_up_returned', -5_000],
  [false, 'money.received', 700, 'order', -700],
  [false, 'refund.paid', -700, 'refund', 700],
  [false, 'money.returned', -700, 'order_returned', 700],
])('of a top-up %s, %s of %i cents is %s of %i', (isTopUp, event, cents, change, added) => {
  expect(balanceEntry(isTopUp, event, cents)).toEqual({ change, cents: added })
})

test('the balance runs on from what it was', () => {
  expect(runningBalance(1_000, [{ cents: 500 }, { cents: -2_000 }])).toEqual([1_500, -500])
  expect(runningBalance(1_000, [])).toEqual([])
})

test('an entry says what it was', () => {
  const rest = { cents: 500, company: '' }
  const order = { ...rest, orderNumber: '10473', orderName: 'Ten-year club', paidBy: '' }
  expect(balanceWords(i18n, { ...order, change: 'order' })).toBe('Order 10473, Ten-year club')
  expect(balanceWords(i18n, { ...order, change: 'refund' })).toBe('Refund, order 10473, Ten-year club')
  const topUp = { ...rest, orderNumber: '10474', orderName: '', paidBy: 'by ACH' }
  expect(balanceWords(i18n, { ...topUp, change: 'top_up' })).toBe('Top-up by ACH')
  expect(balanceWords(i18n, { ...topUp, change: 'top_up_returned' })).toBe('Top-up returned, 10474')
  const merge = { ...topUp, company: 'Halden Tools' }
  expect(balanceWords(i18n, { ...merge, change: 'merge' })).toBe('From Halden Tools, merged')
  expect(balanceWords(i18n, { ...merge, cents: -500, change: 'merge_undone' })).toBe(
    'To Halden Tools, merge undone',
  )
})

test('months are read, counted, and named', () => {
  const wrong = ['2026-13', '2026-1', '26-11', '', '0000-01', '0999-12', '9999-12']
  expect(['2026-11', ...wrong].filter(isMonth)).toEqual(['2026-11'])
  expect([monthAfter('2026-09'), monthAfter('2026-12')]).toEqual(['2026-10', '2027-01'])
  expect(monthsBetween('2025-11', '2026-01')).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(monthsBetween('2026-02', '2026-01')).toEqual([])
  expect(monthWords('2026-11')).toBe('November 2026')
})
