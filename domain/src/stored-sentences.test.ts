import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { storedSentence } from './stored-sentences.ts'
import english from './texts/parts/en.json' with { type: 'json' }
import spanish from './texts/parts/es.json' with { type: 'json' }
import { zipStateWarning } from './zip-code.ts'

const textsIn = (locale: string, { messages }: { messages: object }) =>
  setupI18n({ locale, messages: { [locale]: messages as never }, missing: (_, text) => text })
const es = textsIn('es-US', spanish)

test('a sentence of the domain is said in Spanish, with its facts', () => {
  const said = zipStateWarning('45402', 'KY')!
  expect(said).toBe('45402 is in Ohio, not in Kentucky.')
  expect(storedSentence(es, said)).toBe('45402 está en Ohio, no en Kentucky.')
  expect(storedSentence(textsIn('en-US', english), said)).toBe(said)
})

test('a sentence without facts is looked up, and unknown ones stay', () => {
  expect(storedSentence(es, 'Please enter a valid email')).toBe('Ingrese un correo válido')
  expect(storedSentence(es, 'A note {that} a person wrote')).toBe('A note {that} a person wrote')
})
