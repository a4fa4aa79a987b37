import type { NoticeKind } from '@laurel/domain/notice-words'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { mailOrderNews } from '../mail/order-mail.jobs.ts'
import { forEverySite } from '../sites/every-site.ts'

/** Once a minute: notices whose mail is due, one mail for an order whatever it tells. */
export const mailNotices = job({
  name: 'notices.mail',
  payload: z.unknown(),
  retries: 1,
  seconds: 120,
  cron: '* * * * *',
})

/** The most mails a sweep enqueues per site; the next one is a minute later. */
const ORDERS_AT_ONCE = 500

export function noticeHandlers(kit: Pick<Kit, 'pool' | 'jobs' | 'now'>): JobHandler[] {
  return [handles(mailNotices, () => promiseNews(kit))]
}

/** Enqueues due mails, in the transaction that marks their notices, so each is sent once. */
export async function promiseNews({ pool, jobs, now }: Pick<Kit, 'pool' | 'jobs' | 'now'>): Promise<void> {
  await forEverySite(pool, ({ id: siteId }) =>
    inSite(pool, siteId, async (db) => {
      for (const news of await takeDueNews(db, siteId, now())) {
        await jobs.enqueue(db, mailOrderNews, { siteId, ...news })
      }
    }),
  )
}

type News = {
  orderId: number
  /** The first notice it tells of: it makes this mail one of its own. */
  noticeId: number
  told: { kind: NoticeKind; cardCount: number; amountCents: number; deliveryId: number | null }[]
}

/** An order's notices of one kind are due when the first of them is; later ones are included. */
async function takeDueNews(db: Db, siteId: number, at: Date): Promise<News[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<News>`
    with due as (
      select order_id, kind from notices
      where site_id = ${siteId} and mail_at <= ${moment} and mailed_at is null
      group by order_id, kind order by min(id) limit ${ORDERS_AT_ONCE}
    ), taken as (
      update notices n set mailed_at = ${moment} from due
      where n.site_id = ${siteId} and n.order_id = due.order_id and n.kind = due.kind
        and n.mail_at is not null and n.mailed_at is null
      returning n.id, n.order_id, n.kind, n.card_count, n.amount_cents, n.delivery_id
    ), alike as (
      select min(id) as id, order_id, kind, sum(card_count) as card_count, sum(amount_cents) as amount_cents,
        case when count(*) = 1 then min(delivery_id) end as delivery_id
      from taken group by order_id, kind
    )
    select order_id::int as "orderId", min(id)::int as "noticeId",
      jsonb_agg(jsonb_build_object('kind', kind, 'cardCount', card_count, 'amountCents', amount_cents,
        'deliveryId', delivery_id) order by id) as told
    from alike group by order_id order by min(id)`.execute(db)
  return rows
}
