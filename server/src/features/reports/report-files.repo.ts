import type { ReportDays, ReportFormat, ReportKind, ReportRange } from '@laurel/domain/reports'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ReportFiles } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import type { Owner } from './report.ts'

export type Settings = {
  kind: ReportKind
  range: ReportRange
  from?: string | undefined
  until?: string | undefined
  by?: string | undefined
  /** Of staff's reports: only what is of this company, or has this status. */
  company_id?: number | undefined
  status?: string | undefined
}
/** What a file was asked for with, and the days that its range meant then. */
export type FileSettings = Settings & { days: ReportDays }
export type FileState = 'waiting' | 'making' | 'ready' | 'failed'
export type FileRow = Omit<Selectable<ReportFiles>, 'settings' | 'state'> & {
  settings: FileSettings
  format: ReportFormat
  state: FileState
}

type NewFile = Pick<
  Selectable<ReportFiles>,
  | 'site_id'
  | 'company_id'
  | 'customer_id'
  | 'asked_by'
  | 'name'
  | 'saved_id'
  | 'due_at'
  | 'created_at'
  | 'expires_at'
> &
  Pick<FileRow, 'settings' | 'format'>

/** @returns its ID; undefined if there's one of the same saved report that was due at the same time */
export async function addFile(db: Db, { settings, ...file }: NewFile): Promise<number | undefined> {
  const row = await db
    .insertInto('report_files')
    .values({ ...file, settings: json(settings), state: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The site's files that haven't expired. */
export function filesOfSite(db: Db, siteId: number, at: Date) {
  return db.selectFrom('report_files as f').where('f.site_id', '=', siteId).where('f.expires_at', '>', at)
}

export function filesOf(db: Db, { siteId, companyId }: Owner, at: Date) {
  return filesOfSite(db, siteId, at).where('f.company_id', companyId === null ? 'is' : '=', companyId)
}

/** The newest first, with who asked for them. */
export function listFiles(db: Db, owner: Owner, at: Date) {
  return filesOf(db, owner, at)
    .leftJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'f.site_id').onRef('c.id', '=', 'f.customer_id'),
    )
    .selectAll('f')
    .select(['c.first_name', 'c.last_name'])
    .orderBy('f.id', 'desc')
    .limit(100)
    .$narrowType<Pick<FileRow, 'settings' | 'format' | 'state'>>()
    .execute()
}

/** Removes files whose bytes are to be removed, too. @returns their keys, '' if nothing was written */
export async function removeFiles(db: Db, siteId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('report_files')
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Begins an attempt to make a file, under a key of its own, so that an earlier one that still runs can't continue.
 *
 * @returns the file with the key of the earlier attempt; undefined if it was canceled or is finished
 */
export async function beginAttempt(
  db: Db,
  siteId: number,
  id: number,
  key: string,
): Promise<FileRow | undefined> {
  const row = await db
    .selectFrom('report_files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .$narrowType<Pick<FileRow, 'settings' | 'format' | 'state'>>()
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  await db
    .updateTable('report_files')
    .set({ state: 'making', key, row_count: 0, tries: row.tries + 1 })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  return row
}

type Changeable = 'row_count' | 'state' | 'seal' | 'bytes' | 'tries'
export type Change = Partial<Pick<FileRow, Changeable>>

/** @returns false if this attempt's file was canceled, or another attempt began */
export async function changeAttempt(db: Db, siteId: number, key: string, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_files')
    .set(change)
    .where('site_id', '=', siteId)
    .where('state', '=', 'making')
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
