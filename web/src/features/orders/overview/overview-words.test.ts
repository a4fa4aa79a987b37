import { expect, test } from 'vitest'
import { OVERVIEW } from './overview-fixture.ts'
import { overviewFigures, troubleWords, unpaidWords } from './overview-words.ts'

const figure = (label: string, change: Partial<typeof OVERVIEW> = {}) =>
  overviewFigures({ ...OVERVIEW, ...change }).find((one) => one.label === label)

test('the year is told in four numbers', () => {
  expect(figure('Ordered this year')).toMatchObject({ value: '$612,480.55', note: 'in 11 orders' })
  expect(figure('Arrived')).toMatchObject({ value: '8,912', note: 'of 9,204 cards ordered this year' })
  expect(figure('Opened')).toMatchObject({ value: '94%', note: 'of 1,140 emails this year' })
})

test('not everybody opened is never told as everybody', () => {
  expect(figure('Opened', { emails: { sent: 1_000, opened: 999 } })?.value).toBe('99%')
})

test('without an email, what is on the way stands in its place', () => {
  expect(figure('On the way', { emails: { sent: 0, opened: 0 } })?.value).toBe('280')
})

test('a bank debit that is clearing is not to be paid, and not forgotten', () => {
  const toPay = { orderCount: 0, cents: 0, clearingCents: 50_000 }
  expect(figure('To be paid', { toPay })).toMatchObject({
    value: '$0.00',
    note: 'nothing is open, $500.00 clearing',
  })
})

test('what went wrong is said of each kind, and only of what did', () => {
  expect(troubleWords({ returned: 4, bounced: 2 })).toBe('4 cards returned, 2 emails bounced')
  expect(troubleWords({ returned: 0, bounced: 1 })).toBe('1 email bounced')
})

test('money is awaited by the way it was promised', () => {
  expect(unpaidWords({ awaits: 'transfer', cents: 1_050 })).toBe('waiting for your transfer of $10.50')
  expect(unpaidWords({ awaits: 'payment', cents: 1_050 })).toBe('$10.50 isn’t paid yet')
})
