import { expect, test } from 'vitest'
import { preferredLanguage, readLanguage } from './languages.ts'

test.each([
  ['es', 'es'],
  ['ES', 'es'],
  [' Español ', 'es'],
  ['espanol', 'es'],
  ['Spanish (Mexico)', 'es'],
  ['es-MX', 'es'],
  ['es_US', 'es'],
  ['en', 'en'],
  ['English', 'en'],
  ['Inglés', 'en'],
  ['en-US', 'en'],
  ['Vietnamese', undefined],
  ['Estonian', undefined],
  ['', undefined],
  ['-', undefined],
])('reads the language %j as %s', (text, language) => {
  expect(readLanguage(text)).toBe(language)
})

test.each([
  ['es-US,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['vi, en;q=0.5, es;q=0.7', 'es'],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'en'],
  ['es;q=0, en', 'en'],
  ['es;q=high, en', 'en'],
  ['fr', undefined],
  ['*', undefined],
  ['', undefined],
])('a browser that accepts %j gets %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test('reads only the beginning of a very long header', () => {
  expect(preferredLanguage(`es,${'x,'.repeat(8_000)}`)).toBe('es')
  expect(preferredLanguage(`${'x,'.repeat(8_000)}es`)).toBeUndefined()
})
