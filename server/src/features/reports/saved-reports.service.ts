import type { SavedReport, saveReport as saveCompanyReport } from '@laurel/contract/company-reports'
import type { OfficeSavedReport, saveOfficeReport } from '@laurel/contract/office-reports'
import { Refusal } from '@laurel/domain/refusal'
import { MAX_SAVED_REPORTS, nextReport, type ReportInterval } from '@laurel/domain/report-schedules'
import type { ReportFormat } from '@laurel/domain/reports'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { SavedReports } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertRoom, enqueueFile } from './enqueue-file.ts'
import { listReaders, zoneOf } from './readers.ts'
import type { Owner } from './report.ts'
import type { Settings } from './report-files.repo.ts'
import { noteReport, type ReportUser } from './report-users.ts'
import { type FileWire, type ReportKit, readFileWire } from './reports.service.ts'
import { scopeOf } from './reports.ts'

type SavedWire = z.input<typeof OfficeSavedReport> & z.input<typeof SavedReport>
type Given = z.output<typeof saveOfficeReport.body> | z.output<typeof saveCompanyReport.body>
export type SavedRow = Omit<Selectable<SavedReports>, 'settings' | 'format' | 'every' | 'reader_ids'> & {
  settings: Settings
  reader_ids: number[]
  format: ReportFormat
  every: ReportInterval | null
}

export function savedReports(db: Db, siteId: number) {
  return db
    .selectFrom('saved_reports as s')
    .selectAll('s')
    .where('s.site_id', '=', siteId)
    .$narrowType<Pick<SavedRow, 'settings' | 'format' | 'every' | 'reader_ids'>>()
}

export function savedReportsOf(db: Db, { siteId, companyId }: Owner) {
  return savedReports(db, siteId).where('s.company_id', companyId === null ? 'is' : '=', companyId)
}

export function listSavedReports({ pool }: Pick<ReportKit, 'pool'>, owner: Owner): Promise<SavedWire[]> {
  return inSite(pool, owner.siteId, async (db) => {
    const rows = await savedReportsOf(db, owner).orderBy('s.name').orderBy('s.id').execute()
    return wiresOf(db, owner, rows)
  })
}

/** @throws {Refusal} `limit_exceeded`; `not_found` if a reader can't see reports; `not_allowed`; `company_left` */
export function saveReport(
  kit: ReportKit,
  site: SiteRow,
  user: ReportUser,
  given: Given,
): Promise<SavedWire> {
  return user.change(async (db) => {
    const rows = await savedReportsOf(db, user).execute()
    if (rows.length >= MAX_SAVED_REPORTS) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_SAVED_REPORTS,
        of: /*i18n*/ '{limit, number} saved reports',
      })
    }
    const at = kit.now()
    const values = await valuesOf(db, site, user, given, at)
    const { id } = await db
      .insertInto('saved_reports')
      .values({ ...values, site_id: user.siteId, company_id: user.companyId, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteReport(db, user, 'saved', { by: user.by, facts: { name: given.name }, at })
    return readSaved(db, user, id)
  })
}

/** @throws {Refusal} `not_found`, also if a reader can't see reports; `not_allowed`; `company_left` */
export function changeSavedReport(
  kit: ReportKit,
  site: SiteRow,
  user: ReportUser,
  id: number,
  given: Given,
): Promise<SavedWire> {
  return user.change(async (db) => {
    const at = kit.now()
    const before = await findSaved(db, user, id)
    const values = await valuesOf(db, site, user, given, at)
    await db
      .updateTable('saved_reports')
      .set(values)
      .where('site_id', '=', user.siteId)
      .where('id', '=', id)
      .execute()
    const facts = { name_old: before.name, name_new: given.name }
    noteReport(db, user, 'changed', { by: user.by, facts, at })
    return readSaved(db, user, id)
  })
}

/** @throws {Refusal} `not_found`; `not_allowed`; `company_left` */
export function removeSavedReport(kit: ReportKit, user: ReportUser, id: number): Promise<undefined> {
  return user.change(async (db) => {
    const { name } = await findSaved(db, user, id)
    await db.deleteFrom('saved_reports').where('site_id', '=', user.siteId).where('id', '=', id).execute()
    noteReport(db, user, 'removed', { by: user.by, facts: { name }, at: kit.now() })
    return undefined
  })
}

/** Sends it now, apart from its schedule. @throws {Refusal} `not_found`; `limit_exceeded`; `not_allowed`; `company_left` */
export function sendSavedReport(
  kit: ReportKit,
  site: SiteRow,
  user: ReportUser,
  id: number,
): Promise<FileWire> {
  return user.change(async (db) => {
    const { settings, format, name } = await findSaved(db, user, id)
    await assertRoom(db, user, kit.now())
    const saved = { id, name }
    const fileId = await enqueueFile(db, kit, site, { owner: user, user, settings, format, saved })
    return readFileWire(db, user, fileId!, kit.now())
  })
}

async function valuesOf(db: Db, site: SiteRow, owner: Owner, given: Given, at: Date) {
  const { name, format, every: often, day, time, reader_ids: readerIds, ...settings } = given
  const readers = await listReaders(db, owner)
  if (readerIds.some((id) => !readers.some((one) => one.id === id))) throw new Refusal('not_found')
  // A company that a report is about has to be there.
  await scopeOf(db, site, owner, settings, at)
  const every = often === 'never' ? null : often
  const timeZone = await zoneOf(db, site, owner)
  return {
    name,
    settings: json(settings),
    format,
    every,
    day,
    time,
    reader_ids: json([...new Set(readerIds)]),
    next_at: every === null ? null : nextReport({ every, day, time }, at, timeZone),
  }
}

/** @throws {Refusal} `not_found` */
async function findSaved(db: Db, owner: Owner, id: number): Promise<SavedRow> {
  const row = await savedReportsOf(db, owner).where('s.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

async function readSaved(db: Db, owner: Owner, id: number): Promise<SavedWire> {
  const [wire] = await wiresOf(db, owner, [await findSaved(db, owner, id)])
  return wire!
}

async function wiresOf(db: Db, owner: Owner, rows: readonly SavedRow[]): Promise<SavedWire[]> {
  const people = await listReaders(db, owner)
  return rows.map(({ id, name, settings, format, every, day, time, reader_ids, next_at }) => ({
    ...{ id, name, format, every, day, time },
    settings: settings as SavedWire['settings'],
    readers: people
      .filter((one) => reader_ids.includes(one.id))
      .map((one) => ({ id: one.id, name: one.name })),
    next_at: next_at?.toISOString() ?? null,
  }))
}
