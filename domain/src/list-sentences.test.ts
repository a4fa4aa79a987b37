import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import './list-sentences.ts'
import { cardLineProblems, messageProblems, senderProblems } from './message-merge.ts'
import { judgeRecipient, type RecipientInput } from './recipient-row.ts'
import { storedSentence } from './stored-sentences.ts'
import lists from './texts/create-reward/es.json' with { type: 'json' }
import parts from './texts/parts/es.json' with { type: 'json' }

const messages = { ...parts.messages, ...lists.messages } as never
const es = setupI18n({ locale: 'es-US', messages: { 'es-US': messages }, missing: (_, text) => text })
const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000, isUpsOffered: true }
const PLACE = { ...LIMITS, placeOfZip: () => ({ city: 'Portland', state: 'OR' }) }
const WRONG: readonly RecipientInput[] = [
  {},
  { firstName: 'Ж'.repeat(2), lastName: 'Wolfeschlegelsteinhausenbergerdorff', email: 'maya@gmial.com' },
  { firstName: 'АБВГДЕЖЗ', address1: 'PO Box 4', state: 'Oregno', zip: '9721', email: 'maya@' },
  { zip: '97214', state: 'OR', language: 'fr', amountCents: 1, message: 'Dear {nickname}' },
  { zip: '4003', state: 'OR', city: 'x'.repeat(300), message: 'x'.repeat(501) },
]

test('everything that can be wrong with a person is said in Spanish', () => {
  const said = (['direct', 'digital'] as const).flatMap((type) =>
    WRONG.flatMap((row) => judgeRecipient(type, row, PLACE).problems.map(({ message }) => message)),
  )
  const written = ['x'.repeat(600), '{nickname}', '{first name}', 'Ж'].flatMap((text) => [
    ...messageProblems(text, 'bulk'),
    ...cardLineProblems(text, 'bulk', 'line1'),
    ...senderProblems(text, 'bulk'),
  ])
  const sentences = new Set([...said, ...written.map(({ message }) => message)])
  expect(sentences.size).toBeGreaterThan(20)
  expect([...sentences].filter((sentence) => storedSentence(es, sentence) === sentence)).toEqual([])
})

test('an import over a limit says so in Spanish', () => {
  const said = ['The limit is 100,000 rows.', 'The limit is 10,000 people in one list.']
  expect(said.map((sentence) => storedSentence(es, sentence))).toEqual([
    'El límite es de 100,000 filas.',
    'El límite es de 10,000 personas en una lista.',
  ])
})
