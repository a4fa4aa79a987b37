import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/**
 * Enqueues a payment reminder and records it in the audit log. Of two concurrent callers, the first sends it.
 *
 * @param order with the number of reminders sent when it was read
 * @returns false if another caller sent it, or the payment is no longer outstanding
 */
export async function enqueueReminder(
  db: Db,
  jobs: Kit['jobs'],
  site: SiteRow,
  order: Pick<OrderRow, 'id' | 'reminders_sent'>,
  { actor, at }: { actor: string; at: Date },
): Promise<boolean> {
  const nth = order.reminders_sent + 1
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ reminded_at: at, reminders_sent: nth })
    .where('site_id', '=', site.id)
    .where('id', '=', order.id)
    .where('status', '=', 'pending_payment')
    .where('reminders_sent', '=', order.reminders_sent)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await jobs.enqueue(db, orderMail.reminded, { siteId: site.id, orderId: order.id, nth })
  record(db, site.id, { actor, event: 'order.reminded', subject: `order:${order.id}`, facts: { nth }, at })
  return true
}
