import type { Report, ReportFile } from '@laurel/contract/company-reports'
import type { OfficeReportFile } from '@laurel/contract/office-reports'
import { Refusal } from '@laurel/domain/refusal'
import type { ReportFormat } from '@laurel/domain/reports'
import type { Texts } from '@laurel/domain/texts'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Download } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { openSealed } from '../files/sealed-file.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertRoom, enqueueFile } from './enqueue-file.ts'
import type { Cell, Owner, Scope } from './report.ts'
import { type FileRow, filesOf, listFiles, removeFiles, type Settings } from './report-files.repo.ts'
import type { ReportUser } from './report-users.ts'
import { reports, scopeOf } from './reports.ts'

export type ReportKit = Pick<Kit, 'pool' | 'files' | 'keys' | 'jobs' | 'now'>
type ReportWire = z.input<typeof Report>
/** A company's settings are among those of staff, so its files are too. */
export type FileWire = z.input<typeof OfficeReportFile> & z.input<typeof ReportFile>

/** Rows that the screen shows. */
const FIRST_ROWS = 50

/**
 * The first rows of a report, and its totals, for a screen in the reader's language.
 *
 * @throws {Refusal} `not_found` without the company that it's about
 */
export function readReport(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  owner: Owner,
  settings: Settings,
  i18n: Texts,
): Promise<ReportWire> {
  return inSite(pool, site.id, async (db) => {
    const scope = await scopeOf(db, site, owner, settings, now())
    const report = reports[settings.kind]
    const rows: Cell[][] = []
    for await (const page of report.pages((work) => work(db), scope, FIRST_ROWS + 1)) {
      rows.push(...page)
      if (rows.length > FIRST_ROWS) break
    }
    const columns = report.columns(scope)
    const totals = await report.totals(db, scope)
    return {
      time_zone: scope.timeZone,
      from: scope.days.from ?? null,
      until: scope.days.until ?? null,
      columns: columns.map(({ title, type, isOwn }) => ({ title: isOwn ? title : i18n.t(title), type })),
      rows: rows
        .slice(0, FIRST_ROWS)
        .map((cells) => cells.map((cell, nth) => (columns[nth]?.hasWords ? wordsIn(i18n, cell) : cell))),
      has_more: rows.length > FIRST_ROWS,
      totals: totals.map((total) => ({ ...total, title: i18n.t(total.title) })),
      groups: settings.kind === 'spend' ? groupsOf(scope, i18n) : [],
    }
  })
}

function wordsIn(i18n: Texts, cell: Cell): Cell {
  return typeof cell === 'string' && cell !== '' ? i18n.t(cell) : cell
}

function groupsOf({ companyId, fields }: Scope, i18n: Texts) {
  return [
    { by: 'month', title: i18n.t('Month') },
    { by: 'person', title: i18n.t('Person') },
    ...(companyId === undefined ? [{ by: 'company', title: 'Company' }] : []),
    ...fields.map(({ id, name }) => ({ by: `field:${id}`, title: name })),
  ]
}

export function listReportFiles({ pool, now }: Pick<Kit, 'pool' | 'now'>, owner: Owner): Promise<FileWire[]> {
  return inSite(pool, owner.siteId, (db) => fileWires(db, owner, now()))
}

async function fileWires(db: Db, owner: Owner, at: Date): Promise<FileWire[]> {
  const rows = await listFiles(db, owner, at)
  const staff = owner.companyId === null ? await namesOfStaff(db, owner.siteId) : undefined
  return rows.map((row) => fileWire(row, staff?.get(row.asked_by)))
}

type ListedRow = FileRow & { first_name: string | null; last_name: string | null }

function fileWire({ first_name, last_name, settings, ...row }: ListedRow, staff?: string): FileWire {
  const { days: _, ...asked } = settings
  return {
    id: row.id,
    name: row.name,
    settings: asked as FileWire['settings'],
    format: row.format,
    state: row.state,
    rows: row.row_count,
    bytes: row.bytes,
    by: row.customer_id === null ? (staff ?? row.asked_by) : `${first_name} ${last_name}`.trim(),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** @throws {Refusal} `limit_exceeded` while too many are being made; `not_allowed`; `company_left` */
export function makeReportFile(
  kit: ReportKit,
  site: SiteRow,
  user: ReportUser,
  { format, ...settings }: Settings & { format: ReportFormat },
): Promise<FileWire> {
  return user.change(async (db) => {
    await assertRoom(db, user, kit.now())
    const id = await enqueueFile(db, kit, site, { owner: user, user, settings, format })
    return readFileWire(db, user, id!, kit.now())
  })
}

export async function readFileWire(db: Db, owner: Owner, id: number, at: Date): Promise<FileWire> {
  return (await fileWires(db, owner, at)).find((one) => one.id === id)!
}

/**
 * Removes a file. One that is being made stops, and leaves nothing.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `company_left`
 */
export async function removeReportFile(kit: ReportKit, user: ReportUser, id: number): Promise<undefined> {
  const keys = await user.change(async (db) => {
    await findFile(db, user, { id, at: kit.now() })
    return removeFiles(db, user.siteId, [id])
  })
  for (const key of keys) if (key !== '') await kit.files.remove(key)
}

/** @throws {Refusal} `not_found` once it expired, or until it's ready */
export async function downloadReport(kit: ReportKit, owner: Owner, id: number): Promise<Download> {
  const file = await inSite(kit.pool, owner.siteId, (db) => findFile(db, owner, { id, at: kit.now() }))
  if (file.state !== 'ready') throw new Refusal('not_found')
  const stream = await openSealed(kit.files, kit.keys.dataSeal, file.key, file.seal)
  return { stream, contentType: CONTENT_TYPES[file.format], fileName: `${file.name}.${file.format}` }
}

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** @throws {Refusal} `not_found` */
async function findFile(db: Db, owner: Owner, { id, at }: { id: number; at: Date }) {
  const row = await filesOf(db, owner, at)
    .selectAll('f')
    .where('f.id', '=', id)
    .$narrowType<Pick<FileRow, 'format'>>()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}
