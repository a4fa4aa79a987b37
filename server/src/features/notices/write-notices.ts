import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { type NoticeKind, needsAHand } from '@laurel/domain/notice-words'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** What comes back comes back one by one: its mail waits that long for the others. */
const BUNDLED_FOR_MS = 5 * 60_000

/** By the mails of their own that tell of these (features/mail/order-mail.jobs.ts). */
const MAILED_ELSEWHERE: readonly NoticeKind[] = ['order_placed', 'payment_arrived', 'order_declined']
const BUNDLED: readonly NoticeKind[] = ['cards_bounced', 'letters_returned', 'parcel_returned']

/** The delivery moves that customers are notified about. */
const TOLD: Readonly<Record<RewardType, Partial<Record<DeliveryStatus, NoticeKind>>>> = {
  digital: { bounced: 'cards_bounced' },
  direct: { mailed: 'letters_mailed', returned: 'letters_returned' },
  bulk: { mailed: 'parcel_mailed', returned: 'parcel_returned', delivered: 'parcel_arrived' },
}

/** The notice for deliveries that reached a state, if any. */
export function noticeOfMove(type: RewardType, to: DeliveryStatus): NoticeKind | undefined {
  return TOLD[type][to]
}

/**
 * Tells customers of deliveries in the statement that moves them, once for each order.
 *
 * @param moved a query's name: rows with id, order_id and card_count
 */
export function noticesOf(siteId: number, kind: NoticeKind, moved: RawBuilder<unknown>, at: Date) {
  return sql`insert into notices (site_id, customer_id, order_id, kind, delivery_id, card_count, created_at, mail_at)
      select o.site_id, o.customer_id, o.id, ${kind}::text, case when count(*) = 1 then min(m.id) end,
        sum(m.card_count), ${moment(at)}, ${mailAt(kind, at)}
      from ${moved} m join orders o on o.site_id = ${siteId}::bigint and o.id = m.order_id
      group by o.site_id, o.customer_id, o.id`
}

/** Writes a notice about an order. */
export async function tellCustomer(
  db: Db,
  siteId: number,
  told: { orderId: number; kind: NoticeKind; amountCents?: number; at: Date },
): Promise<void> {
  const { orderId, kind, amountCents = 0, at } = told
  await sql`insert into notices (site_id, customer_id, order_id, kind, amount_cents, created_at, mail_at)
    select o.site_id, o.customer_id, o.id, ${kind}::text, ${amountCents}::bigint, ${moment(at)}, ${mailAt(kind, at)}
    from orders o where o.site_id = ${siteId} and o.id = ${orderId}`.execute(db)
}

/**
 * Tells once that the cards by email have left, when every one of them was tried: one that a mail server
 * puts off for days does not hold back the news of the others.
 */
export async function tellCardsSent(db: Db, siteId: number, orderId: number, at: Date): Promise<void> {
  const digital = sql`select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
    and d.reward_type = 'digital'`
  // Orders approved before notices existed were delivered long ago.
  const known = sql`select from notices n where n.site_id = o.site_id and n.customer_id = o.customer_id
    and n.order_id = o.id`
  await sql`insert into notices (site_id, customer_id, order_id, kind, card_count, created_at, mail_at)
    select o.site_id, o.customer_id, o.id, 'cards_sent',
      (select sum(d.card_count) from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.reward_type = 'digital' and d.sent_at is not null and d.status <> 'bounced'),
      ${moment(at)}, ${mailAt('cards_sent', at)}
    from orders o where o.site_id = ${siteId} and o.id = ${orderId}
      and not exists (${known} and n.kind = 'cards_sent') and exists (${known} and n.kind = 'order_approved')
      and not exists (${digital} and d.status in ('queued', 'sending') and d.tries = 0 and d.sent_at is null)
      and exists (${digital} and d.sent_at is not null and d.status <> 'bounced')
    on conflict (site_id, order_id, kind) where kind in ('cards_sent', 'all_arrived') do nothing`.execute(db)
}

/** Notices about problems count as seen once all of them are fixed, by the customer or the office. */
export async function settleNotices(
  db: Db,
  siteId: number,
  settled: { type: RewardType; from: DeliveryStatus; orderIds: readonly number[]; at: Date },
): Promise<void> {
  const { type, from, orderIds, at } = settled
  const kind = noticeOfMove(type, from)
  if (kind === undefined || !needsAHand(kind) || orderIds.length === 0) return
  await sql`update notices n set seen_at = ${moment(at)}
    where n.site_id = ${siteId} and n.order_id = any(${[...new Set(orderIds)]}::bigint[]) and n.kind = ${kind}
      and n.seen_at is null
      and not exists (select from deliveries d where d.site_id = n.site_id and d.order_id = n.order_id
        and d.reward_type = ${type} and d.status = ${from})`.execute(db)
}

/** The first of the two keys of the advisory lock; the second is the order. */
const ARRIVAL_LOCK = 7_236_024

/**
 * Notifies once that an order's cards have all arrived. The last two may arrive at the same moment: the second
 * waits for the first and sees it. A parcel alone has its own notice.
 */
export async function tellAllArrived(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
  at: Date,
): Promise<void> {
  const ids = sql`${[...orderIds]}::bigint[]`
  await sql`select pg_advisory_xact_lock(${sql.lit(ARRIVAL_LOCK)}, id::int)
    from (select distinct id from unnest(${ids}) as t (id) order by id) as sorted`.execute(db)
  const some = sql`select from deliveries d where d.site_id = o.site_id and d.order_id = o.id`
  await sql`insert into notices (site_id, customer_id, order_id, kind, created_at, mail_at)
    select o.site_id, o.customer_id, o.id, 'all_arrived', ${moment(at)}, ${mailAt('all_arrived', at)}
    from orders o where o.site_id = ${siteId} and o.id = any(${ids}) and o.planned_at is not null
      and exists (${some} and d.reward_type <> 'bulk' and d.status in ('claimed', 'delivered'))
      and not exists (${some} and d.status in ('queued', 'sending', 'sent', 'opened', 'bounced', 'printing',
        'mailed', 'returned'))
    on conflict (site_id, order_id, kind) where kind in ('cards_sent', 'all_arrived') do nothing`.execute(db)
}

function moment(at: Date) {
  return sql`${at.toISOString()}::timestamptz`
}

function mailAt(kind: NoticeKind, at: Date) {
  if (MAILED_ELSEWHERE.includes(kind)) return sql`null::timestamptz`
  return moment(BUNDLED.includes(kind) ? new Date(at.getTime() + BUNDLED_FOR_MS) : at)
}
