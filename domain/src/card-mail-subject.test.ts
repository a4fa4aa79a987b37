import { expect, test } from 'vitest'
import { cardMailSubject, cardMailSubjectProblem } from './card-mail-subject.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', amountCents: 5_000 }
const UNNAMED = { ...ADA, firstName: '', lastName: '' }
const SUBJECT = '{first name}, a {amount} card is waiting for you'

test.each([
  [SUBJECT, ADA, 'Ada, a $50.00 card is waiting for you'],
  [SUBJECT, UNNAMED, 'A $50.00 card is waiting for you'],
  ['{name}', UNNAMED, 'A card is waiting for you'],
])('%s reads well', (template, recipient, subject) => {
  expect(cardMailSubject(template, recipient)).toBe(subject)
})

test('reports an unknown field in braces', () => {
  expect(cardMailSubjectProblem(SUBJECT)).toBeUndefined()
  expect(cardMailSubjectProblem('{company} says hello')).toMatch(/^\{company\} isn’t a merge field/)
})
