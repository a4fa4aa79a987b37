import { ASK_AGAIN_AFTER_DAYS } from '@laurel/domain/company-domains'
import { capabilitiesIn } from '@laurel/domain/company-roles'
import type { Texts } from '@laurel/domain/texts'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { wantsMail } from './notification-choice.ts'
import { siteOrigin } from './pool-site.ts'
import { unsubscribe } from './unsubscribe.ts'

const About = z.object({ siteId: z.number(), companyId: z.number(), customerId: z.number(), at: z.string() })

/** Mails a person who manages people how many want to join. One job per person, so that a failure repeats one. */
export const mailJoinRequests = job({
  name: 'mail.company-join-requests',
  payload: About,
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Mails a person that their request to join was approved or declined. */
export const mailJoinOutcome = job({
  name: 'mail.company-join-outcome',
  payload: About.extend({ isApproved: z.boolean() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

type JoinMailKit = Pick<Kit, 'config' | 'pool' | 'keys'>

export function companyJoinHandlers(kit: JoinMailKit, mailer: Mailer): JobHandler[] {
  const { config, pool } = kit
  return [
    handles(mailJoinRequests, async ({ siteId, companyId, customerId, at }) => {
      const site = await findSite(pool, siteId)
      const { to, count, isWanted } = await inSite(pool, siteId, async (db) => ({
        to: await findPerson(db, { siteId, companyId, customerId }),
        count: await countRequests(db, siteId, companyId),
        isWanted: await wantsMail(db, { siteId, customerId }, 'join_requests'),
      }))
      // Withdrawn before its mail was due: the next request doesn't wait for another day.
      if (count === 0) await inSite(pool, siteId, (db) => forgetMail(db, { siteId, companyId }, at))
      // Decided in the meantime, or no longer theirs to decide.
      const isManager = to?.role && capabilitiesIn(to.role, to.capabilities).includes('people.manage')
      if (site === undefined || count === 0 || !isManager || !isWanted) return
      const url = `${siteOrigin(config.publicOrigin, site)}/company`
      const stop = unsubscribe(kit, site, { customerId, kinds: ['join_requests'] })
      await mailer.send({
        ...siteMail(site, {
          ...requestsMail(textsOf(languageFor(site, to.language)), to.company, count, url),
          unsubscribeUrl: stop.url,
        }),
        to: to.email,
        headers: stop.headers,
        key: `company-join-requests-${siteId}-${companyId}-${customerId}-${at}`,
      })
    }),
    handles(mailJoinOutcome, async ({ siteId, companyId, customerId, isApproved, at }) => {
      const site = await findSite(pool, siteId)
      const to = await inSite(pool, siteId, (db) => findPerson(db, { siteId, companyId, customerId }))
      if (site === undefined || to === undefined) return
      // Removed again, or let in by an invitation.
      if (isApproved !== (to.role !== null)) return
      const i18n = textsOf(languageFor(site, to.language))
      const url = `${siteOrigin(config.publicOrigin, site)}/my-rewards`
      await mailer.send({
        ...siteMail(
          site,
          isApproved ? approvedMail(i18n, site, to.company, url) : declinedMail(i18n, site, to.company),
        ),
        to: to.email,
        key: `company-join-outcome-${siteId}-${companyId}-${customerId}-${at}`,
      })
    }),
  ]
}

async function forgetMail(
  db: Db,
  { siteId, companyId }: Omit<Asked, 'customerId'>,
  at: string,
): Promise<void> {
  await db
    .updateTable('companies')
    .set({ join_mail_at: null })
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .where('join_mail_at', '=', new Date(at))
    .execute()
}

type Asked = { siteId: number; companyId: number; customerId: number }

/** A customer, and their role if they are in the company. */
function findPerson(db: Db, { siteId, companyId, customerId }: Asked) {
  return db
    .selectFrom('companies as company')
    .innerJoin('customers as c', 'c.site_id', 'company.site_id')
    .leftJoin('company_members as m', (join) =>
      join
        .onRef('m.site_id', '=', 'company.site_id')
        .onRef('m.company_id', '=', 'company.id')
        .onRef('m.customer_id', '=', 'c.id'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .select(['company.name as company', 'c.email', 'c.language', 'm.role', 'r.capabilities'])
    .where('company.site_id', '=', siteId)
    .where('company.id', '=', companyId)
    .where('c.id', '=', customerId)
    .where('c.closed_at', 'is', null)
    .executeTakeFirst()
}

async function countRequests(db: Db, siteId: number, companyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('company_join_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

function requestsMail(i18n: Texts, company: string, count: number, url: string): MailContent {
  const title = i18n.t(
    '{count, plural, one {# person wants to join {company}} other {# people want to join {company}}}',
    { count, company },
  )
  return {
    i18n,
    subject: title,
    title,
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          'Their email addresses are at your company’s domain. They can’t see anything in your company until you approve them.',
        ),
      },
      { kind: 'link', label: i18n.t('Review requests'), url },
      { kind: 'note', text: i18n.t('We email you about requests at most once a day.') },
    ],
    reason: i18n.t('You got this email because you manage people at {company}.', { company }),
  }
}

function approvedMail(i18n: Texts, site: SiteRow, company: string, url: string): MailContent {
  return {
    i18n,
    subject: i18n.t('You’re in {company} on {siteName}', { company, siteName: site.name }),
    title: i18n.t('You’ve joined {company}', { company }),
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          'An admin approved your request. Choose {company} at the top of the page to see its orders.',
          { company },
        ),
      },
      { kind: 'link', label: i18n.t('Open My rewards'), url },
    ],
    reason: i18n.t('You got this email because you asked to join {company}.', { company }),
  }
}

function declinedMail(i18n: Texts, site: SiteRow, company: string): MailContent {
  return {
    i18n,
    subject: i18n.t('Your request to join {company} on {siteName}', { company, siteName: site.name }),
    title: i18n.t('{company} declined your request', { company }),
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          'You can still order for your own business. If you think this is a mistake, talk to an admin of {company}, or ask again in {days} days.',
          { company, days: ASK_AGAIN_AFTER_DAYS },
        ),
      },
    ],
    reason: i18n.t('You got this email because you asked to join {company}.', { company }),
  }
}
