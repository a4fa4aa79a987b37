import type { getCompanyReport, ReportFile } from '@laurel/contract/company-reports'
import type { ReportFormat } from '@laurel/domain/company-reports'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Download } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { changeCompany } from '../companies/change-company.ts'
import { inCompany, type OfCompany } from '../companies/companies.repo.ts'
import { openSealed } from '../files/sealed-file.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertRoom, enqueueFile } from './enqueue-file.ts'
import type { Cell, Scope } from './report.ts'
import { type FileRow, filesOf, listFiles, removeFiles, type Settings } from './report-files.repo.ts'
import { reports, scopeOf } from './reports.ts'

export type ReportKit = Pick<Kit, 'pool' | 'files' | 'keys' | 'jobs' | 'now'>
type ReportWire = z.input<typeof getCompanyReport.response>
type FileWire = z.input<typeof ReportFile>

/** Rows that the screen shows. */
const FIRST_ROWS = 50

/**
 * The first rows of a report, and its totals.
 *
 * @throws {Refusal} `registration_incomplete`
 */
export function readReport(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Customer,
  settings: Settings,
): Promise<ReportWire> {
  const { company } = inCompany(actor)
  return inSite(pool, site.id, async (db) => {
    const scope = await scopeOf(db, site, company.id, settings, now())
    const report = reports[settings.kind]
    const rows: Cell[][] = []
    for await (const page of report.pages((work) => work(db), scope, FIRST_ROWS + 1)) {
      rows.push(...page)
      if (rows.length > FIRST_ROWS) break
    }
    return {
      time_zone: scope.timeZone,
      from: scope.days.from ?? null,
      until: scope.days.until ?? null,
      columns: report.columns(scope),
      rows: rows.slice(0, FIRST_ROWS),
      has_more: rows.length > FIRST_ROWS,
      totals: await report.totals(db, scope),
      groups: settings.kind === 'spend' ? groupsOf(scope) : [],
    }
  })
}

function groupsOf({ fields }: Scope) {
  return [
    { by: 'month', title: 'Month' },
    { by: 'person', title: 'Person' },
    ...fields.map(({ id, name }) => ({ by: `field:${id}`, title: name })),
  ]
}

/** @throws {Refusal} `registration_incomplete` */
export function listReportFiles(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
): Promise<FileWire[]> {
  const { siteId, company } = inCompany(actor)
  return inSite(pool, siteId, async (db) => (await listFiles(db, siteId, company.id, now())).map(fileWire))
}

function fileWire({
  first_name,
  last_name,
  settings: { days: _, ...settings },
  ...row
}: FileRow & { first_name: string | null; last_name: string | null }): FileWire {
  return {
    id: row.id,
    name: row.name,
    settings,
    format: row.format,
    state: row.state,
    rows: row.row_count,
    bytes: row.bytes,
    by: row.customer_id === null ? '' : `${first_name} ${last_name}`.trim(),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** @throws {Refusal} `limit_exceeded` while too many are being made; `not_allowed`; `company_left` */
export function makeReportFile(
  kit: ReportKit,
  site: SiteRow,
  actor: Customer,
  { format, ...settings }: Settings & { format: ReportFormat },
): Promise<FileWire> {
  return changeCompany(kit, actor, 'reports.see', async (db, own) => {
    const { siteId, company, customerId } = own
    await assertRoom(db, siteId, company.id, kit.now())
    const id = await enqueueFile(db, kit, site, { companyId: company.id, customerId, settings, format })
    return readFileWire(db, own, id!, kit.now())
  })
}

export async function readFileWire(
  db: Db,
  { siteId, company }: OfCompany,
  id: number,
  at: Date,
): Promise<FileWire> {
  return fileWire((await listFiles(db, siteId, company.id, at)).find((one) => one.id === id)!)
}

/**
 * Removes a file. One that is being made stops, and leaves nothing.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `company_left`
 */
export async function removeReportFile(kit: ReportKit, actor: Customer, id: number): Promise<void> {
  const keys = await changeCompany(kit, actor, 'reports.see', async (db, { siteId, company }) => {
    await findFile(db, siteId, company.id, { id, at: kit.now() })
    return removeFiles(db, siteId, [id])
  })
  for (const key of keys) if (key !== '') await kit.files.remove(key)
}

/** @throws {Refusal} `not_found` once it expired, or until it's ready */
export async function downloadReport(kit: ReportKit, actor: Customer, id: number): Promise<Download> {
  const { siteId, company } = inCompany(actor)
  const file = await inSite(kit.pool, siteId, (db) => findFile(db, siteId, company.id, { id, at: kit.now() }))
  if (file.state !== 'ready') throw new Refusal('not_found')
  const stream = await openSealed(kit.files, kit.keys.dataSeal, file.key, file.seal)
  return { stream, contentType: CONTENT_TYPES[file.format], fileName: `${file.name}.${file.format}` }
}

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** @throws {Refusal} `not_found` */
async function findFile(db: Db, siteId: number, companyId: number, { id, at }: { id: number; at: Date }) {
  const row = await filesOf(db, siteId, companyId, at)
    .selectAll('f')
    .where('f.id', '=', id)
    .$narrowType<Pick<FileRow, 'format'>>()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}
