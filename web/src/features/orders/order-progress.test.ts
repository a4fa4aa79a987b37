import { expect, test } from 'vitest'
import { ITEM, ORDER, PAYMENT } from '../../testing/order-lists-fixture.ts'
import { orderProgress } from './order-progress.ts'

const digital = { ...ITEM, rewardTypeData: { name: 'digital', title: 'Digital' } } as const
const progress = (change: Partial<typeof ORDER>) => orderProgress({ ...ORDER, ...change }, 'Northwind')
const states = (change: Partial<typeof ORDER>) => progress(change).stages.map(({ state }) => state)

test('an order goes from placed to paid to approved to shipped', () => {
  expect(states({ status: 'pending_payment', displayStatus: 'pending_payment' })).toEqual([
    'done',
    'now',
    'ahead',
    'ahead',
  ])
  expect(states({})).toEqual(['done', 'done', 'now', 'ahead'])
  expect(states({ status: 'approved', displayStatus: 'approved' })).toEqual(['done', 'done', 'done', 'now'])
  expect(states({ status: 'fulfilled', displayStatus: 'shipped', isShipped: true })).toEqual([
    'done',
    'done',
    'done',
    'done',
  ])
})

test('issued printed cards still wait for their carrier', () => {
  const made = { status: 'fulfilled', displayStatus: 'approved' } as const
  expect(states(made)).toEqual(['done', 'done', 'done', 'now'])
  expect(progress(made).next).toContain('ship the last ones')
})

test('a fulfilled order of emails is all sent', () => {
  const sent = { status: 'fulfilled', displayStatus: 'approved', cardItems: [digital] } as const
  expect(states(sent as never)).toEqual(['done', 'done', 'done', 'done'])
  expect(progress(sent as never)).toMatchObject({ next: 'We’ve sent every email.' })
  expect(progress(sent as never).stages.at(-1)?.label).toBe('Emails sent')
})

test('counts the deliveries that aren’t sent instead of claiming that all are', () => {
  const shipped = { ...ORDER, status: 'fulfilled', displayStatus: 'shipped', isShipped: true } as const
  const next = (waiting: number, needsAHand: number) =>
    orderProgress(shipped, 'Northwind', { waiting, needsAHand, underWay: 4, arrived: 0 }).next
  expect(next(0, 0)).toContain('We’ve shipped every card')
  expect(next(0, 3)).toBe('3 deliveries need attention. Everything else has been sent.')
  expect(next(2, 1)).toBe(
    '2 deliveries are waiting to be sent, and 1 delivery needs attention. Everything else has been sent.',
  )
})

test('says what an unpaid order waits for', () => {
  const waiting = { status: 'pending_payment', displayStatus: 'pending_payment' } as const
  const by = (methodCode: 'self_hosted_check' | 'elavon_ach') =>
    progress({ ...waiting, payments: [{ ...PAYMENT, state: 'submitted', methodCode }] }).next
  expect(by('self_hosted_check')).toContain('your check')
  expect(by('elavon_ach')).toContain('Your bank')
})

test('says that part of the money has arrived and the rest is outstanding', () => {
  const waiting = { status: 'pending_payment', displayStatus: 'pending_payment' } as const
  const message = '$50.00 has come in. $72.30 is still to come.'
  const check = { ...PAYMENT, state: 'submitted', methodCode: 'self_hosted_check', message } as const
  expect(progress({ ...waiting, payments: [check] }).next).toBe(
    `${message} Once we receive the full amount, we’ll review your order.`,
  )
})

test('a rejected order has no stages and says that the money is refunded', () => {
  const rejected = { status: 'declined', displayStatus: 'rejected' } as const
  expect(progress({ ...rejected, payments: [PAYMENT] })).toEqual({
    stages: [],
    next: 'We won’t make or send any cards, and we’ll refund your payment.',
  })
  expect(progress({ ...rejected, payments: [{ ...PAYMENT, state: 'refunded' }] }).next).toContain(
    'we refunded your payment',
  )
  expect(progress(rejected).next).toContain('you don’t owe anything')
})

test('a reached stage shows its date', () => {
  expect(progress({}).stages.map(({ at }) => at)).toEqual([
    ORDER.placedAt,
    ORDER.history[0]?.at,
    undefined,
    undefined,
  ])
})

test('a refunded order has no stages and says how much was refunded', () => {
  const refunded = { refundState: 'full', refundedCents: 10_672 } as const
  expect(progress(refunded)).toEqual({ stages: [], next: 'We refunded all $106.72. No cards will be sent.' })
  expect(states({ refundState: 'partial', refundedCents: 500 })).toEqual(['done', 'done', 'now', 'ahead'])
})
