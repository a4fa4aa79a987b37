import { expect, test } from 'vitest'
import { person } from '../../../testing/person-fixture.ts'
import { lastDayOfLink } from '../previews.tsx'
import { byOccasion, nextMessage, readerOf, sampleReader, stepOfMissing } from './MessagePreview.tsx'

test('addresses the letter without empty lines', () => {
  const reader = readerOf(person({ address2: '', zip: '97214' }), 5_000)
  expect(reader.address).toEqual(['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214'])
  expect(reader.amountCents).toBe(5_000)
  expect(readerOf(person({ amountCents: 7_500 }), 5_000).amountCents).toBe(7_500)
})

test('computes a link’s last day in the site’s time zone', () => {
  const late = new Date('2026-11-22T03:00:00Z')
  expect(lastDayOfLink({ claimWithinDays: 30, timeZone: 'America/Chicago' }, 'en-US', late)).toBe(
    'December 21, 2026',
  )
})

test('a bulk card’s letter has no address', () => {
  expect(sampleReader('bulk', null).address).toEqual([])
})

test.each([
  ['quantity', 'bulk', 'quantity'],
  ['denomination_cents', 'bulk', 'value'],
  ['denomination_cents', 'direct', 'recipients'],
  ['amount_cents', 'digital', 'recipients'],
  ['reward_card_template_id', 'direct', 'card-design'],
] as const)('what is missing at %s of a %s card is decided on %s', (field, type, step) => {
  expect(stepOfMissing(field, type)).toBe(step)
})

test('clicking an occasion again inserts its next message', () => {
  const [first, second] = ['Thank you.', 'Thanks again.'].map((text, id) => ({
    id,
    occasion: 'Thank you',
    text,
  }))
  const [occasion] = byOccasion([first!, second!])
  expect(nextMessage(occasion!, '')).toBe(first)
  expect(nextMessage(occasion!, 'Thank you.')).toBe(second)
  expect(nextMessage(occasion!, 'Thanks again.')).toBe(first)
})
