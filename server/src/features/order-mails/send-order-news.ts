import { type NoticeKind, needsAttention } from '@laurel/domain/notice-words'
import { notificationKindOf } from '@laurel/domain/notification-kinds'
import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { literal, literals } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { orderMail } from '../mail/order-mail.jobs.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { unsubscribe } from '../mail/unsubscribe.ts'
import { findSite } from '../sites/sites.repo.ts'
import { arrivalOfNews, cardParts, type PictureKit, paintOrderCards, readOrderCards } from './order-cards.ts'
import { readOrderToTell } from './order-mails.repo.ts'
import { MOST_NAMED, newsOf, peopleToFix, type Standing, stillTrue, typesOf } from './order-news-words.ts'

export async function sendOrderNews(
  kit: Pick<Kit, 'config' | 'pool' | 'keys' | 'now'> & PictureKit,
  mailer: Mailer,
  { siteId, orderId, noticeId, told }: z.output<typeof orderMail.news.payload>,
): Promise<void> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  const parcelId = told.find(({ kind }) => kind === 'parcel_mailed')?.deliveryId ?? null
  const found = await inSite(kit.pool, siteId, async (db) => {
    const order = await readOrderToTell(db, siteId, orderId)
    if (order === undefined) return undefined
    const standing = await readStanding(db, siteId, orderId, parcelId)
    const news = stillTrue(told, order, standing)
    if (news.length === 0) return undefined
    const toFix = news.some(({ kind }) => needsAttention(kind)) ? await listToFix(db, siteId, orderId) : []
    const cards = isAboutCards(news) ? await readOrderCards(db, siteId, order, typesOf(news)) : undefined
    return { order, standing, news, toFix, cards }
  })
  if (found === undefined) return
  const { order, standing, news, toFix, cards } = found
  const i18n = textsOf(languageFor(site, order.language))
  const pictures = cards ? await paintOrderCards(kit, site, cards) : []
  const shown = cards
    ? cardParts(i18n, cards, pictures, arrivalOfNews(i18n, site, kit.now(), news))
    : peopleToFix(i18n, toFix, standing.bounced + standing.lettersBack + standing.parcelsBack)
  const url = `${siteOrigin(kit.config.publicOrigin, site)}/my-rewards?openDetails=${orderId}`
  const content = newsOf(i18n, { site, order, news, standing, url, shown })
  const kinds = [...new Set(news.flatMap(({ kind }) => notificationKindOf(kind) ?? []))]
  const stop = unsubscribe(kit, site, { customerId: order.customer_id, kinds })
  await mailer.send({
    ...siteMail(site, { ...content, unsubscribeUrl: stop.url }),
    to: order.email,
    headers: stop.headers,
    pictures,
    key: `order-news-${siteId}-${noticeId}`,
  })
}

/** News of problems names people instead, and news of money has neither. */
function isAboutCards(news: readonly { kind: NoticeKind }[]): boolean {
  return !news.some(({ kind }) => needsAttention(kind) || kind === 'refunded')
}

function listToFix(db: Db, siteId: number, orderId: number) {
  return db
    .selectFrom('deliveries')
    .select(['reward_type', 'first_name', 'last_name', 'email', 'address1', 'city', 'state', 'zip'])
    .select(['problem', 'value_cents'])
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('status', 'in', literals('bounced', 'returned'))
    .orderBy('id')
    .limit(MOST_NAMED)
    .execute()
}

/** The current state: problems may have been fixed since. */
function readStanding(db: Db, siteId: number, orderId: number, parcelId: number | null): Promise<Standing> {
  return db
    .selectFrom('deliveries')
    .select(({ and, eb, fn }) => {
      const count = (conditions: Expression<SqlBool>[]) => fn.countAll<number>().filterWhere(and(conditions))
      const isDigital = eb('reward_type', '=', 'digital')
      const isReturned = eb('status', '=', 'returned')
      return [
        count([isDigital, eb('status', 'in', ['sent', 'opened', 'claimed'])]).as('mailed'),
        count([isDigital, eb('status', 'in', ['queued', 'sending'])]).as('unsent'),
        count([eb('status', '=', 'bounced')]).as('bounced'),
        count([isReturned, eb('reward_type', '=', 'direct')]).as('lettersBack'),
        count([isReturned, eb('reward_type', '=', 'bulk')]).as('parcelsBack'),
        fn.coalesce(fn.max('carrier').filterWhere('id', '=', parcelId), literal('')).as('carrier'),
        fn
          .coalesce(fn.max('tracking_number').filterWhere('id', '=', parcelId), literal(''))
          .as('trackingNumber'),
      ]
    })
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}
