import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbookOf } from '../../testing/workbook.ts'
import type { FileStore } from '../files/file-store.ts'
import { makeFileStore } from '../files/local-file-store.ts'
import { lookAtWorkbook, readBatches } from './list-reader.ts'
import { removeOldCopies, workbookCopy } from './workbook-copies.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-list-reader-'))
const copies = join(folder, 'copies')
const settings = { dataDir: folder, filesUrl: undefined }
const usual = process.env.TMPDIR
let files: FileStore
beforeAll(async () => {
  mkdirSync(copies)
  process.env.TMPDIR = copies
  files = await makeFileStore(settings)
})
afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  rmSync(folder, { recursive: true })
})

const row = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
/** Text that compresses badly, so it isn't mistaken for a bomb. */
const noise = (characters: number) => {
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed % 36).toString(36)
  }
  return Array.from({ length: characters }, next).join('')
}
const sheet = (inside: string) => workbookOf([], `<worksheet>${inside}</worksheet>`)

test('an inspection reads until there are rows, however much precedes them', async () => {
  const columns = Array.from({ length: 4_000 }, (_, n) => `<col min="${n}" max="${n}" width="9.1"/>`).join('')
  const heading = noise(20_000)
  await files.put(
    'columns',
    sheet(`<cols>${columns}</cols><sheetData>${row('Name', heading)}${row('Maya Okafor', 'x')}</sheetData>`),
  )
  const { rows } = await lookAtWorkbook(settings, 'columns')
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Name', 'Maya Okafor'])
  expect(readdirSync(copies)).toEqual([])
})

test('a slow inspection ends, and so does further reading; no copy is left', async () => {
  const blank = `<row><c><v></v></c></row><!--${noise(3_000)}-->`.repeat(4_000)
  await files.put('slow', sheet(`<sheetData>${row('Name')}${row('Maya Okafor')}${blank}</sheetData>`))
  await expect(lookAtWorkbook(settings, 'slow', 1)).rejects.toMatchObject({
    code: 'import_unreadable',
    errors: [{ code: 'workbook_too_large' }],
  })

  const ending = new AbortController()
  const judge = {
    rewardType: 'bulk',
    limits: { minValueCents: 1, maxValueCents: 1, isUpsOffered: false },
  } as const
  const batches = readBatches(
    files,
    settings,
    { key: 'slow', format: { kind: 'xlsx' }, bytes: 1 },
    { meanings: ['name'], hasHeader: true, judge, skip: 0, batchRows: 500, isRepair: false },
    ending.signal,
  )
  const first = batches.next()
  // As soon as the copy is there its reader is at work.
  while (readdirSync(copies).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  ending.abort(new Error('stopped'))
  await expect(first).rejects.toThrow('stopped')
  expect(readdirSync(copies)).toEqual([])
})

test('a killed process’s copies are removed after a day, and nothing else is', async () => {
  const [old, fresh] = [workbookCopy(), workbookCopy()]
  const other = join(copies, 'somebody-elses')
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const path of [old, fresh, other]) writeFileSync(path, 'x')
  for (const path of [old, other]) utimesSync(path, longAgo, longAgo)
  await removeOldCopies()
  expect(readdirSync(copies).map((name) => join(copies, name))).toEqual(
    expect.arrayContaining([fresh, other]),
  )
  expect(readdirSync(copies)).toHaveLength(2)
})
