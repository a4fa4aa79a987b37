import { expect, test } from 'vitest'
import { csvLine, fused } from './csv-lines.ts'

const UNSEEN = ['', ' ', '  ', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u00ad', '\t', '\u3000\u200e']
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('no cell is a formula, whatever unseen stands before its sign', () => {
  for (const unseen of UNSEEN) {
    for (const sign of SIGNS) {
      const cell = `${unseen}${sign}cmd|'/c calc'!A1`
      expect(csvLine([cell])).toMatch(/^"?'/)
      expect(fused(`'${cell}`)).toBe(cell)
    }
  }
})

test('plain cells stay as they are, and an apostrophe of their own comes back as it was', () => {
  expect(csvLine(['Maya', '1-2', ' x', "O'Neil", 'a=b', '\u200bMaya'])).toBe(
    'Maya,1-2," x",O\'Neil,a=b,\u200bMaya\r\n',
  )
  for (const own of ["'=x", "''", "'\u200b=x", "'Maya"]) {
    expect(fused(csvLine([own]).trimEnd())).toBe(own)
  }
})

test('what another separator would part stays together', () => {
  expect(csvLine(['a;=cmd()', 'b\tc', 'd'])).toBe('"a;=cmd()","b\tc",d\r\n')
})
