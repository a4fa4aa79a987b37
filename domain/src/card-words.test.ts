import { type Messages, setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { cardBackTexts } from './card-back-texts.ts'
import { CARD_MAIL_SUBJECT, recipientSubject } from './card-mail-subject.ts'
import {
  cardMailLink,
  cardMailTerms,
  cardMailTitle,
  cardSender,
  letterTerms,
  letterWords,
  openBy,
} from './card-words.ts'
import english from './texts/card-words/en.json' with { type: 'json' }
import spanish from './texts/card-words/es.json' with { type: 'json' }

const textsIn = (locale: string, { messages }: { messages: object }) =>
  setupI18n({ locale, messages: { [locale]: messages as Messages } })
const en = textsIn('en-US', english)
const es = textsIn('es-US', spanish)

const names = { senderName: 'Dana', businessName: 'Halden Tools, LLC', siteName: 'Northwind Rewards' }

test.each([
  ['the name at “From”', names, 'Dana'],
  ['else the business', { ...names, senderName: ' ' }, 'Halden Tools, LLC'],
  ['else the site', { ...names, senderName: '', businessName: '' }, 'Northwind Rewards'],
])('the sender of a card is %s', (_, given, sender) => {
  expect(cardSender(given)).toBe(sender)
})

test('a mail names the sender and the amount, with or without the recipient’s name', () => {
  expect(cardMailTitle(en, 'Maya', 'Halden Tools', 5_000)).toBe('Maya, Halden Tools sent you $50.00.')
  expect(cardMailTitle(en, '', 'Halden Tools', 5_000)).toBe('Halden Tools sent you $50.00.')
})

test('a letter without a message says whose card it is; a message is signed', () => {
  expect(letterWords(en, ' ', 'Dana')).toEqual({ text: 'Dana sent you this card.', signature: '' })
  expect(letterWords(en, 'Thank you.', 'Dana')).toEqual({ text: 'Thank you.', signature: 'Dana' })
})

test('mail, reminder, and page agree on how long a card waits: the link expires, the money doesn’t', () => {
  expect(openBy(en, 'December 21, 2026')).toBe(
    'Open your card by December 21, 2026. The money on it doesn’t expire.',
  )
  const terms = cardMailTerms(en, 'Meridian Prepaid', 5_000, 'December 21, 2026')
  expect(terms).toContain(openBy(en, 'December 21, 2026'))
})

test('a recipient who reads Spanish gets the mail and the letter in Spanish', () => {
  expect(cardMailTitle(es, 'Ana', 'Halden Tools', 5_000)).toBe('Ana, Halden Tools le envió $50.00.')
  expect(cardMailTerms(es, 'Meridian Prepaid', 5_000, '21 de diciembre de 2026')).toBe(
    'Su tarjeta Meridian Prepaid tiene un saldo de $50.00. El enlace muestra el número y el PIN, así que no lo comparta. Abra su tarjeta a más tardar el 21 de diciembre de 2026. El dinero de la tarjeta no vence.',
  )
  expect(cardMailLink(es)).toBe('Ver su tarjeta')
  expect(letterWords(es, '', 'Dana').text).toBe('Dana le envió esta tarjeta.')
  expect(letterTerms(es, 'Meridian')).toMatch(
    /^es el valor de esta tarjeta\. Úsela donde se acepte Meridian\./,
  )
})

test.each([
  ['the standard one, with a name', CARD_MAIL_SUBJECT, 'Ana', 'Ana, le espera una tarjeta de $50.00'],
  ['the standard one, without a name', CARD_MAIL_SUBJECT, '', 'Le espera una tarjeta de $50.00'],
  ['the site’s own, in the site’s language', 'Para {first name}: {amount}', 'Ana', 'Para Ana: $50.00'],
  ['the standard one, in another language', undefined, 'Ana', 'Ana, le espera una tarjeta de $50.00'],
])('a mail’s subject is %s', (_, template, firstName, subject) => {
  expect(recipientSubject(es, template, { firstName, lastName: '', amountCents: 5_000 })).toBe(subject)
})

test('the standard subject says in English what it says before staff write their own', () => {
  const ana = { firstName: 'Ana', lastName: '', amountCents: 5_000 }
  expect(recipientSubject(en, CARD_MAIL_SUBJECT, ana)).toBe('Ana, a $50.00 card is waiting for you')
  expect(recipientSubject(en, undefined, { ...ana, firstName: '' })).toBe('A $50.00 card is waiting for you')
})

test('a card’s back says where it’s accepted and whom to ask', () => {
  const site = { networkName: 'Meridian', supportPhone: '(937) 555-0117', supportHours: '' }
  expect(cardBackTexts(en, site).message).toBe(
    'Use this card wherever Meridian is accepted. Not redeemable for cash, except where required by law. Balance and questions: (937) 555-0117.',
  )
  expect(cardBackTexts(es, site)).toEqual({
    message:
      'Use esta tarjeta donde se acepte Meridian. No se canjea por efectivo, salvo cuando la ley lo exija. Saldo y preguntas: (937) 555-0117.',
    signature: 'Firma autorizada. No es válida sin firma.',
  })
})
