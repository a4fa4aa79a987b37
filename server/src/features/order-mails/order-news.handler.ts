import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { mailHtml, mailText } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { mailOrderNews } from '../mail/order-mail.jobs.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findSite } from '../sites/sites.repo.ts'
import { readOrderToTell } from './order-mails.repo.ts'
import { newsOf, type Standing, stillTrue } from './order-news-words.ts'

export function orderNewsHandler(kit: Pick<Kit, 'config' | 'pool'>, mailer: Mailer): JobHandler {
  return handles(mailOrderNews, async ({ siteId, orderId, noticeId, told }) => {
    const site = await findSite(kit.pool, siteId)
    if (site === undefined) return
    const parcelId = told.find(({ kind }) => kind === 'parcel_mailed')?.deliveryId ?? null
    const { order, standing } = await inSite(kit.pool, siteId, async (db) => ({
      order: await readOrderToTell(db, siteId, orderId),
      standing: await readStanding(db, siteId, orderId, parcelId),
    }))
    const news = stillTrue(told, order, standing)
    if (news.length === 0) return
    const url = `${siteOrigin(kit.config.publicOrigin, site)}/my-rewards?openDetails=${orderId}`
    const content = newsOf(order, news, standing, url)
    await mailer.send({
      siteId,
      fromName: site.name,
      to: order.email,
      subject: content.subject,
      text: mailText(site, content),
      html: mailHtml(site, content),
      key: `order-news-${siteId}-${noticeId}`,
    })
  })
}

/** The current state: problems may have been fixed since. */
async function readStanding(
  db: Db,
  siteId: number,
  orderId: number,
  parcelId: number | null,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(*) filter (where reward_type = 'digital' and status in ('sent', 'opened', 'claimed'))::int as mailed,
      count(*) filter (where reward_type = 'digital' and status in ('queued', 'sending'))::int as unsent,
      count(*) filter (where status = 'bounced')::int as bounced,
      count(*) filter (where status = 'returned' and reward_type = 'direct')::int as "lettersBack",
      count(*) filter (where status = 'returned' and reward_type = 'bulk')::int as "parcelsBack",
      coalesce(max(carrier) filter (where id = ${parcelId}::bigint), '') as carrier,
      coalesce(max(tracking_number) filter (where id = ${parcelId}::bigint), '') as "trackingNumber"
    from deliveries where site_id = ${siteId} and order_id = ${orderId}`.execute(db)
  return rows[0]!
}
