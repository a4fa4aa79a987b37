import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { asOwner } from '../../database/as-owner.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { siteDay } from '../../http/site-time.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { type MailContent, siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './pool-site.ts'

/** The temporary password is encrypted while the job waits, for this person's mail only. */
export const mailStaffInvitation = job({
  name: 'mail.staff-invitation',
  payload: z.object({
    siteId: z.number(),
    staffId: z.number(),
    sealed: z.string(),
    key: z.string(),
    expiresAt: z.string().nullish(),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

type Invited = { siteId: number; staffId: number; password: string; expiresAt: string | null }

/** Enqueues the mail with a staff member's temporary password. */
export async function enqueueInvitation(
  db: Db,
  { jobs, keys }: Pick<Kit, 'jobs' | 'keys'>,
  { siteId, staffId, password, expiresAt }: Invited,
): Promise<void> {
  const sealed = seal(keys.dataSeal, sealContext(siteId, staffId), password)
  const key = `staff-${randomUUID()}`
  await jobs.enqueue(db, mailStaffInvitation, { siteId, staffId, sealed, key, expiresAt })
}

type InvitationKit = Pick<Kit, 'config' | 'pool' | 'jobs' | 'keys' | 'now' | 'staffPools'>

export function staffInvitationHandler(kit: InvitationKit, mailer: Mailer): JobHandler {
  return handles(mailStaffInvitation, async ({ siteId, staffId, sealed, key, expiresAt }) => {
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
    if (site === undefined || person === undefined || !subject) return
    const until = (await kit.staffPools.read(kit.pool, [subject])).get(subject)?.passwordExpiresAt
    // Already changed, or replaced since: the new password was shown, or has a mail of its own.
    if (!until || (expiresAt && expiresAt !== until.toISOString())) return
    // Mail can wait for weeks until a mail server is set up.
    if (until <= kit.now()) return await inviteAgain(kit, { siteId, staffId, subject })
    const password = unseal(kit.keys.dataSeal, sealContext(siteId, staffId), sealed)
    const content = invitation(site, `${siteOrigin(kit.config.publicOrigin, site)}/office`, person, {
      password,
      until,
    })
    await mailer.send({ ...siteMail(site, content), to: person.email, key })
  })
}

/** Replaces an expired password and enqueues its mail: a retry of this one wouldn't know the new password. */
async function inviteAgain(
  kit: InvitationKit,
  { siteId, staffId, subject }: { siteId: number; staffId: number; subject: string },
) {
  const { password, kept } = await kit.staffPools.makeOneTimePassword()
  await inSite(kit.pool, siteId, async (db) => {
    const state = await asOwner(db, async () => {
      await kit.staffPools.renewPassword(db, subject, kept)
      return (await kit.staffPools.read(db, [subject])).get(subject)
    })
    const expiresAt = state?.passwordExpiresAt?.toISOString() ?? null
    await enqueueInvitation(db, kit, { siteId, staffId, password, expiresAt })
    record(db, siteId, {
      actor: 'system',
      event: 'staff.password_renewed',
      subject: `staff:${staffId}`,
      facts: { delivery: 'mail' },
      at: kit.now(),
    })
  })
}

function invitation(
  site: SiteRow,
  url: string,
  { name, email }: { name: string; email: string },
  { password, until }: { password: string; until: Date },
): MailContent {
  const day = siteDay(until, site)
  return {
    subject: `Your account in the ${site.name} office`,
    title: `${name}, you can now sign in to the office`,
    parts: [
      {
        kind: 'text',
        text: `Sign in with the email and the password below by ${day}. You’ll then choose your own password and set up an authenticator app.`,
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
    reason: `You got this email because you’re on the team of ${site.name}.`,
  }
}

function sealContext(siteId: number, staffId: number): string {
  return `staff-invitation:${siteId}:${staffId}`
}
