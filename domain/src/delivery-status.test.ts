import { expect, test } from 'vitest'
import {
  assertDeliveryMove,
  canMoveDelivery,
  DELIVERY_GROUPS,
  DELIVERY_STATUSES,
  deliveryGroup,
  mayConvertToDigital,
  mayFixAddress,
  mayFixEmail,
  mayResend,
  statusesOf,
} from './delivery-status.ts'

test('an emailed card moves from the queue to its owner', () => {
  const way = ['queued', 'sending', 'sent', 'opened', 'claimed'] as const
  for (let at = 1; at < way.length; at++) {
    expect(canMoveDelivery('digital', way[at - 1]!, way[at]!)).toBe(true)
  }
})

test('letters and parcels move from the queue to delivery, and can be returned', () => {
  const way = ['queued', 'printing', 'mailed', 'delivered', 'returned', 'queued'] as const
  for (let at = 1; at < way.length; at++) {
    expect(canMoveDelivery('direct', way[at - 1]!, way[at]!)).toBe(true)
    expect(canMoveDelivery('bulk', way[at - 1]!, way[at]!)).toBe(true)
  }
})

test.each(DELIVERY_STATUSES)('a claimed, replaced, or canceled delivery never becomes %s', (to) => {
  for (const type of ['bulk', 'direct', 'digital'] as const) {
    for (const from of ['claimed', 'replaced', 'cancelled'] as const) {
      expect(canMoveDelivery(type, from, to)).toBe(false)
    }
  }
})

test('an email is never printed, and a letter never bounces', () => {
  expect(canMoveDelivery('digital', 'queued', 'printing')).toBe(false)
  expect(canMoveDelivery('direct', 'mailed', 'bounced')).toBe(false)
  expect(() => assertDeliveryMove('digital', 'claimed', 'queued')).toThrow(
    expect.objectContaining({ code: 'delivery_move_not_allowed', facts: { from: 'claimed', to: 'queued' } }),
  )
})

test('every status belongs to one group', () => {
  expect(DELIVERY_GROUPS.flatMap(statusesOf).sort()).toEqual([...DELIVERY_STATUSES].sort())
  expect(deliveryGroup('bounced')).toBe('needs_a_hand')
})

test('an address can be fixed before printing or after a return; an email until the card is claimed', () => {
  expect(DELIVERY_STATUSES.filter((status) => mayFixAddress('direct', status))).toEqual([
    'queued',
    'returned',
  ])
  expect(DELIVERY_STATUSES.filter((status) => mayFixAddress('digital', status))).toEqual([])
  expect(DELIVERY_STATUSES.filter((status) => mayFixEmail('digital', status))).toEqual([
    'queued',
    'sent',
    'opened',
    'bounced',
  ])
  expect(mayFixEmail('direct', 'queued')).toBe(false)
})

test('a delivery that can be sent again can move back to the queue', () => {
  for (const type of ['bulk', 'direct', 'digital'] as const) {
    for (const status of DELIVERY_STATUSES) {
      if (mayResend(type, status)) expect(canMoveDelivery(type, status, 'queued')).toBe(true)
    }
  }
  expect(mayResend('digital', 'claimed')).toBe(false)
})

test('only a returned letter can become a digital card', () => {
  expect(DELIVERY_STATUSES.filter((status) => mayConvertToDigital('direct', status))).toEqual(['returned'])
  expect(mayConvertToDigital('bulk', 'returned')).toBe(false)
})
