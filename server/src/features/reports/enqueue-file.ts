import { tidyLine } from '@laurel/domain/printable-text'
import { Refusal } from '@laurel/domain/refusal'
import {
  MAX_REPORTS_AT_ONCE,
  REPORT_FILE_DAYS,
  REPORT_KIND_WORDS,
  type ReportDays,
  type ReportFormat,
} from '@laurel/domain/reports'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { Owner } from './report.ts'
import { addFile, filesOf, type Settings } from './report-files.repo.ts'
import { makeReport } from './report-jobs.ts'
import type { ReportUser } from './report-users.ts'
import { scopeOf } from './reports.ts'

const DAY_MS = 86_400_000

export type AskedFile = {
  owner: Owner
  /** Who asks for it; undefined for a schedule. */
  user?: ReportUser
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
  { owner, user, settings, format, saved }: AskedFile,
): Promise<number | undefined> {
  const at = now()
  const { days } = await scopeOf(db, site, owner, settings, saved?.dueAt ?? at)
  const id = await addFile(db, {
    site_id: site.id,
    company_id: owner.companyId,
    customer_id: user?.customerId ?? null,
    asked_by: user?.by ?? '',
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

/** @throws {Refusal} `limit_exceeded` while too many files of an owner are being made */
export async function assertRoom(db: Db, owner: Owner, at: Date): Promise<void> {
  const { count } = await filesOf(db, owner, at)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('f.state', 'in', ['waiting', 'making'])
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_REPORTS_AT_ONCE) {
    throw new Refusal('limit_exceeded', {
      limit: MAX_REPORTS_AT_ONCE,
      of: /*i18n*/ '{limit, number} reports at the same time',
    })
  }
}

/** `Spend 2026-10-01 to 2026-10-31`, without invisible characters, which could turn the name around. */
function fileName(given: string, { from, until }: ReportDays): string {
  const name = tidyLine(given)
  if (from === undefined) return until === undefined ? name : `${name} until ${until}`
  if (until === undefined) return `${name} since ${from}`
  return from === until ? `${name} ${from}` : `${name} ${from} to ${until}`
}
