import { DATE_HEADINGS, LIST_DATE_INVALID } from '@laurel/domain/list-dates'
import parts from '@laurel/domain/texts/parts/es.json'
import { expect, test } from 'vitest'

test('what saved recipients say about dates is translated', () => {
  const texts = [...Object.values(DATE_HEADINGS), LIST_DATE_INVALID]
  expect(texts.filter((text) => !(text in parts.messages))).toEqual([])
})
