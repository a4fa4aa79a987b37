import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { customerWithList } from '../../testing/import-world.ts'
import { LIMITS } from '../../testing/shop-world.ts'
import { workbookOf } from '../../testing/workbook.ts'
import { editMany } from '../card-items/bulk-change.service.ts'
import type { ColumnMeaning } from './columns.ts'
import { exportList } from './recipients-export.ts'

const require = createRequire(import.meta.url)
const SPECTRUM = join(dirname(require.resolve('csv-spectrum')), 'csvs')
const NAUGHTY: string[] = require('big-list-of-naughty-strings/blns.json')

const { now, take, everybody, errorsFile } = customerWithList()

const draft = async () => (await now.shops.draft(now.dana, { denomination_cents: 5_000 })).id
const read = (itemId: number, content: string | Buffer, mapping?: ColumnMeaning[]) =>
  take(content, {
    card_item_id: itemId,
    mode: 'append',
    again: true,
    ...(mapping && { mapping, has_header: true }),
  })
const messages = async (itemId: number) =>
  (await everybody(itemId)).map(({ message }) => message.replaceAll('\r\n', '\n'))
/** A person's stored fields, without their ID. */
const kept = async (itemId: number) =>
  (await everybody(itemId)).map((person) => RECIPIENT_WIRE_FIELDS.map((field) => person[field]))

/** Pastes every cell of a list back in place, as a block copied from the grid. */
async function pasteOver(itemId: number) {
  const people = await everybody(itemId)
  for (let start = 0; start < people.length; start += 500) {
    const edited = people.slice(start, start + 500).map((person) => ({
      id: person.id,
      ...Object.fromEntries(RECIPIENT_WIRE_FIELDS.map((field) => [field, person[field]])),
    }))
    await editMany(now.shops.pool, now.dana, LIMITS, { card_item_id: itemId, edited, added: [] })
  }
}

/** Takes a list through the grid, exports it and reads it into another card's list. */
async function comeBack(itemId: number) {
  await pasteOver(itemId)
  const file = await text((await exportList(now.shops.pool, now.dana, itemId)).stream)
  const back = await draft()
  await read(back, file)
  return { file, back }
}

/** The same cells as other programs write them. */
const written = {
  TSV: (rows: string[][]) => Papa.unparse(rows, { delimiter: '\t' }),
  XLSX: (rows: string[][]) => workbookOf(rows),
}

const spectrum = readdirSync(SPECTRUM).map((name) => {
  const content = readFileSync(join(SPECTRUM, name))
  const { data } = Papa.parse<string[]>(content.toString().trim().replaceAll('\r\n', '\n'))
  return { name, content, header: data[0]!, rows: data.slice(1) }
})

test.each(spectrum.flatMap((file) => file.header.map((heading, column) => ({ ...file, heading, column }))))(
  '$name: column $heading survives import, export, and import unchanged',
  async ({ content, header, rows, column }) => {
    const itemId = await draft()
    // A message is kept letter by letter; names and addresses are kept neat.
    const mapping = header.map((_, index): ColumnMeaning => (index === column ? 'message' : 'ignore'))
    const done = await read(itemId, content, mapping)
    expect(done).toMatchObject({ state: 'finished', rows_added: rows.length })
    expect(await messages(itemId)).toEqual(rows.map((cells) => (cells[column] ?? '').trim()))

    const before = await kept(itemId)
    const { back } = await comeBack(itemId)
    expect(await kept(itemId)).toEqual(before)
    expect(await kept(back)).toEqual(before)
  },
)

const cells = spectrum.flatMap(({ rows }) => rows.flat())
const strings = [...cells, ...NAUGHTY].filter((one) => one.trim() !== '')
const rowsOf = [['message', 'first_name', 'address'], ...strings.map((one) => [one, one, one])]
const files = { CSV: Papa.unparse(rowsOf), TSV: written.TSV(rowsOf), XLSX: written.XLSX(rowsOf) }

test.each(Object.entries(files))(
  'every naughty string from %s survives import, grid, export, and import unchanged',
  async (kind, content) => {
    const itemId = await draft()
    const done = await read(itemId, content)

    expect(done).toMatchObject({ file: { kind: kind.toLowerCase() }, rows_added: strings.length })
    expect((await everybody(itemId)).map(({ message }) => message)).toEqual(strings.map((one) => one.trim()))
    const before = await kept(itemId)
    const { file, back } = await comeBack(itemId)
    expect(await kept(itemId)).toEqual(before)
    expect(await kept(back)).toEqual(before)
    // No cell of ours is a formula to a spreadsheet.
    for (const line of Papa.parse<string[]>(file.slice(1)).data) {
      for (const cell of line) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }
  },
)

test('failed rows are returned as they came, whatever they contain', async () => {
  const strings = NAUGHTY.filter((string) => string.trim() !== '' && !string.includes('\r'))
  const itemId = await draft()
  const own = Papa.unparse(
    strings.map((string) => ({ 'First name': string, Whatever: string, City: 'Salem' })),
  )
  // An unknown heading needs mapping while the address is missing.
  const done = await read(itemId, own, ['first_name', 'ignore', 'city'])

  const file = await errorsFile(done.id)

  const { data } = Papa.parse<Record<string, string>>(file.slice(1), { header: true, skipEmptyLines: true })
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(Object.keys(data[0]!)).toEqual(['First name', 'Whatever', 'City', 'What to fix', 'Laurel row'])
  const undefused = (cell: string) => (/^'[=+\-@\t＝＋－＠']/.test(cell) ? cell.slice(1) : cell)
  expect(data.map((row) => undefused(row.Whatever!))).toEqual(strings)
})
