import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { workbookOf, zipOf } from '../../testing/workbook.ts'
import { readWorkbookRows } from './workbook-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-workbook-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function rowsOf(bytes: Buffer) {
  const path = join(folder, 'book.xlsx')
  writeFileSync(path, bytes)
  const rows: Array<{ number: number; cells: string[] }> = []
  let sheet = ''
  for await (const read of readWorkbookRows(path)) {
    rows.push(...read.rows)
    sheet = read.sheet
  }
  return { rows, sheet }
}
const sheetOf = (rows: string) => workbookOf([], `<worksheet><sheetData>${rows}</sheetData></worksheet>`)

test('a workbook’s first visible sheet becomes a list: texts, numbers, gaps, and line breaks', async () => {
  const book = workbookOf([
    ['Name', 'ZIP', 'Amount'],
    ['Zoë & "Müller" <x>', 2108, 0.1 + 0.2],
    ['', '', ''],
    [' line\nbreak\r', 'x', 75],
  ])
  expect(await rowsOf(book)).toEqual({
    sheet: 'People',
    rows: [
      { number: 1, cells: ['Name', 'ZIP', 'Amount'] },
      { number: 2, cells: ['Zoë & "Müller" <x>', '2108', '0.3'] },
      { number: 4, cells: [' line\nbreak\r', 'x', '75'] },
    ],
  })
})

test('a formula is read by its result, never by its text', async () => {
  const { rows } = await rowsOf(
    sheetOf(
      `<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://evil.example","x")</f><v>Maya</v></c>
       <c r="C1"><f>SUM(B1:B9)</f><v>50</v></c><c r="D1" t="inlineStr"><is><r><t>Port</t></r><r><t>land</t></r></is></c>
       <c r="E1" t="b"><v>1</v></c></row>`,
    ),
  )
  expect(rows).toEqual([{ number: 1, cells: ['Maya', '', '50', 'Portland', 'TRUE'] }])
})

test('half a letter and a row without a number are read as far as possible', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const numbers = ['1e300', '3000000000', '2.5', '0', '-4', 'x', '1048577', '7', '']
  const { rows } = await rowsOf(
    sheetOf(numbers.map((r) => `<row r="${r}">${cell('a_xD800_')}${cell('_xD83D__xDE00_')}</row>`).join('')),
  )
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 8])
  expect(rows[0]!.cells).toEqual(['a\ufffd', '😀'])
})

test('a sheet’s name stays within the length that workbooks allow', async () => {
  const book = zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="x"><sheets><sheet name="${'n'.repeat(5_000)}" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<R><R Id="a" Target="s.xml"/></R>',
    'xl/s.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  })
  expect((await rowsOf(book)).sheet).toBe('n'.repeat(31))
})

test.each([
  [
    'that unpacks to a hundred megabytes of blanks',
    zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(100_000_000, 32) }),
    'workbook_too_large',
  ],
  [
    'with thousands of parts',
    zipOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`p${n}`, 'x']))),
    'workbook_too_large',
  ],
  [
    'whose sheet defines entities',
    workbookOf([], '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'),
    'workbook',
  ],
  ['whose sheet is no XML', workbookOf([], '<worksheet><row'), 'workbook'],
  ['that is another archive', zipOf({ 'readme.txt': 'hello' }), 'workbook'],
  ['cut short', workbookOf([['Name', 'Email']]).subarray(0, 200), 'workbook'],
])('a workbook %s is rejected with a message', async (_, bytes, code) => {
  await expect(rowsOf(bytes)).rejects.toMatchObject({ code: 'import_unreadable', errors: [{ code }] })
})
