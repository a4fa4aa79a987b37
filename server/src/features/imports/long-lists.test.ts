import { PassThrough } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { Unfinished } from '../../jobs/jobs.ts'
import { customerWithList } from '../../testing/import-world.ts'
import { LIMITS } from '../../testing/shop-world.ts'
import { workbookOf } from '../../testing/workbook.ts'
import { putInCart, readCardItem } from '../card-items/card-items.service.ts'
import { removeCardItem } from '../card-items/remove-item.service.ts'
import { importHandlers, resumeImports } from './imports.jobs.ts'
import { claimImport, releaseLeases, updateImport } from './imports.repo.ts'
import { takeList } from './imports.service.ts'
import { runImport } from './run-import.ts'

/** Long enough for a job and a thread of its own, as quick as it can be: cells of no interest fill it. */
const ROWS = 2_400
const FILLER = 'x'.repeat(420)

const { now, take, run, stop, told, page, everybody, add, change, changeCard, setLimits } = customerWithList()

const person = (n: number) => `P${n},Okafor,${n} Elm,Portland,OR,97205,${FILLER}`
const list = (count = ROWS, more = '') =>
  `First Name,Last Name,Address,City,State,ZIP,Notes on file\n${Array.from({ length: count }, (_, n) => person(n)).join('\n')}\n${more}`
const names = async () => (await everybody()).map(({ first_name }) => first_name)
const whole = Array.from({ length: ROWS }, (_, n) => `P${n}`)

test('a job imports a long list completely and shows progress', async () => {
  const waiting = await take(list())
  expect(waiting).toMatchObject({ state: 'queued', file: { kind: 'csv', delimiter: ',' }, rows_read: 0 })
  expect(now.imports.enqueued).toContain(waiting.id)
  expect((await readCardItem(now.shops.pool, now.dana, now.item.id)).missing).toMatchObject([
    { code: 'required' },
    { code: 'importing' },
  ])
  await expect(putInCart(now.shops.pool, now.dana, LIMITS, now.item.id)).rejects.toMatchObject({
    code: 'card_item_incomplete',
    errors: expect.arrayContaining([
      { field: 'recipients', code: 'importing', message: 'Your file is still being imported.' },
    ]),
  })

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
  expect((await readCardItem(now.shops.pool, now.dana, now.item.id)).missing).toEqual([])
})

test('a reader that dies is replaced, and no person is added twice or lost', async () => {
  const { id } = await take(list())
  await run(id, 3)
  // As after a kill: the import is held by a reader that is no more.
  await inSite(now.shops.pool, now.dana.siteId, (db) =>
    db
      .updateTable('csv_card_item_imports')
      .set({ leased_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'reading', rows_read: 1_500 })

  await inSite(now.shops.pool, now.dana.siteId, (db) => releaseLeases(db, now.dana.siteId))
  await run(id)
  await run(id)
  expect(await names()).toEqual(whole)
})

/** A disk that cannot be read. */
const faulty = () => {
  const { kit } = now.imports
  const open = () => Promise.reject(new Error('The disk is gone'))
  return { ...kit, files: { ...kit.files, open } }
}

/** A shorter list that waits for a job all the same. */
const queued = async () => {
  const { id } = await take(list(550), { review: true })
  await inSite(now.shops.pool, now.dana.siteId, (db) =>
    updateImport(db, now.dana.siteId, id, { state: 'queued' }),
  )
  return id
}

test('a list that three runs can’t read ends with a message; progress in between resets the count', async () => {
  const id = await queued()
  const fails = () => expect(runImport(faulty(), now.dana.siteId, id)).rejects.toThrow('The disk is gone')
  await fails()
  await fails()
  expect(await told(id)).toMatchObject({ state: 'reading', failure: null })
  await run(id, 1)
  await fails()
  await fails()
  expect(await told(id)).toMatchObject({ state: 'reading', rows_read: 500 })
  await fails()
  expect(await told(id)).toMatchObject({
    state: 'failed',
    rows_added: 0,
    failure: { code: 'unread', message: expect.stringContaining('couldn’t read') },
  })
  expect((await page()).total_count).toBe(0)
  await expect(stop(id)).rejects.toMatchObject({ facts: { state: 'failed' } })
  expect(await runImport(faulty(), now.dana.siteId, id)).toBeUndefined()
})

/** A disk that never answers, and a reader that is watched closely. */
const silent = (silentMs: number) => {
  const { kit } = now.imports
  const open = async () => new PassThrough()
  return { ...kit, files: { ...kit.files, open }, pace: { lookMs: 20, silentMs } }
}

test('a stopped import releases its turn at once, whatever its reader waits for', async () => {
  const id = await queued()
  const running = runImport(silent(600_000), now.dana.siteId, id)
  await vi.waitFor(async () => expect(await told(id)).toMatchObject({ state: 'reading' }))
  expect(await stop(id)).toMatchObject({ state: 'cancelled' })
  expect(await running).toBeUndefined()
})

test('an import whose reader is silent for too long ends in plain words', async () => {
  const id = await queued()
  await runImport(silent(30), now.dana.siteId, id)
  expect(await told(id)).toMatchObject({
    state: 'failed',
    failure: { code: 'reads_too_slowly', message: expect.stringContaining('takes too long') },
  })
})

describe('the job that reads a list', () => {
  const read = (id: number, stopped = new AbortController().signal) => {
    const [handler] = importHandlers(now.imports.kit, stopped)
    return handler!.run({ siteId: now.dana.siteId, importId: id } as never)
  }

  test('has read the whole list when it is done', async () => {
    const id = await queued()
    await read(id)
    expect(await told(id)).toMatchObject({ state: 'finished', rows_added: 550 })
  })

  test('is retried after a stop, and continues where it was', async () => {
    const id = await queued()
    await expect(read(id, AbortSignal.abort())).rejects.toThrow(Unfinished)
    expect(await told(id)).toMatchObject({ state: 'reading' })
    await read(id)
    expect(await told(id)).toMatchObject({ state: 'finished', rows_added: 550 })
    expect(new Set(await names()).size).toBe(550)
  })

  test('is retried while another one reads the same list', async () => {
    const id = await queued()
    const { siteId } = now.dana
    await inSite(now.shops.pool, siteId, (db) => claimImport(db, siteId, id))
    await expect(read(id)).rejects.toThrow(Unfinished)
    await inSite(now.shops.pool, siteId, (db) => releaseLeases(db, siteId))
    await read(id)
    expect(await told(id)).toMatchObject({ state: 'finished' })
  })

  test('is enqueued again at startup for every unfinished list, short or long', async () => {
    const id = await queued()
    now.imports.enqueued.length = 0
    await resumeImports(now.imports.kit, true)
    expect(now.imports.enqueued).toContain(id)
  })
})

test('a short list that meets a fault shows its state, and continues without its customer', async () => {
  const kit = now.imports.kit
  const text = 'Maya Okafor,maya@halden.example'
  const asked = { card_item_id: now.item.id, text }
  const begun = await takeList(faulty(), now.dana, LIMITS, asked, undefined)
  expect(begun).toMatchObject({ state: 'reading', rows_added: 0 })
  expect(now.imports.enqueued).toContain(begun.id)
  await runImport(kit, now.dana.siteId, begun.id)
  expect(await told(begun.id)).toMatchObject({ state: 'finished', rows_added: 1 })
})

test('a failed import can’t be stopped as if it were running', async () => {
  const id = await queued()
  await run(id, 1)
  await inSite(now.shops.pool, now.dana.siteId, (db) =>
    updateImport(db, now.dana.siteId, id, { failure: { field: 'file', code: 'open_quote', message: 'x' } }),
  )
  await expect(stop(id)).rejects.toMatchObject({ code: 'import_moved_on', facts: { state: 'failed' } })
})

test('a canceled import leaves the list unchanged', async () => {
  const own = await add()
  const { id } = await take(list(), { mode: 'replace' })
  await run(id, 2)
  expect((await page()).total_count).toBe(1_001)

  expect(await stop(id)).toMatchObject({ state: 'cancelled', rows_added: 0 })
  await run(id)
  expect((await page()).results).toMatchObject([{ id: own.id }])
  await expect(stop(id)).rejects.toMatchObject({ code: 'import_moved_on' })
})

test.each([
  ['a quote that never ends', '"Maya,Okafor,12 Elm', 'open_quote'],
  ['a NUL', 'Ma\0ya,Okafor,12 Elm,Portland,OR,97205,', 'not_text'],
])('%s at the very end removes everyone again', async (_, more, code) => {
  const own = await add()
  const { id } = await take(list(ROWS, more))
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'failed', rows_added: 0, failure: { code } })
  expect((await page()).results).toMatchObject([{ id: own.id }])
})

test('the customer’s changes during an import aren’t lost', async () => {
  const own = await add()
  const { id } = await take(list())
  await run(id, 2)
  const [, first] = (await page()).results
  await change(first!.id, { first_name: 'Edited' })
  await change(own.id, { first_name: 'Mine' })
  await add({ first_name: 'Late' })

  await run(id)
  const all = await names()
  expect(all).toHaveLength(ROWS + 2)
  expect(all.slice(0, 3)).toEqual(['Mine', 'Edited', 'P1'])
  expect(all[1_001]).toBe('Late')
  expect((await page()).results[1]).toMatchObject({ change: 'edited', import_row: 2 })
})

test('a list that replaces another takes its place at the end, not before', async () => {
  await add()
  const { id } = await take(list(), { mode: 'replace' })
  await run(id, 1)
  expect((await page()).total_count).toBe(501)
  await add({ first_name: 'Late' })
  await run(id)
  expect((await names()).filter((name) => !name.startsWith('P'))).toEqual(['Late'])
})

test('a card that changes its kind during an import has everyone checked for it', async () => {
  const { id } = await take(list())
  await run(id, 2)
  await changeCard({ reward_type: 'digital' })
  await run(id)
  expect(await page()).toMatchObject({ total_count: ROWS, attention_count: ROWS })
})

test('removing a card removes its import', async () => {
  const { id } = await take(list())
  await run(id, 1)
  await removeCardItem({ pool: now.shops.pool, now: () => new Date() }, now.dana, now.item.id)
  expect(await run(id)).toBeUndefined()
})

/** A person is already on the list, and the card is in the cart. */
const inCart = async () => {
  await add()
  await putInCart(now.shops.pool, now.dana, LIMITS, now.item.id)
}

test('a list waits while its order is being paid, and continues afterwards', async () => {
  await inCart()
  const { id } = await take(list())
  await run(id, 1)
  const before = await page()
  await now.shops.startPayment(now.dana, now.item.order_id)

  await run(id)
  expect(await page()).toEqual(before)
  expect(await told(id)).toMatchObject({ state: 'reading', failure: null })
  await expect(stop(id)).rejects.toMatchObject({ code: 'order_is_frozen' })

  await now.shops.pool.updateTable('payments').set({ state: 'expired' }).execute()
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'finished', rows_added: ROWS })
})

test('a list that can’t continue during a payment is removed after it', async () => {
  await inCart()
  const { id } = await take(list(ROWS, '"Maya,Okafor,12 Elm'))
  await run(id, 1)
  await now.shops.startPayment(now.dana, now.item.order_id)
  await inSite(now.shops.pool, now.dana.siteId, (db) =>
    db
      .updateTable('csv_card_item_imports')
      .set({ failure: json({ field: 'file', code: 'open_quote', message: 'An open quote' }) })
      .where('id', '=', id)
      .execute(),
  )
  await run(id)
  expect(await page()).toMatchObject({ total_count: 501 })

  await now.shops.pool.updateTable('payments').set({ state: 'expired' }).execute()
  await inSite(now.shops.pool, now.dana.siteId, (db) => releaseLeases(db, now.dana.siteId))
  await run(id)
  expect(await page()).toMatchObject({ total_count: 1 })
  expect(await told(id)).toMatchObject({ state: 'failed' })
})

test('a draft’s list continues to grow while the cart beside it is being paid', async () => {
  const { id } = await take(list())
  await run(id, 1)
  await now.shops.startPayment(now.dana, now.item.order_id)
  await run(id)
  expect(await told(id)).toMatchObject({ state: 'finished', rows_added: ROWS })
})

test('a placed order keeps the people it was placed with', async () => {
  await inCart()
  const { id } = await take(list())
  await run(id, 1)
  const before = await page()
  await now.shops.setStatus(now.dana, now.item.order_id, 'in_review')
  await run(id)
  expect(await page()).toEqual(before)
  expect(await told(id)).toMatchObject({
    state: 'failed',
    failure: { message: 'The order can no longer change.' },
  })
})

test('more people than the site allows add no one', async () => {
  await setLimits({ ...LIMITS, max_recipients: 1_200 })
  const { id } = await take(list())
  await run(id)
  expect(await told(id)).toMatchObject({
    state: 'failed',
    failure: { code: 'limit_exceeded', message: 'The limit is 1,200 people in one list.' },
  })
  expect((await page()).total_count).toBe(0)
  await setLimits(LIMITS)
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

  test('with half a letter and unordered row numbers is read like any other', async () => {
    const row = (n: string, ...cells: string[]) =>
      `<row r="${n}">${cells.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('')}</row>`
    const rows = [row('1', 'Name', 'Email'), row('1e300', 'Ma_xD800_ya Okafor', 'maya@halden.example')]
    const book = workbookOf([], `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`)
    expect(await take(book)).toMatchObject({ state: 'finished', rows_added: 1 })
    expect((await page()).results).toMatchObject([{ first_name: 'Ma\ufffdya', import_row: 2 }])
  })

  test('isn’t inspected while its customer has five files open', async () => {
    for (let n = 0; n < 5; n += 1) await queued()
    await expect(take(Buffer.from('PK\x03\x04 not really'))).rejects.toMatchObject({
      code: 'limit_exceeded',
      facts: { limit: 5, of: '{limit, number} files at a time' },
    })
  })

  test('that isn’t one is rejected, and the list stays', async () => {
    await add()
    await expect(take(Buffer.from('PK\x03\x04 not really'))).rejects.toMatchObject({
      errors: [{ code: 'workbook' }],
    })
    expect((await page()).total_count).toBe(1)
  })
})
