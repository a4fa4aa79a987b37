import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'

test.each([
  ['tabs', '\t'],
  ['semicolons', ';'],
  ['bars', '|'],
  ['commas', ','],
])('two columns parted by %s are two, with an empty last line or without', (_, mark) => {
  const text = `Name${mark}Email\nMaya Okafor${mark}maya@example.com`
  for (const end of ['', '\n', '\r\n\r\n']) {
    expect(csvTable(text + end).map(({ cells }) => cells)).toEqual([
      ['Name', 'Email'],
      ['Maya Okafor', 'maya@example.com'],
    ])
  }
})
