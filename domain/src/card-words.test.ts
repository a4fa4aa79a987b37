import { expect, test } from 'vitest'
import { cardGiver, cardMailTerms, cardMailTitle, letterWords, openBy } from './card-words.ts'

const names = { senderName: 'Dana', businessName: 'Halden Tools, LLC', siteName: 'Northwind Rewards' }

test.each([
  ['the name at “From”', names, 'Dana'],
  ['else the business', { ...names, senderName: ' ' }, 'Halden Tools, LLC'],
  ['else the site', { ...names, senderName: '', businessName: '' }, 'Northwind Rewards'],
])('the sender of a card is %s', (_, given, giver) => {
  expect(cardGiver(given)).toBe(giver)
})

test('a mail names the sender and the amount, with or without the recipient’s name', () => {
  expect(cardMailTitle('Maya', 'Halden Tools', 5_000)).toBe('Maya, Halden Tools sent you $50.00.')
  expect(cardMailTitle('', 'Halden Tools', 5_000)).toBe('Halden Tools sent you $50.00.')
})

test('a letter without a message says whose card it is; a message is signed', () => {
  expect(letterWords(' ', 'Dana')).toEqual({ text: 'Dana sent you this card.', signature: '' })
  expect(letterWords('Thank you.', 'Dana')).toEqual({ text: 'Thank you.', signature: 'Dana' })
})

test('mail, reminder, and page agree on how long a card waits: the link expires, the money doesn’t', () => {
  expect(openBy('December 21, 2026')).toBe(
    'Open your card by December 21, 2026. The money on it doesn’t expire.',
  )
  expect(cardMailTerms('Meridian Prepaid', 5_000, 'December 21, 2026')).toContain(openBy('December 21, 2026'))
})
