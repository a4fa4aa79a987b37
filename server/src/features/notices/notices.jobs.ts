import type { NoticeKind } from '@laurel/domain/notice-words'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { findSite } from '../sites/sites.repo.ts'
import { deferToDigest, digestsDue, skipUnwanted, takeDigests, takeMailed } from './digests.repo.ts'
import { mailNews } from './news-mail.jobs.ts'
import { isMailedAtOnce } from './notice-choice.ts'

/** Once a minute: the notices whose mail is due, in one mail per order, and daily summaries. */
export const mailNotices = job({
  name: 'notices.mail',
  payload: z.unknown(),
  retries: 1,
  seconds: 120,
  cron: '* * * * *',
})

/** The most mails a sweep enqueues per site; the next one is a minute later. */
const ORDERS_AT_ONCE = 500

/**
 * Enqueues due mails, in the transaction that marks their notices, so each is sent once. What a person wants daily
 * waits for 8:00 in their time zone, when it's due with everything else of the day.
 */
export function mailingNotices({ pool, jobs, now }: Pick<Kit, 'pool' | 'jobs' | 'now'>): Sweep {
  return sweeps(
    mailNotices,
    () =>
      findDueSites(pool, (db) =>
        dueNotices(db, now()).select('site_id').union(digestsDue(db, now()).select('site_id')),
      ),
    async (siteId) => {
      const site = await findSite(pool, siteId)
      if (site === undefined) return
      await inSite(pool, siteId, async (db) => {
        const at = now()
        await deferToDigest(db, site, at)
        await skipUnwanted(db, siteId, at)
        for (const news of await takeDueNews(db, siteId, at)) {
          await jobs.enqueue(db, orderMail.news, { siteId, ...news })
        }
        for (const news of await takeMailed(db, siteId, at))
          await jobs.enqueue(db, mailNews, { siteId, ...news })
        for (const digest of await takeDigests(db, site, at)) {
          await jobs.enqueue(db, mailNews, { siteId, ...digest })
        }
      })
    },
  )
}

function dueNotices(reader: Pick<Db, 'selectFrom'>, at: Date) {
  return reader.selectFrom('notices as n').where('n.mail_at', '<=', at).where('n.mailed_at', 'is', null)
}

/** An order's notices of one kind are due when the first of them is; later ones are included. */
function takeDueNews(db: Db, siteId: number, at: Date) {
  return db
    .with('due', (ctes) =>
      dueNotices(ctes, at)
        .select(['order_id', 'kind'])
        .where('site_id', '=', siteId)
        .where('order_id', 'is not', null)
        .where('in_digest', '=', false)
        .where(isMailedAtOnce)
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
        .where('n.in_digest', '=', false)
        .where(isMailedAtOnce)
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
    .select(({ fn, ref }) => [
      ref('order_id').$notNull().as('orderId'),
      // Identifies the mail: a notice is mailed once.
      fn.min('id').as('noticeId'),
      fn.jsonAgg('told').orderBy('id').$notNull().as('told'),
    ])
    .groupBy('order_id')
    .orderBy((eb) => eb.fn.min('id'))
    .execute()
}
