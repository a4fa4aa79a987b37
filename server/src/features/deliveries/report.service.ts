import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { moveDeliveries } from './delivery-moves.ts'
import { type ReportedRecipient, readDeliveryReport } from './delivery-report.ts'
import { wordsOfStatus } from './mail-outcome.ts'

/** Which sending a message of ours was, by the name it was given. */
const OUR_MESSAGE = /^<card-(\d{1,15})-(\d{1,15})-(\d{1,6})@/

/**
 * Takes a report that a card's mail did not arrive. A report about an earlier sending, or about a card
 * that was looked at since, changes nothing.
 */
export async function takeReport(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  siteId: number,
  raw: string,
): Promise<{ recognized: number; bounced: number }> {
  const report = readDeliveryReport(raw)
  const [, site, delivery, attempt] = OUR_MESSAGE.exec(report?.messageId ?? '') ?? []
  if (report === undefined || Number(site) !== siteId) return { recognized: 0, bounced: 0 }
  return inSite(pool, siteId, async (db) => {
    const { rows } = await sql<{ status: DeliveryStatus }>`select status from deliveries
      where site_id = ${siteId} and id = ${Number(delivery)} and attempt = ${Number(attempt)}
        and reward_type = 'digital' for update`.execute(db)
    const [found] = rows
    if (found === undefined) return { recognized: 0, bounced: 0 }
    const failure = report.recipients.find(({ action }) => action === 'failed')
    const stands = found.status === 'sent' || found.status === 'sending'
    if (failure === undefined || !stands) return { recognized: report.recipients.length, bounced: 0 }
    await bounce(db, siteId, Number(delivery), found.status, failure, now())
    return { recognized: report.recipients.length, bounced: 1 }
  })
}

async function bounce(
  db: Db,
  siteId: number,
  id: number,
  from: DeliveryStatus,
  { status, diagnostic }: ReportedRecipient,
  at: Date,
) {
  const replyCode = Number(/^\d{3}/.exec(diagnostic)?.[0] ?? 550)
  const code = status === '' ? String(replyCode) : status
  const words = wordsOfStatus(status, replyCode)
  await moveDeliveries(db, siteId, {
    ids: [id],
    type: 'digital',
    from,
    to: 'bounced',
    set: sql`problem_code = ${code}, problem = ${words}, bounced_at = ${at.toISOString()}::timestamptz`,
    facts: { code, reported: true },
    actor: 'mail server',
    at,
  })
}
