import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Customer } from '../../http/actor.ts'
import { listPeople } from '../card-items/recipients.service.ts'
import { exportList } from '../card-items/recipients-export.ts'
import { LIMITS, openShops, type Shops } from '../card-items/testing-shop.ts'
import type { ColumnMeaning } from './columns.ts'
import { errorsFileOf } from './errors-file.ts'
import { takeList } from './imports.service.ts'
import { testingImports } from './testing-imports.ts'

const require = createRequire(import.meta.url)
const SPECTRUM = join(dirname(require.resolve('csv-spectrum')), 'csvs')
const NAUGHTY: string[] = require('big-list-of-naughty-strings/blns.json')

let shops: Shops
let dana: Customer
let imports: Awaited<ReturnType<typeof testingImports>>
beforeAll(async () => {
  shops = await openShops()
  imports = await testingImports(shops.pool)
})
afterAll(async () => {
  await shops.close()
  imports.close()
})
beforeEach(async () => {
  dana = await shops.signIn(shops.here)
})

const draft = async () => (await shops.draft(dana, { denomination_cents: 5_000 })).id
const take = async (itemId: number, content: string | Buffer, mapping?: ColumnMeaning[]) =>
  takeList(
    imports.kit,
    dana,
    LIMITS,
    { card_item_id: itemId, mode: 'append', again: true, ...(mapping && { mapping, has_header: true }) },
    await imports.stored(content),
  )
const people = async (itemId: number) => {
  const all = []
  for (let page = 1; ; page += 1) {
    const { results } = await listPeople(shops.pool, dana, { card_item_id: itemId, page, page_size: 200 })
    all.push(...results)
    if (results.length < 200) return all
  }
}
/** What is kept of somebody, whoever they are here. */
const kept = async (itemId: number) =>
  (await people(itemId)).map((person) => [
    person.first_name,
    person.last_name,
    person.email,
    person.address1,
    person.address2,
    person.city,
    person.state,
    person.zip,
    person.amount_cents,
    person.message,
  ])

/** Exports a list and reads it into another card's list. */
async function comeBack(itemId: number) {
  const file = await text((await exportList(shops.pool, dana, itemId)).stream)
  const back = await draft()
  await take(back, file)
  return { file, back }
}

const spectrum = readdirSync(SPECTRUM).map((name) => {
  const content = readFileSync(join(SPECTRUM, name))
  const { data } = Papa.parse<string[]>(content.toString().trim().replaceAll('\r\n', '\n'))
  return { name, content, header: data[0]!, rows: data.slice(1) }
})

test.each(spectrum.flatMap((file) => file.header.map((heading, column) => ({ ...file, heading, column }))))(
  '$name: column $heading goes in, out and in again unchanged',
  async ({ content, header, rows, column }) => {
    const itemId = await draft()
    // A message is kept letter by letter; names and addresses are kept neat.
    const mapping = header.map((_, index): ColumnMeaning => (index === column ? 'message' : 'ignore'))
    const done = await take(itemId, content, mapping)
    expect(done).toMatchObject({ state: 'finished', rows_added: rows.length })
    const messages = (await people(itemId)).map(({ message }) => message.replaceAll('\r\n', '\n'))
    expect(messages).toEqual(rows.map((cells) => (cells[column] ?? '').trim()))

    const { back } = await comeBack(itemId)
    expect(await kept(back)).toEqual(await kept(itemId))
  },
)

test('every naughty string goes in, out and in again unchanged', async () => {
  const strings = NAUGHTY.filter((string) => string.trim() !== '')
  const itemId = await draft()
  const own = Papa.unparse(
    strings.map((string) => ({ message: string, first_name: string, address: string })),
  )
  const done = await take(itemId, own)

  expect(done).toMatchObject({ state: 'finished', rows_added: strings.length })
  expect((await people(itemId)).map(({ message }) => message)).toEqual(strings.map((string) => string.trim()))
  const { file, back } = await comeBack(itemId)
  expect(await kept(back)).toEqual(await kept(itemId))
  // No cell of ours is a formula to a spreadsheet.
  for (const cells of Papa.parse<string[]>(file.slice(1)).data) {
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  }
})

test('failed rows come back as they came, whatever was in them', async () => {
  const strings = NAUGHTY.filter((string) => string.trim() !== '' && !string.includes('\r'))
  const itemId = await draft()
  const own = Papa.unparse(
    strings.map((string) => ({ 'First name': string, Whatever: string, City: 'Salem' })),
  )
  const done = await take(itemId, own)

  const file = await text((await errorsFileOf(shops.pool, dana, done.id)).stream)

  const { data } = Papa.parse<Record<string, string>>(file.slice(1), { header: true, skipEmptyLines: true })
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(Object.keys(data[0]!)).toEqual(['First name', 'Whatever', 'City', 'What to fix', 'Laurel row'])
  const undefused = (cell: string) => (/^'[=+\-@\t＝＋－＠']/.test(cell) ? cell.slice(1) : cell)
  expect(data.map((row) => undefused(row.Whatever!))).toEqual(strings)
})
