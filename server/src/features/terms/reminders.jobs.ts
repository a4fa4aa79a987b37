import { isReminderDue } from '@laurel/domain/company-terms'
import { dayIn } from '@laurel/domain/day-in'
import * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { lockTerms, openInvoices } from '../ledger/company-terms.ts'
import { findSite } from '../sites/sites.repo.ts'
import { remind } from './remind.ts'
import { findCompany } from './terms.repo.ts'

/** Checks daily, in the American morning, for invoices that are due soon or overdue. */
export const remindOfInvoices = job({
  name: 'terms.remind',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '37 14 * * *',
})

/** Reminds every company of which an open invoice reached a reminder day, once per day. */
export function remindingOfInvoices({
  pool,
  jobs,
  now,
  config,
}: Pick<Kit, 'pool' | 'jobs' | 'now' | 'config'>): Sweep {
  const look: Look = (db) =>
    db
      .selectFrom('company_terms')
      .select('site_id')
      .distinct()
      .where((eb) => eb('open_cents', '>', eb.lit(0)))
  return sweeps(
    remindOfInvoices,
    // Waiting reminders would all arrive at once.
    async () => (config.mail === undefined ? [] : findDueSites(pool, look)),
    async (siteId) => {
      const site = await findSite(pool, siteId)
      if (site === undefined) return
      const { terms_remind_before_days: beforeDays, terms_remind_after_days: afterDays } = site.money_rules
      const companies = await inSite(pool, siteId, (db) =>
        db
          .selectFrom('company_terms')
          .select('company_id')
          .where('site_id', '=', siteId)
          .where('open_cents', '>', 0)
          .orderBy('company_id')
          .execute(),
      )
      for (const { company_id: companyId } of companies) {
        await inSite(pool, siteId, async (db) => {
          const at = now()
          const { timeZone } = await findCompany(db, site, companyId)
          const terms = await lockTerms(db, siteId, companyId)
          const due = await openInvoices(db, siteId)
            .select('o.due_on')
            .distinct()
            .where('o.company_id', '=', companyId)
            .execute()
          const days = due.flatMap(({ due_on }) => due_on ?? [])
          const today = dayIn(at, timeZone)
          const reminders = { beforeDays, afterDays }
          if (terms === undefined) return
          if (!isReminderDue(days, reminders, { today, remindedOn: terms.reminded_on })) return
          await remind(db, { jobs }, terms, { today, actor: 'system', at })
        })
        crashPoint('terms.reminded')
      }
    },
  )
}
