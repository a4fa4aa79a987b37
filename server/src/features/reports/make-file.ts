import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { decimalFromCents } from '@laurel/domain/money'
import { REPORT_KIND_WORDS } from '@laurel/domain/reports'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv-lines.ts'
import { Unfinished } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { putSealed } from '../files/sealed-file.ts'
import { findSite } from '../sites/sites.repo.ts'
import { type Cell, type Column, ONE_AHEAD, type Read } from './report.ts'
import { beginAttempt, type Change, changeAttempt, type FileRow } from './report-files.repo.ts'
import { enqueueReportMails } from './report-mail.jobs.ts'
import { noteReport } from './report-users.ts'
import { reports, scopeOf } from './reports.ts'
import { workbook } from './workbook.ts'

export type MakeKit = Pick<Kit, 'pool' | 'files' | 'keys' | 'now' | 'jobs'> & {
  log: { error(about: object, message: string): void }
}

/** Rows of one query: each transaction is short, and memory stays flat. */
const PAGE_ROWS = 2_000
/** How often an attempt says how far it got, and learns that it was canceled. */
const TELL_EVERY_MS = 500
/** After this many attempts, a file isn't tried again. */
const MAX_TRIES = 3

/** It was canceled, or another attempt began: this one leaves nothing behind. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Writes a report to a file, sealed in the file store. After a crash or a fault, the next attempt starts over. */
export async function makeFile(
  kit: MakeKit,
  siteId: number,
  fileId: number,
  stopped: AbortSignal,
): Promise<void> {
  const key = randomBytes(24).toString('base64url')
  const file = await inSite(kit.pool, siteId, (db) => beginAttempt(db, siteId, fileId, key))
  if (file === undefined) return
  if (file.key !== '') await kit.files.remove(file.key)
  const set = (change: Change) => inSite(kit.pool, siteId, (db) => changeAttempt(db, siteId, key, change))
  try {
    if (file.tries >= MAX_TRIES) throw new Error('a crashed report isn’t tried again')
    await write(kit, file, key, stopped)
  } catch (cause) {
    await kit.files.remove(key)
    if (cause instanceof Superseded) return
    // A shutdown doesn't count.
    if (cause instanceof Unfinished) await set({ tries: file.tries })
    if (cause instanceof Unfinished || file.tries + 1 < MAX_TRIES) throw cause
    kit.log.error({ err: cause, report_file_id: fileId }, 'the file of a report could not be made')
    await inSite(kit.pool, siteId, async (db) => {
      if (await changeAttempt(db, siteId, key, { state: 'failed' })) await tellFailed(db, kit, file)
    })
  }
}

/** People who wait for a saved report's mail hear that none comes; who asked for a file sees that it failed. */
async function tellFailed(db: Db, kit: MakeKit, file: FileRow): Promise<void> {
  if (file.saved_id === null) return
  const facts = { name: file.name, report_id: file.saved_id }
  const owner = { siteId: file.site_id, companyId: file.company_id }
  noteReport(db, owner, 'failed', { by: 'system', facts, at: kit.now() })
  // A company's people hear of it by its activity, and choose how.
  if (file.company_id === null) await enqueueReportMails(db, kit, file)
}

async function write(kit: MakeKit, file: FileRow, key: string, stopped: AbortSignal): Promise<void> {
  const { site_id: siteId, settings, name } = file
  const owner = { siteId, companyId: file.company_id }
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) throw new Superseded()
  const read: Read = (work) => inSite(kit.pool, siteId, work)
  const scope = await read((db) => scopeOf(db, site, owner, settings, kit.now()))
  const report = reports[settings.kind]
  const columns = report.columns(scope).map((column) => withZone(column, scope.timeZone))
  let rows = 0
  async function* pages() {
    let told = 0
    for await (const page of ahead(report.pages(read, scope, PAGE_ROWS))) {
      if (stopped.aborted) throw new Unfinished('The server is stopping.')
      rows += page.length
      if (performance.now() - told > TELL_EVERY_MS) {
        told = performance.now()
        const isOurs = await read((db) => changeAttempt(db, siteId, key, { row_count: rows }))
        if (!isOurs) throw new Superseded()
      }
      yield page
      crashPoint('report.page_written')
    }
  }
  const bytes =
    file.format === 'xlsx'
      ? workbook(REPORT_KIND_WORDS[settings.kind].label, columns, pages())
      : Readable.from(csvOf(columns, pages()), ONE_AHEAD)
  const written = await putSealed(kit.files, kit.keys.dataSeal, key, bytes)
  crashPoint('report.file_written')
  await read(async (db) => {
    const isOurs = await changeAttempt(db, siteId, key, { ...written, row_count: rows, state: 'ready' })
    if (!isOurs) throw new Superseded()
    const facts = { report: REPORT_KIND_WORDS[settings.kind].label, name, rows }
    noteReport(db, owner, 'exported', { by: file.asked_by || 'system', facts, at: kit.now() })
    await enqueueReportMails(db, kit, file)
  })
}

/** A file says of which time zone its times are. */
function withZone(column: Column, timeZone: string): Column {
  return column.type === 'moment' ? { ...column, title: `${column.title} (${timeZone})` } : column
}

/** Reads the next page while this one is written. */
async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = pages.next(); ; ) {
    const { done, value } = await next
    if (done) return
    next = pages.next()
    // Without a reader, a failure isn't awaited.
    next.catch(() => {})
    yield value
  }
}

async function* csvOf(columns: readonly Column[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title))
  for await (const page of pages) {
    yield page.map((cells) => csvLine(cells.map((cell, index) => csvCell(cell, columns[index]!)))).join('')
  }
}

function csvCell(cell: Cell, { type }: Column): string {
  if (cell === null) return ''
  return type === 'cents' ? decimalFromCents(Number(cell)) : String(cell)
}
