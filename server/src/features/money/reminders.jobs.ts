import { BY_HAND_METHODS } from '@laurel/domain/payment-method'
import { dueReminderDay } from '@laurel/domain/reminder-days'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { forEverySite } from '../sites/every-site.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { enqueueReminder } from './enqueue-reminder.ts'

type RemindKit = Pick<Kit, 'pool' | 'jobs' | 'now'>

/** Checks daily, in the American morning, for outstanding checks and transfers. */
export const remindOfPayments = job({
  name: 'payments.remind',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '23 14 * * *',
})

export function reminderHandler(kit: RemindKit): JobHandler {
  return handles(remindOfPayments, () => remindOfUnpaid(kit))
}

/** Enqueues a reminder for every order that reached its site's next reminder day, once per day. */
export async function remindOfUnpaid({ pool, jobs, now }: RemindKit): Promise<void> {
  await forEverySite(pool, async (site) => {
    const days = site.money_rules.remind_after_days
    if (days.length === 0) return
    await inSite(pool, site.id, async (db) => {
      for (const { id, promised_at, reminded_at, reminders_sent } of await listPromised(db, site)) {
        const at = now()
        const day = dueReminderDay(days, { promisedAt: promised_at, remindedAt: reminded_at }, at)
        if (day === undefined) continue
        await enqueueReminder(db, jobs, site, { id, reminders_sent }, { actor: 'system', at })
      }
    })
  })
}

/** Orders whose promised check or transfer hasn't arrived, or only in part. */
function listPromised(db: Db, site: SiteRow) {
  return db
    .selectFrom('orders as o')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.site_id', '=', 'o.site_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['o.id', 'o.reminded_at', 'o.reminders_sent', 'p.created_at as promised_at'])
    .where('o.site_id', '=', site.id)
    .where('o.status', '=', 'pending_payment')
    .where('p.method_code', 'in', BY_HAND_METHODS)
    .where('p.state', '=', 'submitted')
    .orderBy('o.id')
    .execute()
}
