import { afterEach, expect, test } from 'vitest'
import { showLanguage } from '../app/texts.ts'
import { languageOptions } from './LanguageField.tsx'

afterEach(() => showLanguage('en'))

test('languages are named in the language of the page', () => {
  const labels = () => languageOptions().map(({ label }) => label)
  expect(labels()).toEqual(['English', 'Spanish'])
  showLanguage('es')
  expect(labels()).toEqual(['Inglés', 'Español'])
})
