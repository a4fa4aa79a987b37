import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { lockUntilCommit } from '../../database/sql.ts'
import type { Customer, Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changeCompany } from '../companies/change-company.ts'
import { inCompany } from '../companies/companies.repo.ts'
import type { Owner } from './report.ts'

/** Who works with reports: one of a company's people with their company's, or staff with the site's. */
export type ReportUser = Owner & {
  /** `customer:5`, `staff:2`, as in the audit log. */
  by: string
  customerId: number | null
  /** Changes one at a time for each owner. */
  change: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/**
 * A person of a company. Whether they may is read again under the company's lock.
 *
 * @throws {Refusal} `registration_incomplete` without a company
 */
export function personOfCompany(kit: Pick<Kit, 'pool'>, actor: Customer): ReportUser {
  const { siteId, customerId, company } = inCompany(actor)
  return {
    ...{ siteId, customerId, companyId: company.id, by: `customer:${customerId}` },
    change: (work) => changeCompany(kit, actor, 'reports.see', work),
  }
}

export function staffMember({ pool }: Pick<Kit, 'pool'>, { siteId, by }: Staff): ReportUser {
  return {
    ...{ siteId, by, companyId: null, customerId: null },
    change: (work) =>
      inSite(pool, siteId, async (db) => {
        await lockUntilCommit(db, siteId, 'reports')
        return work(db)
      }),
  }
}

const EVENTS = {
  changed: ['company.report_changed', 'report.changed'],
  exported: ['company.report_exported', 'report.exported'],
  failed: ['company.report_failed', 'report.failed'],
  removed: ['company.report_removed', 'report.removed'],
  saved: ['company.report_saved', 'report.saved'],
} as const satisfies Readonly<Record<string, readonly [ofCompany: AuditEventName, ofStaff: AuditEventName]>>

type Noted = { by: string; facts: AuditFacts; at: Date }

/** Records what happened to a report in the company's activity, or the office's audit log. */
export function noteReport(
  db: Db,
  { siteId, companyId }: Owner,
  what: keyof typeof EVENTS,
  { by: actor, facts, at }: Noted,
): void {
  const [ofCompany, ofStaff] = EVENTS[what]
  const about =
    companyId === null
      ? { event: ofStaff, subject: '' }
      : { event: ofCompany, subject: `company:${companyId}` }
  record(db, siteId, { ...about, actor, facts, at })
}
