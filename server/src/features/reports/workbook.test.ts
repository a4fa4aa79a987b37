import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import * as yauzl from 'yauzl'
import { readWorkbookRows } from '../imports/workbook-rows.ts'
import { type Cell, cents, count, moment, text } from './report.ts'
import { workbook } from './workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COLUMNS = [text('Name & "title"'), count('Cards'), cents('Value (USD)'), moment('Sent')]

async function written(pages: Cell[][][], maxRows?: number): Promise<string> {
  async function* each() {
    yield* pages
  }
  const path = join(folder, 'report.xlsx')
  await writeFile(path, workbook('Cards', COLUMNS, each(), maxRows))
  return path
}

async function rowsOf(path: string) {
  const rows: string[][] = []
  let name = ''
  for await (const read of readWorkbookRows(path)) {
    rows.push(...read.rows.map(({ cells }) => cells))
    name = read.sheet
  }
  return { rows, name }
}

test('a spreadsheet reads what was written, and no text is a formula', async () => {
  const naughty = ['=1+1', '@SUM(A1)', '<&>"', '_x0041_', 'Zoë 🎁', ' two  spaces ', 'bad\u0001\u000bcontrol']
  const path = await written([
    naughty.map((name) => [name, 1_200, 12_345, '2026-11-27 10:30']),
    [],
    [['', 0, 0, null]],
  ])
  const { rows, name } = await rowsOf(path)
  expect(name).toBe('Cards')
  expect(rows[0]).toEqual(['Name & "title"', 'Cards', 'Value (USD)', 'Sent'])
  const names = rows.slice(1, 1 + naughty.length).map(([cell]) => cell)
  expect(names).toEqual(naughty.map((one) => one.replace('\u0001\u000b', '')))
  expect(rows[1]!.slice(1, 3)).toEqual(['1200', '123.45'])
  expect(await sheetXml(path, 1)).not.toContain('<f')
})

test('columns are as wide as their headings and first rows, within limits', async () => {
  const xml = await sheetXml(await written([[['A'.repeat(90), 1, 123_456_789, '2026-11-27 10:30']]]), 1)
  expect([...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([48, 10, 15, 18])
})

test('rows that don’t fit on a sheet continue on the next, and no sheet is empty', async () => {
  const pages = [1, 2].map((page) => [1, 2, 3].map((row): Cell[] => [`${page}.${row}`, 1, 1, null]))
  const path = await written(pages, 4)
  expect((await sheetXml(path, 1)).match(/\d\.\d(?=<)/g)).toEqual(['1.1', '1.2', '1.3'])
  expect((await sheetXml(path, 2)).match(/\d\.\d(?=<)/g)).toEqual(['2.1', '2.2', '2.3'])
  await expect(sheetXml(path, 3)).rejects.toThrow('no sheet 3')
  expect((await rowsOf(await written([]))).rows).toHaveLength(1)
})

test('an error of its pages ends it', async () => {
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield [['Ana', 1, 1, null]]
    throw new Error('canceled')
  }
  await expect(workbook('Cards', COLUMNS, pages()).toArray()).rejects.toThrow('canceled')
})

test('pages are read as its bytes are, and no more once they’re not wanted', async () => {
  const page = Array.from({ length: 2_000 }, (_, row): Cell[] => [randomUUID(), row, row, null])
  let read = 0
  async function* pages() {
    for (; read < 500; read += 1) yield page
  }
  const bytes = workbook('Cards', COLUMNS, pages())
  await once(bytes, 'readable')
  bytes.destroy()
  await setTimeout(50)
  expect(read).toBeLessThan(20)
})

async function sheetXml(path: string, nth: number): Promise<string> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true })
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== `xl/worksheets/sheet${nth}.xml`) continue
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    }
    throw new Error(`no sheet ${nth}`)
  } finally {
    zip.close()
  }
}
