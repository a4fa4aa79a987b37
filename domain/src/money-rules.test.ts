import { expect, test } from 'vitest'
import { type MoneyRules, type OrderFacts, type ReviewReason, reviewReasons } from './money-rules.ts'

const rules: MoneyRules = {
  dayLimitCents: 1_000_000,
  newAccountDays: 30,
  newAccountOrderCents: 250_000,
  attemptsPerHour: 10,
}
const usual: OrderFacts = {
  totalCents: 250_000,
  dayCents: 0,
  accountAgeDays: 400,
  recentFailures: 0,
  avsResponses: ['M'],
}

test('a usual order needs no review', () => {
  expect(reviewReasons(rules, usual)).toEqual([])
})

test.each<[Partial<OrderFacts>, ReviewReason[]]>([
  [{ dayCents: 750_000 }, []],
  [{ dayCents: 750_001 }, ['day_limit']],
  [{ accountAgeDays: 29 }, []],
  [{ accountAgeDays: 29, totalCents: 250_001 }, ['new_account']],
  [{ accountAgeDays: 30, totalCents: 250_001 }, []],
  [{ recentFailures: 2 }, []],
  [{ recentFailures: 3 }, ['many_attempts']],
  [{ avsResponses: [''] }, []],
  [{ avsResponses: ['n'] }, ['address_check']],
  [
    { avsResponses: ['Z'], recentFailures: 9, dayCents: 10 ** 7 },
    ['day_limit', 'many_attempts', 'address_check'],
  ],
])('%j is reviewed for %j', (facts, reasons) => {
  expect(reviewReasons(rules, { ...usual, ...facts })).toEqual(reasons)
})
