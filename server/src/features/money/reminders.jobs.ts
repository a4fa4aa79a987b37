import { BY_HAND_METHODS } from '@laurel/domain/payment-method'
import { dueReminderDay } from '@laurel/domain/reminder-days'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { literal } from '../../database/sql.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { findSite } from '../sites/sites.repo.ts'
import { enqueueReminder } from './enqueue-reminder.ts'

type RemindKit = Pick<Kit, 'pool' | 'jobs' | 'now' | 'config'>

/** Checks daily, in the American morning, for outstanding checks and transfers. */
export const remindOfPayments = job({
  name: 'payments.remind',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '23 14 * * *',
})

/** Enqueues a reminder for every order that reached its site's next reminder day, once per day. */
export function remindingOfUnpaid({ pool, jobs, now, config }: RemindKit): Sweep {
  const look: Look = (db) => promised(db).select('o.site_id').distinct()
  return sweeps(
    remindOfPayments,
    // Waiting reminders would all arrive at once.
    async () => (config.mail === undefined ? [] : findDueSites(pool, look)),
    async (siteId) => {
      const site = await findSite(pool, siteId)
      if (site === undefined || site.money_rules.remind_after_days.length === 0) return
      await inSite(pool, siteId, async (db) => {
        for (const { id, promised_at, reminded_at, reminders_sent } of await listPromised(db, siteId)) {
          const at = now()
          const days = site.money_rules.remind_after_days
          const day = dueReminderDay(days, { promisedAt: promised_at, remindedAt: reminded_at }, at)
          if (day === undefined) continue
          await enqueueReminder(db, jobs, site, { id, reminders_sent }, { actor: 'system', at })
        }
      })
    },
  )
}

/** Orders whose promised check or transfer hasn't arrived, or only in part. */
function promised(db: Db) {
  return db
    .selectFrom('orders as o')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.site_id', '=', 'o.site_id').onRef('p.order_id', '=', 'o.id'),
    )
    .where('o.status', '=', literal('pending_payment'))
    .where('p.method_code', 'in', BY_HAND_METHODS)
    .where('p.state', '=', 'submitted')
}

function listPromised(db: Db, siteId: number) {
  return promised(db)
    .select(['o.id', 'o.reminded_at', 'o.reminders_sent', 'p.created_at as promised_at'])
    .where('o.site_id', '=', siteId)
    .orderBy('o.id')
    .execute()
}
