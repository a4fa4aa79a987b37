import { createHmac } from 'node:crypto'
import {
  INVITATIONS_A_DAY,
  INVITATIONS_ON_FIRST_DAY,
  INVITED_AGAIN_AFTER_HOURS,
} from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import { waitText } from '@laurel/domain/wait-text'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Kit } from '../../kit.ts'
import type { InCompany } from './companies.repo.ts'

const DAY_MS = 86_400_000
const AGAIN_AFTER_MS = INVITED_AGAIN_AFTER_HOURS * 3_600_000

/** To whom, as a keyed hash, and when. */
type Sent = { to: string; at: number }

/**
 * Counts invitations that are about to be mailed, also those that replace another. Anyone can register, name a
 * company as they like, and invite strangers, so the brand's name must not carry more mail than colleagues need.
 * The caller holds the lock of the company.
 *
 * @throws {Refusal} `too_many_requests` over the day's limit, and for an address that was invited a short time ago
 */
export async function countInvitations(
  db: Db,
  { keys, now }: Pick<Kit, 'keys' | 'now'>,
  { siteId, company }: InCompany,
  emails: readonly string[],
): Promise<void> {
  const at = now().getTime()
  const row = await db
    .selectFrom('companies as c')
    .innerJoin('customers as founder', (join) =>
      join.onRef('founder.site_id', '=', 'c.site_id').onRef('founder.id', '=', 'c.founded_by'),
    )
    .select(['c.invitations_sent', 'founder.created_at'])
    .where('c.site_id', '=', siteId)
    .where('c.id', '=', company.id)
    .$narrowType<{ invitations_sent: Sent[] }>()
    .executeTakeFirstOrThrow()
  const sent = row.invitations_sent.filter((one) => one.at > at - DAY_MS)

  const digestOf = (email: string) =>
    createHmac('sha256', keys.invited).update(`${siteId}|${email.toLowerCase()}`).digest('base64url')
  const lastTo = new Map(sent.map((one) => [one.to, one.at]))
  const waitMs = (email: string) => (lastTo.get(digestOf(email)) ?? -Infinity) + AGAIN_AFTER_MS - at
  const recent = emails.filter((email) => waitMs(email) > 0)
  if (recent.length > 0) {
    const seconds = Math.ceil(Math.max(...recent.map(waitMs)) / 1000)
    const until = `You can send another in ${waitText(seconds)}`
    throw tooMany(seconds, `We recently emailed an invitation. ${until}: ${recent.join(', ')}`)
  }

  const isNew = row.created_at.getTime() > at - DAY_MS
  const limit = isNew ? INVITATIONS_ON_FIRST_DAY : INVITATIONS_A_DAY
  const left = Math.max(0, limit - sent.length)
  if (emails.length > left) {
    // Enough of the oldest are a day old by then.
    const oldest = sent[Math.min(emails.length - left, sent.length) - 1]
    const seconds = Math.ceil(((oldest?.at ?? at) + DAY_MS - at) / 1000)
    const rest = left === 0 ? `Try again in ${waitText(seconds)}.` : `You have ${left} left for now.`
    const rule = `${isNew ? 'A new company' : 'Your company'} can send ${limit} invitations a day.`
    throw tooMany(seconds, `${rule} ${rest}`)
  }

  await db
    .updateTable('companies')
    .set({ invitations_sent: json([...sent, ...emails.map((email) => ({ to: digestOf(email), at }))]) })
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .execute()
}

/** At the field, where what was typed stays. */
function tooMany(seconds: number, message: string): Refusal {
  return new Refusal('too_many_requests', { seconds }, [{ field: 'emails', code: 'too_many', message }])
}
