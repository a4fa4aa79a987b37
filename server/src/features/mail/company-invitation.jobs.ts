import type { Texts } from '@laurel/domain/texts'
import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { siteDay } from '../../http/site-time.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { textsOf } from '../../texts.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { languageOfEmail } from './account-language.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './pool-site.ts'

/** Mails an invitation to a company. `sentAt` tells one sending of it from the next. */
export const mailCompanyInvitation = job({
  name: 'mail.company-invitation',
  payload: z.object({ siteId: z.number(), invitationId: z.number(), sentAt: z.string() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

export function sealInvitation({ keys }: Pick<Kit, 'keys'>, siteId: number, token: string): string {
  return seal(keys.dataSeal, sealContext(siteId), token)
}

type LinkKit = Pick<Kit, 'keys' | 'config'>

/** Where an invitation is accepted. */
export function invitationLink({ keys, config }: LinkKit, site: SiteRow, sealed: string): string {
  const token = unseal(keys.dataSeal, sealContext(site.id), sealed)
  return `${siteOrigin(config.publicOrigin, site)}/join/${token}`
}

function sealContext(siteId: number): string {
  return `company-invitation:${siteId}`
}

export function companyInvitationHandler(
  kit: LinkKit & Pick<Kit, 'pool' | 'now'>,
  mailer: Mailer,
): JobHandler {
  return handles(mailCompanyInvitation, async ({ siteId, invitationId, sentAt }) => {
    const site = await findSite(kit.pool, siteId)
    const invited = await inSite(kit.pool, siteId, (db) =>
      db
        .selectFrom('company_invitations as i')
        .innerJoin('companies as company', (join) =>
          join.onRef('company.site_id', '=', 'i.site_id').onRef('company.id', '=', 'i.company_id'),
        )
        .innerJoin('customers as c', (join) =>
          join.onRef('c.site_id', '=', 'i.site_id').onRef('c.id', '=', 'i.invited_by'),
        )
        .select(['i.email', 'i.token_sealed', 'i.expires_at', 'company.name', 'c.first_name', 'c.last_name'])
        .where('i.site_id', '=', siteId)
        .where('i.id', '=', invitationId)
        .executeTakeFirst(),
    )
    if (site === undefined || invited === undefined || invited.expires_at <= kit.now()) return
    const { email, name: company, first_name, last_name, expires_at: until } = invited
    const i18n = textsOf(await languageOfEmail(kit.pool, site, email))
    const content = invitation(i18n, site, invitationLink(kit, site, invited.token_sealed), {
      company,
      by: `${first_name} ${last_name}`.trim(),
      until,
    })
    await mailer.send({
      ...siteMail(site, content),
      to: email,
      key: `company-invitation-${siteId}-${invitationId}-${sentAt}`,
    })
  })
}

function invitation(
  i18n: Texts,
  site: SiteRow,
  url: string,
  { company, by, until }: { company: string; by: string; until: Date },
): MailContent {
  const { name: siteName } = site
  const day = siteDay(until, site, i18n.locale)
  return {
    i18n,
    subject: i18n.t('Join {company} on {siteName}', { company, siteName }),
    title: i18n.t('{by} invited you to {company}', { by, company }),
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          '{company} orders reward cards on {siteName}. Accept the invitation to join your colleagues. It’s for this email address and can be accepted until {day}.',
          { company, siteName, day },
        ),
      },
      { kind: 'link', label: i18n.t('Join {company}', { company }), url },
      { kind: 'note', text: i18n.t('If you don’t know {by}, ignore this email.', { by }) },
    ],
    reason: i18n.t('You got this email because {by} invited you.', { by }),
  }
}
