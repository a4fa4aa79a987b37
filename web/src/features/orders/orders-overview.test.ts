import { expect, test } from 'vitest'
import { OVERVIEW } from '../../testing/order-lists-fixture.ts'
import { overviewFigures, troubleWords, unpaidWords } from './OrdersOverview.tsx'

const figure = (label: string, change: Partial<typeof OVERVIEW> = {}) =>
  overviewFigures({ ...OVERVIEW, ...change }).find((one) => one.label === label)

test('sums up the year in four figures', () => {
  expect(figure('Ordered this year')).toMatchObject({ value: '$612,480.55', note: 'in 11 orders' })
  expect(figure('Arrived')).toMatchObject({ value: '8,912', note: 'of 9,204 cards ordered this year' })
  expect(figure('Opened')).toMatchObject({ value: '94%', note: 'of 1,140 emails this year' })
})

test('never rounds up to 100% opened', () => {
  expect(figure('Opened', { emails: { sent: 1_000, opened: 999 } })?.value).toBe('99%')
})

test('shows cards on the way if no emails were sent', () => {
  expect(figure('On the way', { emails: { sent: 0, opened: 0 } })?.value).toBe('280')
})

test('shows a bank debit that is clearing beside the amount due', () => {
  const toPay = { orderCount: 0, cents: 0, clearingCents: 50_000 }
  expect(figure('Amount due', { toPay })).toMatchObject({
    value: '$0.00',
    note: 'nothing due, $500.00 clearing',
  })
})

test('counts each kind of failed delivery and leaves out those without any', () => {
  expect(troubleWords({ returned: 4, bounced: 2 })).toBe('4 cards returned, 2 emails bounced')
  expect(troubleWords({ returned: 0, bounced: 1 })).toBe('1 email bounced')
})

test('names the payment method that an order waits for', () => {
  expect(unpaidWords({ awaits: 'transfer', cents: 1_050 })).toBe('waiting for your transfer of $10.50')
  expect(unpaidWords({ awaits: 'payment', cents: 1_050 })).toBe('$10.50 isn’t paid yet')
})
