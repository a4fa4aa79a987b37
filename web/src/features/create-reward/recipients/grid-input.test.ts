import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlock, writeBlock } from './grid-input.ts'

test.each([
  ['Portland', [['Portland']]],
  [
    'Portland\tOR\nMadison\tWI',
    [
      ['Portland', 'OR'],
      ['Madison', 'WI'],
    ],
  ],
  [
    'Portland\tOR\r\nMadison\tWI\r\n',
    [
      ['Portland', 'OR'],
      ['Madison', 'WI'],
    ],
  ],
  ['Portland\rMadison', [['Portland'], ['Madison']]],
  ['\tOR\t', [['', 'OR', '']]],
  ['', [['']]],
  ['"14 Quarry Lane\nApt 3"\t55802', [['14 Quarry Lane\nApt 3', '55802']]],
  ['"She said ""yes"""\tOR', [['She said "yes"', 'OR']]],
  ['"Bob" Smith\tOR', [['"Bob" Smith', 'OR']]],
  ['"never closed\tOR', [['"never closed', 'OR']]],
  ['a\n\nb', [['a'], [''], ['b']]],
])('reads the clipboard %j as %j', (text, rows) => {
  expect(readBlock(text)).toEqual(rows)
})

test('copying and pasting any cells is lossless', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ',', ' ', 'ł') })
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    )
  fc.assert(
    fc.property(rows, (block) => {
      // A last row of one empty cell reads as the line break before it, as in spreadsheets.
      fc.pre(block.length === 1 || block.at(-1)!.join('') !== '' || block[0]!.length > 1)
      expect(readBlock(writeBlock(block))).toEqual(block)
    }),
  )
})

test('reads a long clipboard in linear time', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [`Person ${n}`, 'Portland', '97214'])
  expect(readBlock(writeBlock(rows))).toEqual(rows)
})
