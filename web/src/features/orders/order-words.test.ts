import { CANCELED_BY_CUSTOMER, CANCELED_IN_REVIEW } from '@laurel/domain/order-status'
import { expect, test } from 'vitest'
import { isClearing } from '../../parts/StatusTag.tsx'
import { ITEM, ORDER, PAYMENT } from '../../testing/order-lists-fixture.ts'
import { stepToGoOnWith } from './DraftTable.tsx'
import { addedText } from './OrderAgain.tsx'
import { historyLines } from './order-history.ts'
import {
  cardsSentence,
  deliveryWord,
  orderName,
  paymentWord,
  placedText,
  sentAs,
  sentTo,
  stillToDo,
} from './order-words.ts'

const bulk = { ...ITEM, id: 71, rewardTypeData: { name: 'bulk', title: 'Bulk' }, cardCount: 40 } as const

test('an order is named after its first card', () => {
  expect(orderName([ITEM])).toEqual({ name: 'Winter thank-you', others: '' })
  expect(orderName([ITEM, ITEM, ITEM])).toEqual({ name: 'Winter thank-you', others: 'and 2 more' })
  expect(orderName([{ name: ' ' }]).name).toBe('Untitled card')
})

test('names each reward type once, in the order of the items', () => {
  expect(sentAs([ITEM, bulk, ITEM])).toBe('Direct, bulk')
  expect(cardsSentence([ITEM, bulk, ITEM])).toBe('4 cards by mail, 40 by parcel.')
})

test('shows the year of an order from another year', () => {
  const now = new Date('2027-01-05T12:00:00')
  expect(placedText(ORDER, now)).toBe('10482, placed Nov 21, 2026')
})

test('the history says how the order was paid, newest first', () => {
  const approved = { status: 'approved', at: '2026-11-22T15:00:00.000Z', note: '' } as const
  const order = { ...ORDER, payments: [PAYMENT], history: [...ORDER.history, approved] }
  expect(historyLines(order, 'Northwind').map(({ text }) => text)).toEqual([
    'Approved by Northwind',
    'Placed and paid by card, VISA\u00a0••••\u00a04242',
  ])
})

test('an order on invoice isn’t shown as paid when it was placed', () => {
  const invoice = { ...PAYMENT, methodCode: 'company_terms', state: 'submitted' } as const
  expect(historyLines({ ...ORDER, payments: [invoice] }, 'N').at(-1)?.text).toBe('Placed on invoice')
})

test('an order placed by check isn’t shown as paid before the money arrives', () => {
  const waiting = { status: 'pending_payment', at: '2026-11-21T15:00:00.000Z', note: '' } as const
  const check = { ...PAYMENT, methodCode: 'self_hosted_check', state: 'submitted' } as const
  expect(historyLines({ ...ORDER, payments: [check], history: [waiting] }, 'N')[0]?.text).toBe(
    'Placed, to be paid by check',
  )
})

test('a bank debit is clearing, not due, until it is settled', () => {
  const waiting = { status: 'pending_payment', at: '2026-11-21T15:00:00.000Z', note: '' } as const
  const debit = { ...PAYMENT, methodCode: 'elavon_ach', state: 'submitted' } as const
  expect(historyLines({ ...ORDER, payments: [debit], history: [waiting] }, 'N')[0]?.text).toBe(
    'Placed, bank debit clearing',
  )
  expect(isClearing({ status: 'pending_payment', payments: [debit] })).toBe(true)
  expect(isClearing({ status: 'pending_payment', payments: [{ ...debit, state: 'failed' }] })).toBe(false)
  expect(isClearing({ status: 'in_review', payments: [debit] })).toBe(false)
  expect(paymentWord(debit).word).toBe('Clearing')
  expect(paymentWord({ ...debit, state: 'paid' }).word).toBe('Clearing')
  expect(paymentWord({ ...debit, state: 'settled' }).word).toBe('Paid')
})

test('a check replaced by a card isn’t shown as declined, nor the order as placed by card', () => {
  const placed = { status: 'pending_payment', at: '2026-11-21T15:00:00.000Z', note: '' } as const
  const check = {
    ...PAYMENT,
    methodCode: 'self_hosted_check',
    state: 'failed',
    createdAt: placed.at,
  } as const
  const card = { ...PAYMENT, state: 'started', createdAt: '2026-11-21T16:00:00.000Z' } as const
  expect(paymentWord(check).word).toBe('Ended')
  const told = { ...ORDER, payments: [check, card], history: [placed] }
  expect(historyLines(told, 'N')[0]?.text).toBe('Placed, to be paid by check')
})

test('an order that its customer canceled isn’t shown as rejected', () => {
  const history = [{ status: 'declined', at: '2026-11-21T15:00:00.000Z', note: '' } as const]
  const canceled = { ...ORDER, history, declineReason: CANCELED_BY_CUSTOMER }
  expect(historyLines(canceled, 'N')[0]?.text).toBe('Canceled by you')
  const byProgram = { ...canceled, declineReason: CANCELED_IN_REVIEW, isOwn: false, placedBy: 'API key “HR”' }
  expect(historyLines(byProgram, 'N')[0]?.text).toBe('Canceled by API key “HR”')
  expect(historyLines({ ...canceled, declineReason: 'No' }, 'N')[0]?.text).toBe('Rejected by N')
})

test('a draft continues at its first undecided step', () => {
  expect(stepToGoOnWith({ ...ITEM, recipientCount: 0 })).toBe('/create-reward/recipients')
  expect(stepToGoOnWith({ ...ITEM, attentionCount: 1 })).toBe('/create-reward/recipients')
  expect(stepToGoOnWith(ITEM)).toBe('/create-reward/custom-message')
  expect(stepToGoOnWith({ ...bulk, quantity: null })).toBe('/create-reward/quantity')
  expect(stepToGoOnWith({ ...bulk, quantity: 4, denominationCents: null })).toBe('/create-reward/value')
})

test('a draft with unsaved entries says so and continues there', () => {
  const ready = { missing: [], attentionCount: 0 }
  expect(stillToDo(ready, { message: 'Far too long' })).toBe('Not saved yet: Message')
  expect(stepToGoOnWith({ ...ITEM, attentionCount: 1 }, { message: 'Far too long' })).toBe(
    '/create-reward/custom-message',
  )
  expect(stepToGoOnWith(ITEM, { line1: 'Far too wide' })).toBe('/create-reward/card-design')
  expect(stepToGoOnWith(ITEM, { valueText: 'fifty' })).toBe('/create-reward/recipients')
  expect(stepToGoOnWith(bulk, { valueText: 'fifty' })).toBe('/create-reward/value')
})

test('a draft names what is missing, then who needs attention, and only then is ready', () => {
  const value = { field: 'denomination_cents', code: 'required', message: 'Choose a value.' }
  expect(stillToDo({ missing: [value], attentionCount: 12 })).toBe('Choose a value.')
  expect(stillToDo({ missing: [], attentionCount: 12 })).toBe('12 people need attention')
  expect(stillToDo({ missing: [], attentionCount: 1 })).toBe('1 person needs attention')
  expect(stillToDo({ missing: [], attentionCount: 0 })).toBe('Ready for your cart')
})

test('ordering again says what was copied and what must be reviewed', () => {
  expect(addedText({ inCart: [bulk], drafts: [] })).toBe('1 design, 40 cards.')
  expect(addedText({ inCart: [], drafts: [bulk] })).toBe(
    '1 design has changed on this site. Review it under Drafts.',
  )
})

test('a rejected order shows nothing as about to be sent', () => {
  expect(deliveryWord('waiting').word).toBe('Not sent yet')
  expect(deliveryWord('waiting', true).word).toBe('Not sent')
  expect(deliveryWord('bounced', true).word).toBe('Bounced')
  expect(deliveryWord('held_back').word).toBe('held back')
})

test('a digital card goes to an email address, others to a postal address', () => {
  const person = {
    email: 'ada@example.com',
    address1: '90 Foundry Road',
    address2: '',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
  }
  expect(sentTo(person, true)).toBe('ada@example.com')
  expect(sentTo(person, false)).toBe('90 Foundry Road, Dayton, OH 45402')
})
