import {
  MAX_REPORTS_AT_ONCE,
  REPORT_FILE_DAYS,
  REPORT_KIND_WORDS,
  type ReportDays,
  type ReportFormat,
} from '@laurel/domain/company-reports'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { addFile, filesOf, type Settings } from './report-files.repo.ts'
import { makeReport } from './report-jobs.ts'
import { scopeOf } from './reports.ts'

const DAY_MS = 86_400_000

export type AskedFile = {
  companyId: number
  /** Who asks for it; null for a schedule. */
  customerId: number | null
  settings: Settings
  format: ReportFormat
  /** The saved report that it's made for, and when it was due. */
  saved?: { id: number; name: string; dueAt?: Date }
}

/** Enqueues a file of a report. @returns its ID; undefined if a schedule's was made before */
export async function enqueueFile(
  db: Db,
  { jobs, now }: Pick<Kit, 'jobs' | 'now'>,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  { companyId, customerId, settings, format, saved }: AskedFile,
): Promise<number | undefined> {
  const at = now()
  const { days } = await scopeOf(db, site, companyId, settings, saved?.dueAt ?? at)
  const id = await addFile(db, {
    site_id: site.id,
    company_id: companyId,
    customer_id: customerId,
    name: fileName(saved?.name ?? REPORT_KIND_WORDS[settings.kind].label, days),
    settings: { ...settings, days },
    format,
    saved_id: saved?.id ?? null,
    due_at: saved?.dueAt ?? null,
    created_at: at,
    expires_at: new Date(at.getTime() + REPORT_FILE_DAYS * DAY_MS),
  })
  if (id !== undefined) await jobs.enqueue(db, makeReport, { siteId: site.id, fileId: id })
  return id
}

/** @throws {Refusal} `limit_exceeded` while too many files of a company are being made */
export async function assertRoom(db: Db, siteId: number, companyId: number, at: Date): Promise<void> {
  const { count } = await filesOf(db, siteId, companyId, at)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('f.state', 'in', ['waiting', 'making'])
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_REPORTS_AT_ONCE) {
    throw new Refusal('limit_exceeded', { limit: `${MAX_REPORTS_AT_ONCE} reports at the same time` })
  }
}

/** `Spend 2026-10-01 to 2026-10-31`. */
function fileName(name: string, { from, until }: ReportDays): string {
  if (from === undefined) return until === undefined ? name : `${name} until ${until}`
  if (until === undefined) return `${name} since ${from}`
  return from === until ? `${name} ${from}` : `${name} ${from} to ${until}`
}
