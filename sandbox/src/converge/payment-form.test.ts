import { expect, test } from 'vitest'
import { TEST_ACCOUNTS, TEST_CARDS } from './outcomes.ts'
import { isLuhnValid, isRoutingNumber } from './payment-form.ts'
import { sortableTime, terminalTime } from './terminal-time.ts'

test('every test card and account on the page passes the page’s own check', () => {
  for (const { number } of TEST_CARDS) expect(isLuhnValid(number), number).toBe(true)
  for (const { aba } of TEST_ACCOUNTS) expect(isRoutingNumber(aba), aba).toBe(true)
})

test.each(['', '4124939999999991', '1'])('%j is not a card number', (digits) => {
  expect(isLuhnValid(digits)).toBe(false)
})

test('detects any wrong digit', () => {
  const number = '4124939999999990'
  for (let at = 0; at < number.length; at += 1) {
    const wrong = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
    expect(isLuhnValid(wrong), wrong).toBe(false)
  }
})

test.each(['000000000', '49000001', '490000019', '4900000180'])('%j is not a routing number', (digits) => {
  expect(isRoutingNumber(digits)).toBe(false)
})

test.each([
  ['03/14/2026 12:00:00 AM', '20260314000000'],
  ['03/14/2026 12:00:00 PM', '20260314120000'],
  ['03/14/2026 11:59:59 PM', '20260314235959'],
  ['03/14/2026', '20260314000000'],
  ['03/32/2026', undefined],
  ['3/1/2026', undefined],
  ['03/14/2026 13:00:00 PM', undefined],
])('the terminal’s time %s sorts as %s', (text, sorts) => {
  expect(sortableTime(text)).toBe(sorts)
})

test('writes a moment in the terminal’s zone, and reads it back as the same second', () => {
  const text = terminalTime(new Date('2020-08-18T22:31:42Z'), 'America/New_York')
  expect(text).toBe('08/18/2020 06:31:42 PM')
  expect(sortableTime(text)).toBe('20200818183142')
})
