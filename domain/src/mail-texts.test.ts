import { type Messages, setupI18n } from '@lingui/core'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardMailLink, cardMailTerms, cardMailTitle } from './card-words.ts'
import {
  MAIL_KINDS,
  MAIL_TEXT_MAX,
  MAIL_TEXT_PARTS,
  MAILS,
  mailTextProblem,
  mailTextProblems,
} from './mail-texts.ts'
import { mergeMailText } from './merge-mail-text.ts'
import english from './texts/card-words/en.json' with { type: 'json' }

test.each([
  ['{first name}, it’s here', { 'first name': 'Maya' }, 'Maya, it’s here'],
  ['{first name}, it’s here', { 'first name': '' }, 'It’s here'],
  ['{First_Name}, it’s here', { 'first name': 'Maya' }, 'Maya, it’s here'],
  ['Hi {first name}!', { 'first name': '' }, 'Hi!'],
  ['{news}', { news: 'the parcel has arrived' }, 'The parcel has arrived'],
  ['{details}', { details: '' }, ''],
  ['{total} {typo}', { total: '$5.00' }, '$5.00 {typo}'],
  ['{constructor}', {}, '{constructor}'],
])('%s with %o is sent as %s', (template, values, sent) => {
  expect(mergeMailText(template, values)).toBe(sent)
})

test('values are never parsed as fields, and nothing else is added', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '')
  fc.assert(
    fc.property(name, name, (first, company) => {
      const sent = mergeMailText('To {first name} of {company}.', { 'first name': first, company })
      expect(sent).toBe(`To ${first} of ${company}.`)
    }),
  )
})

test('an accepted text is sent with every field filled in and its subject on one line', () => {
  const kinds = fc.constantFrom(...MAIL_KINDS)
  const parts = fc.constantFrom(...MAIL_TEXT_PARTS)
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '{first name}',
      '{ORDER_number}',
      '{sender}',
      '{last day}',
      '{next step}',
      '{news}',
      '{',
      '}',
      '\n',
    ),
  )
  fc.assert(
    fc.property(kinds, parts, fc.array(piece, { maxLength: 12 }), (kind, part, pieces) => {
      const text = pieces.join('')
      if (mailTextProblem(kind, part, text) !== undefined) return
      const sent = mergeMailText(text, MAILS[kind].fields)
      for (const field of Object.keys(MAILS[kind].fields))
        expect(sent.toLowerCase()).not.toContain(`{${field}}`)
      if (part !== 'text') expect(sent).not.toMatch(/[\r\n\t]/)
      expect(text.length).toBeLessThanOrEqual(MAIL_TEXT_MAX[part])
    }),
    { numRuns: 2_000 },
  )
})

test.each(MAIL_KINDS)('the original texts of %s have no problem', (kind) => {
  expect(mailTextProblems(kind, MAILS[kind].original, 'mailTexts')).toEqual([])
  expect(mailTextProblem(kind, 'subject', MAILS[kind].original.subject)).toBeUndefined()
})

test('says what is wrong with a text', () => {
  const says = (kind: Parameters<typeof mailTextProblem>[0], part: 'subject' | 'text', text: string) =>
    mailTextProblem(kind, part, text)
  expect(says('placed', 'subject', 'Thanks for {order}')).toBe(
    '{order} isn’t a merge field in this email. Use {first name}, {company}, {order number}, {total}, or {next step}.',
  )
  expect(says('placed', 'subject', 'Thanks')).toBe('Include {order number}.')
  expect(says('shipped', 'subject', 'Shipped')).toBe('Include {order number} or {news}.')
  expect(says('placed', 'subject', 'Order {order number}\nBcc: all@example.com')).toBe('Use a single line.')
  expect(says('placed', 'text', ' ')).toBe('This field is required')
  expect(says('delivered', 'text', '')).toBeUndefined()
  expect(says('placed', 'text', `{next step}${'x'.repeat(1_000)}`)).toMatch(/^Use at most 1,000 characters/)
  expect(mailTextProblems('placed', { ...MAILS.placed.original, button: '' }, 'mailTexts.placed')).toEqual([
    { field: 'mailTexts.placed.button', code: 'wrong', message: 'This field is required' },
  ])
})

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': english.messages as Messages } })

test('the original texts of the card are those that are sent', () => {
  const { original, fields } = MAILS.card
  const merge = (text: string) => mergeMailText(text, fields)
  expect(merge(original.heading)).toBe(cardMailTitle(i18n, 'Maya', 'Halden Tools', 5_000))
  expect(merge(original.text)).toBe(cardMailTerms(i18n, 'Meridian Prepaid card', 5_000, 'November 24, 2027'))
  expect(original.button).toBe(cardMailLink(i18n))
})
