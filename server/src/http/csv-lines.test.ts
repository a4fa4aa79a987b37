import { expect, test } from 'vitest'
import { csvLine, fused } from './csv-lines.ts'

const UNSEEN = ['', ' ', '  ', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u00ad', '\t', '\u3000\u200e']
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('no cell is a formula, whatever invisible characters precede its sign', () => {
  for (const unseen of UNSEEN) {
    for (const sign of SIGNS) {
      const cell = `${unseen}${sign}cmd|'/c calc'!A1`
      expect(csvLine([cell])).toMatch(/^"?'/)
      expect(fused(`'${cell}`)).toBe(cell)
    }
  }
})

test('plain cells stay as they are, and their own apostrophe is read back', () => {
  expect(csvLine(['Maya', '1-2', ' x', "O'Neil", 'a=b', '\u200bMaya'])).toBe(
    'Maya,1-2," x",O\'Neil,a=b,\u200bMaya\r\n',
  )
  for (const own of ["'=x", "''", "'\u200b=x", "'Maya"]) {
    expect(fused(csvLine([own]).trimEnd())).toBe(own)
  }
})

test('text that another separator would split stays together', () => {
  expect(csvLine(['a;=cmd()', 'b\tc', 'd'])).toBe('"a;=cmd()","b\tc",d\r\n')
})
