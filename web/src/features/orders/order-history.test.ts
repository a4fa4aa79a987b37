import { expect, test } from 'vitest'
import { ORDER } from '../../testing/order-lists-fixture.ts'
import { type Activity, historyLines } from './order-history.ts'

const none = { amountCents: null, count: 1, text: '' } as const
const about = { ...none, key: 'k', by: 'customer', recipient: 'Ada Lovelace' } as const
const text = (one: Partial<Activity> & Pick<Activity, 'event'>) =>
  historyLines(ORDER, 'Northwind', [{ ...about, at: '2026-11-22T10:00:00.000Z', ...one }])[0]!.text

test('describes refunds, resends, conversions, and changed addresses, with who made them', () => {
  expect(text({ event: 'refund.approved', by: 'organization', amountCents: 5_000 })).toBe(
    'Refund of $50.00 started by Northwind',
  )
  expect(text({ event: 'refund.done', by: 'system', amountCents: 5_000 })).toBe('$50.00 refunded')
  expect(text({ event: 'fixed' })).toBe('Ada Lovelace’s address changed by you')
  expect(text({ event: 'queued', count: 3 })).toBe('3 cards sent again by you')
  expect(text({ event: 'converted' })).toBe('Card for Ada Lovelace sent by email instead by you')
  expect(text({ event: 'bounced', by: 'system' })).toBe('Email to Ada Lovelace bounced')
})

test('lists activity among the order’s status changes, newest first', () => {
  const before = { ...about, event: 'bounced', at: '2020-01-01T00:00:00.000Z' } as const
  const lines = historyLines(ORDER, 'Northwind', [before])
  expect(lines.at(-1)!.text).toBe('Email to Ada Lovelace bounced')
})

test('shows what the organization wrote', () => {
  const message = { ...about, event: 'message', by: 'organization', text: 'Your logo is blurred.' } as const
  expect(historyLines(ORDER, 'Northwind', [{ ...message, at: '2026-11-22T10:00:00.000Z' }])[0]).toMatchObject(
    {
      text: 'Message from Northwind',
      note: 'Your logo is blurred.',
    },
  )
})
