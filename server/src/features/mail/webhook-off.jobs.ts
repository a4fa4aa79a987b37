import { randomUUID } from 'node:crypto'
import { mayStaff } from '@laurel/domain/staff-roles'
import type { Texts } from '@laurel/domain/texts'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { findSite } from '../sites/sites.repo.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './pool-site.ts'

/** One job per person, so that one failed mail doesn't repeat the others. */
export const mailWebhookOff = job({
  name: 'mail.webhook-off',
  payload: z.object({
    siteId: z.number(),
    endpointId: z.number(),
    staffId: z.number().optional(),
    /** A person of the endpoint's company. */
    customerId: z.number().optional(),
    key: z.string(),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/**
 * Enqueues a mail to everyone who can edit the site: an endpoint was turned off automatically.
 *
 * @param people who hears of a company's endpoint instead
 */
export async function enqueueWebhookOffMails(
  db: Db,
  { jobs }: Pick<Kit, 'jobs'>,
  { site_id: siteId, id: endpointId }: { site_id: number; id: number },
  people?: readonly number[],
): Promise<void> {
  const to = people?.map((customerId) => ({ customerId })) ?? (await staffToTell(db, siteId))
  for (const one of to) {
    await jobs.enqueue(db, mailWebhookOff, { siteId, endpointId, ...one, key: `webhook-${randomUUID()}` })
  }
}

async function staffToTell(db: Db, siteId: number): Promise<{ staffId: number }[]> {
  const staff = await db
    .selectFrom('staff_accounts')
    .select(['id', 'role'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .execute()
  return staff.filter(({ role }) => mayStaff(role, 'site.edit')).map(({ id }) => ({ staffId: id }))
}

export function webhookOffHandler(kit: Pick<Kit, 'config' | 'pool'>, mailer: Mailer): JobHandler {
  return handles(mailWebhookOff, async ({ siteId, endpointId, staffId, customerId, key }) => {
    const site = await findSite(kit.pool, siteId)
    const [endpoint, person] = await inSite(kit.pool, siteId, async (db) => {
      const off = await db
        .selectFrom('webhook_endpoints as w')
        .leftJoin('companies as c', (join) =>
          join.onRef('c.site_id', '=', 'w.site_id').onRef('c.id', '=', 'w.company_id'),
        )
        .select(['w.url', 'w.off_reason', 'w.company_id', 'c.name as company'])
        .where('w.site_id', '=', siteId)
        .where('w.id', '=', endpointId)
        .where('w.enabled', '=', false)
        .executeTakeFirst()
      const who =
        customerId === undefined ? staffOf(db, siteId, staffId) : memberOf(db, siteId, off, customerId)
      return [off, await who] as const
    })
    // Turned on again, or removed: there's nothing to report.
    if (site === undefined || endpoint === undefined || person === undefined) return
    const page = endpoint.company_id === null ? 'office' : 'company'
    const url = `${siteOrigin(kit.config.publicOrigin, site)}/${page}/webhooks/${endpointId}`
    const i18n = textsOf(languageFor(site, person.language))
    const content = switchedOff(i18n, endpoint, url)
    await mailer.send({ ...siteMail(site, content), to: person.email, key })
  })
}

function staffOf(db: Db, siteId: number, staffId: number | undefined) {
  return db
    .selectFrom('staff_accounts')
    .select(({ val }) => ['email', val('en').as('language')])
    .where('site_id', '=', siteId)
    .where('id', '=', staffId ?? 0)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Someone who is still one of the company's people. */
async function memberOf(
  db: Db,
  siteId: number,
  off: { company_id: number | null } | undefined,
  customerId: number,
) {
  return db
    .selectFrom('company_members as m')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
    )
    .select(['c.email', 'c.language'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', off?.company_id ?? 0)
    .where('m.customer_id', '=', customerId)
    .where('c.disabled_at', 'is', null)
    .where('c.closed_at', 'is', null)
    .executeTakeFirst()
}

type Off = { url: string; off_reason: string; company: string | null }

export function switchedOff(i18n: Texts, endpoint: Off, url: string): MailContent {
  const { host } = new URL(endpoint.url)
  const { company } = endpoint
  const why =
    endpoint.off_reason === 'gone'
      ? i18n.t('It responded with 410, which means it’s permanently gone.')
      : i18n.t('We couldn’t deliver anything to it for five days.')
  const where =
    company === null
      ? 'The office shows every attempt and its response.'
      : i18n.t('Its page shows every attempt and its response.')
  const kept = i18n.t('Nothing is lost: when you turn it on again, it continues where it stopped.')
  return {
    i18n,
    subject: i18n.t('Webhooks to {host} are turned off', { host }),
    title:
      company === null
        ? `We no longer send webhooks to ${host}`
        : i18n.t('We no longer send webhooks of {company} to {host}', { company, host }),
    parts: [
      { kind: 'text', text: `${why} ${kept} ${where}` },
      { kind: 'link', label: i18n.t('See attempts'), url },
    ],
    reason:
      company === null
        ? 'You got this email because you can edit this site.'
        : i18n.t('You got this email because you manage API keys at {company}.', { company }),
  }
}
