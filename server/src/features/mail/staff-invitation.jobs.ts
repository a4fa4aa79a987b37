import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './pool-site.ts'

/** The temporary password is encrypted while the job waits, for this person's mail only. */
export const mailStaffInvitation = job({
  name: 'mail.staff-invitation',
  payload: z.object({ siteId: z.number(), staffId: z.number(), sealed: z.string(), key: z.string() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Enqueues the mail with a staff member's temporary password. */
export async function enqueueInvitation(
  db: Db,
  { jobs, keys }: Pick<Kit, 'jobs' | 'keys'>,
  { siteId, staffId, password }: { siteId: number; staffId: number; password: string },
): Promise<void> {
  const sealed = seal(keys.dataSeal, sealContext(siteId, staffId), password)
  await jobs.enqueue(db, mailStaffInvitation, { siteId, staffId, sealed, key: `staff-${randomUUID()}` })
}

export function staffInvitationHandler(
  kit: Pick<Kit, 'config' | 'pool' | 'keys' | 'staffPools'>,
  mailer: Mailer,
): JobHandler {
  return handles(mailStaffInvitation, async ({ siteId, staffId, sealed, key }) => {
    const site = await findSite(kit.pool, siteId)
    const person = await inSite(kit.pool, siteId, (db) =>
      db
        .selectFrom('staff_accounts')
        .select(['name', 'email', 'identity_subject'])
        .where('site_id', '=', siteId)
        .where('id', '=', staffId)
        .where('active', '=', true)
        .executeTakeFirst(),
    )
    const subject = person?.identity_subject
    const state = subject && (await kit.staffPools.read(kit.pool, [subject])).get(subject)
    // Already changed, or the person left: the password would open nothing.
    if (site === undefined || person === undefined || !state || !state.mustChangePassword) return
    const password = unseal(kit.keys.dataSeal, sealContext(siteId, staffId), sealed)
    const content = invitation(site, `${siteOrigin(kit.config.publicOrigin, site)}/office`, person, password)
    await mailer.send({ ...siteMail(site, content), to: person.email, key })
  })
}

function invitation(
  site: SiteRow,
  url: string,
  { name, email }: { name: string; email: string },
  password: string,
): MailContent {
  return {
    subject: `Your account in the ${site.name} office`,
    title: `${name}, the office is open to you`,
    parts: [
      {
        kind: 'text',
        text: 'Sign in with the email and the password below. You choose a password of your own at once, and an authenticator app shows you a code each time. The password below is good for seven days.',
      },
      {
        kind: 'rows',
        rows: [
          { label: 'Email', value: email },
          { label: 'One-time password', value: password },
        ],
      },
      { kind: 'link', label: 'Open the office', url },
    ],
  }
}

function sealContext(siteId: number, staffId: number): string {
  return `staff-invitation:${siteId}:${staffId}`
}
