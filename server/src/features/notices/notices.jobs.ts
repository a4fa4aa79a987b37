import type { NoticeKind } from '@laurel/domain/notice-words'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'

/** Once a minute: the notices whose mail is due, in one mail per order. */
export const mailNotices = job({
  name: 'notices.mail',
  payload: z.unknown(),
  retries: 1,
  seconds: 120,
  cron: '* * * * *',
})

/** The most mails a sweep enqueues per site; the next one is a minute later. */
const ORDERS_AT_ONCE = 500

/** Enqueues due mails, in the transaction that marks their notices, so each is sent once. */
export function mailingNotices({ pool, jobs, now }: Pick<Kit, 'pool' | 'jobs' | 'now'>): Sweep {
  return sweeps(
    mailNotices,
    () => findDueSites(pool, (db) => dueNotices(db, now()).select('site_id').distinct()),
    (siteId) =>
      inSite(pool, siteId, async (db) => {
        for (const news of await takeDueNews(db, siteId, now())) {
          await jobs.enqueue(db, orderMail.news, { siteId, ...news })
        }
      }),
  )
}

function dueNotices(reader: Pick<Db, 'selectFrom'>, at: Date) {
  return reader.selectFrom('notices').where('mail_at', '<=', at).where('mailed_at', 'is', null)
}

/** An order's notices of one kind are due when the first of them is; later ones are included. */
function takeDueNews(db: Db, siteId: number, at: Date) {
  return db
    .with('due', (ctes) =>
      dueNotices(ctes, at)
        .select(['order_id', 'kind'])
        .where('site_id', '=', siteId)
        .groupBy(['order_id', 'kind'])
        .orderBy((eb) => eb.fn.min('id'))
        .limit(ORDERS_AT_ONCE),
    )
    .with('taken', (ctes) =>
      ctes
        .updateTable('notices as n')
        .from('due')
        .set({ mailed_at: at })
        .where('n.site_id', '=', siteId)
        .whereRef('n.order_id', '=', 'due.order_id')
        .whereRef('n.kind', '=', 'due.kind')
        .where('n.mail_at', 'is not', null)
        .where('n.mailed_at', 'is', null)
        .returning(['n.id', 'n.order_id', 'n.kind', 'n.card_count', 'n.amount_cents', 'n.delivery_id']),
    )
    .with('alike', (ctes) =>
      ctes
        .selectFrom('taken')
        .select(({ eb, fn }) => [
          'order_id',
          fn.min('id').as('id'),
          jsonBuildObject({
            kind: eb.ref('kind').$castTo<NoticeKind>(),
            cardCount: fn.sum<number>('card_count'),
            amountCents: fn.sum<number>('amount_cents'),
            deliveryId: eb.case().when(fn.countAll(), '=', 1).then(fn.min('delivery_id')).end(),
          }).as('told'),
        ])
        .groupBy(['order_id', 'kind']),
    )
    .selectFrom('alike')
    .select(({ fn }) => [
      'order_id as orderId',
      // Identifies the mail: a notice is mailed once.
      fn.min('id').as('noticeId'),
      fn.jsonAgg('told').orderBy('id').$notNull().as('told'),
    ])
    .groupBy('order_id')
    .orderBy((eb) => eb.fn.min('id'))
    .execute()
}
