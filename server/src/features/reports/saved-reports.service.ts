import type { ReportFile, SavedReport, saveReport as saveEndpoint } from '@laurel/contract/company-reports'
import type { ReportFormat } from '@laurel/domain/company-reports'
import { Refusal } from '@laurel/domain/refusal'
import { MAX_SAVED_REPORTS, nextReport, type ReportInterval } from '@laurel/domain/report-schedules'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { SavedReports } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import { capableOf } from '../companies/capable-of.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { inCompany, listPeople, type OfCompany, readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertRoom, enqueueFile } from './enqueue-file.ts'
import type { Settings } from './report-files.repo.ts'
import { type ReportKit, readFileWire } from './reports.service.ts'

type SavedWire = z.input<typeof SavedReport>
type Given = z.output<typeof saveEndpoint.body>
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

/** @throws {Refusal} `registration_incomplete` */
export function listSavedReports({ pool }: Pick<ReportKit, 'pool'>, actor: Customer): Promise<SavedWire[]> {
  const own = inCompany(actor)
  return inSite(pool, own.siteId, async (db) => {
    const rows = await savedReports(db, own.siteId)
      .where('s.company_id', '=', own.company.id)
      .orderBy('s.name')
      .orderBy('s.id')
      .execute()
    return wiresOf(db, own, rows)
  })
}

/** @throws {Refusal} `limit_exceeded`; `not_found` if a reader can't see reports; `not_allowed`; `company_left` */
export function saveReport(kit: ReportKit, site: SiteRow, actor: Customer, given: Given): Promise<SavedWire> {
  return changeCompany(kit, actor, 'reports.see', async (db, own) => {
    const { siteId, company } = own
    const rows = await savedReports(db, siteId).where('s.company_id', '=', company.id).execute()
    if (rows.length >= MAX_SAVED_REPORTS) {
      throw new Refusal('limit_exceeded', { limit: `${MAX_SAVED_REPORTS} saved reports` })
    }
    const at = kit.now()
    const { id } = await db
      .insertInto('saved_reports')
      .values({
        site_id: siteId,
        company_id: company.id,
        created_at: at,
        ...(await valuesOf(db, site, own, given, at)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteChange(db, kit, own, 'company.report_saved', { name: given.name })
    return readSaved(db, own, id)
  })
}

/** @throws {Refusal} `not_found`, also if a reader can't see reports; `not_allowed`; `company_left` */
export function changeSavedReport(
  kit: ReportKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  given: Given,
): Promise<SavedWire> {
  return changeCompany(kit, actor, 'reports.see', async (db, own) => {
    const before = await findSaved(db, own, id)
    const values = await valuesOf(db, site, own, given, kit.now())
    await db
      .updateTable('saved_reports')
      .set(values)
      .where('site_id', '=', own.siteId)
      .where('id', '=', id)
      .execute()
    noteChange(db, kit, own, 'company.report_changed', { name_old: before.name, name_new: given.name })
    return readSaved(db, own, id)
  })
}

/** @throws {Refusal} `not_found`; `not_allowed`; `company_left` */
export function removeSavedReport(kit: ReportKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'reports.see', async (db, own) => {
    const { name } = await findSaved(db, own, id)
    await db.deleteFrom('saved_reports').where('site_id', '=', own.siteId).where('id', '=', id).execute()
    noteChange(db, kit, own, 'company.report_removed', { name })
  })
}

/** Sends it now, apart from its schedule. @throws {Refusal} `not_found`; `limit_exceeded`; `not_allowed`; `company_left` */
export function sendSavedReport(
  kit: ReportKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<z.input<typeof ReportFile>> {
  return changeCompany(kit, actor, 'reports.see', async (db, own) => {
    const { settings, format, name } = await findSaved(db, own, id)
    await assertRoom(db, own.siteId, own.company.id, kit.now())
    const fileId = await enqueueFile(db, kit, site, {
      companyId: own.company.id,
      customerId: own.customerId,
      settings,
      format,
      saved: { id, name },
    })
    return readFileWire(db, own, fileId!, kit.now())
  })
}

async function valuesOf(db: Db, site: SiteRow, own: Changing, given: Given, at: Date) {
  const { name, format, every: often, day, time, reader_ids: readerIds, ...settings } = given
  const readers = await capableOf(db, own.siteId, own.company.id, 'reports.see')
  if (readerIds.some((id) => !readers.includes(id))) throw new Refusal('not_found')
  const every = often === 'never' ? null : often
  const timeZone = await readTimeZone(db, site, own.company.id)
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
async function findSaved(db: Db, { siteId, company }: OfCompany, id: number): Promise<SavedRow> {
  const row = await savedReports(db, siteId)
    .where('s.company_id', '=', company.id)
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

async function readSaved(db: Db, own: OfCompany, id: number): Promise<SavedWire> {
  const [wire] = await wiresOf(db, own, [await findSaved(db, own, id)])
  return wire!
}

async function wiresOf(db: Db, own: OfCompany, rows: readonly SavedRow[]): Promise<SavedWire[]> {
  const people = await listPeople(db, own)
  return rows.map(({ id, name, settings, format, every, day, time, reader_ids, next_at }) => ({
    ...{ id, name, settings, format, every, day, time },
    readers: people
      .filter((one) => reader_ids.includes(one.id))
      .map((one) => ({ id: one.id, name: `${one.first_name} ${one.last_name}`.trim() })),
    next_at: next_at?.toISOString() ?? null,
  }))
}
