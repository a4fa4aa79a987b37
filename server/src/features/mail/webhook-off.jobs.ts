import { randomUUID } from 'node:crypto'
import { mayStaff } from '@laurel/domain/staff-roles'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { findSite } from '../sites/sites.repo.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './pool-site.ts'

/** One job per person, so that one failed mail doesn't repeat the others. */
export const mailWebhookOff = job({
  name: 'mail.webhook-off',
  payload: z.object({ siteId: z.number(), endpointId: z.number(), staffId: z.number(), key: z.string() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Enqueues a mail to everyone who can edit the site: an endpoint was turned off automatically. */
export async function enqueueWebhookOffMails(
  db: Db,
  { jobs }: Pick<Kit, 'jobs'>,
  siteId: number,
  endpointId: number,
): Promise<void> {
  const staff = await db
    .selectFrom('staff_accounts')
    .select(['id', 'role'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .execute()
  for (const { id: staffId } of staff.filter(({ role }) => mayStaff(role, 'site.edit'))) {
    await jobs.enqueue(db, mailWebhookOff, { siteId, endpointId, staffId, key: `webhook-${randomUUID()}` })
  }
}

export function webhookOffHandler(kit: Pick<Kit, 'config' | 'pool'>, mailer: Mailer): JobHandler {
  return handles(mailWebhookOff, async ({ siteId, endpointId, staffId, key }) => {
    const site = await findSite(kit.pool, siteId)
    const [endpoint, person] = await inSite(kit.pool, siteId, (db) =>
      Promise.all([
        db
          .selectFrom('webhook_endpoints')
          .select(['url', 'off_reason'])
          .where('site_id', '=', siteId)
          .where('id', '=', endpointId)
          .where('enabled', '=', false)
          .executeTakeFirst(),
        db
          .selectFrom('staff_accounts')
          .select('email')
          .where('site_id', '=', siteId)
          .where('id', '=', staffId)
          .where('active', '=', true)
          .executeTakeFirst(),
      ]),
    )
    // Turned on again, or removed: there's nothing to report.
    if (site === undefined || endpoint === undefined || person === undefined) return
    const url = `${siteOrigin(kit.config.publicOrigin, site)}/office/webhooks/${endpointId}`
    const content = switchedOff(endpoint, url)
    await mailer.send({ ...siteMail(site, content), to: person.email, key })
  })
}

function switchedOff(endpoint: { url: string; off_reason: string }, url: string): MailContent {
  const { host } = new URL(endpoint.url)
  const why =
    endpoint.off_reason === 'gone'
      ? 'It answered 410, which means that it’s gone for good.'
      : 'Nothing we sent there in five days arrived.'
  return {
    subject: `Webhooks to ${host} are turned off`,
    title: `We no longer send webhooks to ${host}`,
    parts: [
      {
        kind: 'text',
        text: `${why} Nothing is lost: when you turn it on again, it continues where it stopped. The office shows every attempt and its response.`,
      },
      { kind: 'link', label: 'See attempts', url },
    ],
  }
}
