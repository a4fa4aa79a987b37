import { dayIn } from '@laurel/domain/day-in'
import type { OrderField } from '@laurel/domain/order-fields'
import { Refusal } from '@laurel/domain/refusal'
import { reportDays } from '@laurel/domain/reports'
import type { Db } from '../../database/database.ts'
import { orderFieldsOf } from '../companies/own-companies.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { cardsReport, unclaimedReport } from './card-rows.ts'
import { companiesReport } from './company-rows.ts'
import { deliveriesReport } from './delivery-rows.ts'
import { ledgerReport } from './ledger-rows.ts'
import { liabilityReport } from './liability-rows.ts'
import { ordersReport } from './order-rows.ts'
import { paymentsReport } from './payment-rows.ts'
import { zoneOf } from './readers.ts'
import { paymentsReceivedReport } from './received-rows.ts'
import { refundsReport } from './refund-rows.ts'
import type { Owner, Reports, Scope } from './report.ts'
import type { Settings } from './report-files.repo.ts'
import { peopleReport, spendReport } from './spend-rows.ts'
import { form1099Report, payrollReport } from './year-end-rows.ts'

export const reports: Reports = {
  orders: ordersReport,
  cards: cardsReport,
  people: peopleReport,
  spend: spendReport,
  unclaimed: unclaimedReport,
  payroll: payrollReport,
  form_1099: form1099Report,
  payments: paymentsReport,
  refunds: refundsReport,
  payments_received: paymentsReceivedReport,
  ledger: ledgerReport,
  deliveries: deliveriesReport,
  companies: companiesReport,
  liability: liabilityReport,
}

/**
 * What a report reads, with the days that its range means now in its owner's time zone.
 *
 * @throws {Refusal} `not_found` without the company
 */
export async function scopeOf(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  owner: Owner,
  settings: Settings & { days?: Scope['days'] },
  at: Date,
): Promise<Scope> {
  const companyId = owner.companyId ?? settings.company_id
  const timeZone = await zoneOf(db, site, owner)
  return {
    siteId: site.id,
    companyId,
    isForStaff: owner.companyId === null,
    timeZone,
    days: settings.days ?? reportDays(settings.range, dayIn(at, timeZone), settings),
    status: settings.status,
    fields: companyId === undefined ? [] : await readFields(db, site.id, companyId),
    by: settings.by ?? 'month',
    at,
  }
}

async function readFields(db: Db, siteId: number, companyId: number): Promise<readonly OrderField[]> {
  const company = await orderFieldsOf(db, { siteId, companyId }).executeTakeFirst()
  if (company === undefined) throw new Refusal('not_found')
  return company.order_fields
}
