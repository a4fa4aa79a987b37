import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import { changeCardItem, readCardItem, removeCardItem } from '../card-items/card-items.service.ts'
import { addPerson, changePerson, listPeople } from '../card-items/recipients.service.ts'
import { LIMITS, openShops, PERSON, type Shops } from '../card-items/testing-shop.ts'
import { releaseLeases } from './imports.repo.ts'
import { readImport, stopImport, takeList } from './imports.service.ts'
import { runImport } from './run-import.ts'
import { testingImports } from './testing-imports.ts'
import { workbookOf } from './testing-workbook.ts'

/** Long enough for a job and a thread of its own, as quick as it can be: cells of no interest fill it. */
const ROWS = 2_400
const FILLER = 'x'.repeat(420)

let shops: Shops
let dana: Customer
let item: CardItemWire
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
  item = await shops.draft(dana, { denomination_cents: 5_000 })
})

const person = (n: number) => `P${n},Okafor,${n} Elm,Portland,OR,97205,${FILLER}`
const list = (count = ROWS, more = '') =>
  `First Name,Last Name,Address,City,State,ZIP,Notes on file\n${Array.from({ length: count }, (_, n) => person(n)).join('\n')}\n${more}`
const take = async (content: string | Buffer, mode?: 'append' | 'replace') =>
  takeList(
    imports.kit,
    dana,
    LIMITS,
    { card_item_id: item.id, ...(mode && { mode }) },
    await imports.stored(content),
  )
const run = (id: number, batches = Number.POSITIVE_INFINITY) => {
  let left = batches
  return runImport({ ...imports.kit, isStopping: () => --left <= 0 }, dana.siteId, id)
}
const told = (id: number) => readImport(imports.kit, dana, LIMITS, id)
const page = (asked: object = {}) =>
  listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 200, ...asked })
async function names() {
  const all: string[] = []
  for (let n = 1; ; n += 1) {
    const { results } = await page({ page: n })
    all.push(...results.map(({ first_name }) => first_name))
    if (results.length < 200) return all
  }
}
const whole = Array.from({ length: ROWS }, (_, n) => `P${n}`)

test('a long list waits for a job, is read whole, and says how it goes', async () => {
  const waiting = await take(list())
  expect(waiting).toMatchObject({ state: 'queued', file: { kind: 'csv', delimiter: ',' }, rows_read: 0 })
  expect(imports.promised).toContain(waiting.id)
  expect((await readCardItem(shops.pool, dana, item.id)).missing).toMatchObject([
    { code: 'required' },
    { code: 'importing' },
  ])

  await run(waiting.id, 2)
  const half = await told(waiting.id)
  expect(half).toMatchObject({ state: 'reading', rows_read: 1_000, rows_added: 1_000 })
  expect(half.bytes_read).toBeGreaterThan(0)
  expect(half.seconds_left).toBeGreaterThanOrEqual(0)

  await run(waiting.id)
  expect(await told(waiting.id)).toMatchObject({
    state: 'finished',
    rows_read: ROWS,
    rows_added: ROWS,
    rows_valid: ROWS,
    ignored_columns: ['Notes on file'],
  })
  expect(await names()).toEqual(whole)
  expect((await readCardItem(shops.pool, dana, item.id)).missing).toEqual([])
})

test('who died while reading is replaced; nobody comes twice and nobody is lost', async () => {
  const { id } = await take(list())
  await run(id, 3)
  // As after a kill: the import is held by a reader that is no more.
  await inSite(shops.pool, dana.siteId, (db) =>
    db
      .updateTable('csv_card_item_imports')
      .set({ leased_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'reading', rows_read: 1_500 })

  await inSite(shops.pool, dana.siteId, (db) => releaseLeases(db, dana.siteId))
  await run(id)
  await run(id)
  expect(await names()).toEqual(whole)
})

test('a cancelled import leaves the list as it was', async () => {
  const own = await shops.add(dana, item)
  const { id } = await take(list(), 'replace')
  await run(id, 2)
  expect((await page()).total_count).toBe(1_001)

  expect(await stopImport(imports.kit, dana, LIMITS, id)).toMatchObject({ state: 'cancelled', rows_added: 0 })
  await run(id)
  expect((await page()).results).toMatchObject([{ id: own.id }])
  await expect(stopImport(imports.kit, dana, LIMITS, id)).rejects.toMatchObject({ code: 'import_moved_on' })
})

test.each([
  ['a quote that never ends', '"Maya,Okafor,12 Elm', 'open_quote'],
  ['a NUL', 'Ma\0ya,Okafor,12 Elm,Portland,OR,97205,', 'not_text'],
])('%s at the very end takes everybody back', async (_, more, code) => {
  const own = await shops.add(dana, item)
  const { id } = await take(list(ROWS, more))
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'failed', rows_added: 0, failure: { code } })
  expect((await page()).results).toMatchObject([{ id: own.id }])
})

test('what the customer does meanwhile is not lost', async () => {
  const own = await shops.add(dana, item)
  const { id } = await take(list())
  await run(id, 2)
  const [, first] = (await page()).results
  await changePerson(shops.pool, dana, LIMITS, first!.id, { first_name: 'Edited' })
  await changePerson(shops.pool, dana, LIMITS, own.id, { first_name: 'Mine' })
  await addPerson(shops.pool, dana, LIMITS, { card_item_id: item.id, ...PERSON, first_name: 'Late' })

  await run(id)
  const all = await names()
  expect(all).toHaveLength(ROWS + 2)
  expect(all.slice(0, 3)).toEqual(['Mine', 'Edited', 'P1'])
  expect(all[1_001]).toBe('Late')
  expect((await page()).results[1]).toMatchObject({ change: 'edited', import_row: 2 })
})

test('a list that replaces another takes its place at the end, not before', async () => {
  await shops.add(dana, item)
  const { id } = await take(list(), 'replace')
  await run(id, 1)
  expect((await page()).total_count).toBe(501)
  await addPerson(shops.pool, dana, LIMITS, { card_item_id: item.id, ...PERSON, first_name: 'Late' })
  await run(id)
  expect((await names()).filter((name) => !name.startsWith('P'))).toEqual(['Late'])
})

test('a card that becomes another kind meanwhile has everybody judged for it', async () => {
  const { id } = await take(list())
  await run(id, 2)
  await changeCardItem(shops.pool, dana, LIMITS, item.id, { reward_type: 'digital' })
  await run(id)
  expect(await page()).toMatchObject({ total_count: ROWS, attention_count: ROWS })
})

test('a card that is removed takes its import along', async () => {
  const { id } = await take(list())
  await run(id, 1)
  await removeCardItem(shops.pool, dana, item.id)
  expect(await run(id)).toBeUndefined()
})

test('more people than the site allows are nobody', async () => {
  await shops.pool
    .updateTable('sites')
    .set({ limits: JSON.stringify({ ...LIMITS, max_recipients: 1_200 }) as never })
    .where('id', '=', dana.siteId)
    .execute()
  const { id } = await take(list())
  await run(id)
  expect(await told(id)).toMatchObject({
    state: 'failed',
    failure: { code: 'limit_exceeded', message: 'The limit is 1,200 people in one list.' },
  })
  expect((await page()).total_count).toBe(0)
  await shops.pool
    .updateTable('sites')
    .set({ limits: JSON.stringify(LIMITS) as never })
    .where('id', '=', dana.siteId)
    .execute()
})

describe('a workbook', () => {
  test('is read like any list, whatever its name ends in', async () => {
    const book = workbookOf([
      ['First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP', 'Amount'],
      ['Maya', 'Okafor', '12 Elm', 'Boston', 'MA', 2108, 75],
    ])
    const done = await take(book)
    expect(done).toMatchObject({ state: 'finished', file: { kind: 'xlsx', sheet: 'People', encoding: null } })
    expect((await page()).results).toMatchObject([
      { zip: '02108', amount_cents: 7_500, problems: [{ code: 'zero_restored', value: '2108' }] },
    ])
  })

  test('that is none is refused, and the list stays', async () => {
    await shops.add(dana, item)
    await expect(take(Buffer.from('PK\x03\x04 not really'))).rejects.toMatchObject({
      errors: [{ code: 'workbook' }],
    })
    expect((await page()).total_count).toBe(1)
  })
})
