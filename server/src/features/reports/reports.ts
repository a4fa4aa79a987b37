import { reportDays } from '@laurel/domain/company-reports'
import { dayIn } from '@laurel/domain/day-in'
import type { OrderField } from '@laurel/domain/order-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { cardsReport, unclaimedReport } from './card-rows.ts'
import { ordersReport } from './order-rows.ts'
import type { Reports, Scope } from './report.ts'
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
}

/**
 * What a report reads, with the days that its range means now in the company's time zone.
 *
 * @throws {Refusal} `not_found`
 */
export async function scopeOf(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  companyId: number,
  settings: Settings & { days?: Scope['days'] },
  at: Date,
): Promise<Scope> {
  const company = await db
    .selectFrom('companies')
    .select(({ ref }) => ['time_zone', ref('order_fields').$castTo<OrderField[]>().as('fields')])
    .where('site_id', '=', site.id)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (company === undefined) throw new Refusal('not_found')
  const timeZone = company.time_zone ?? site.time_zone
  return {
    siteId: site.id,
    companyId,
    timeZone,
    days: settings.days ?? reportDays(settings.range, dayIn(at, timeZone), settings),
    fields: company.fields,
    by: settings.by ?? 'month',
    at,
  }
}
