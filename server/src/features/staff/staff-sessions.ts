import { randomBytes } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'

/** Whoever stays away this long signs in again. */
const IDLE_MS = 30 * 60_000
/** Nobody stays signed in longer than a working day. */
export const SESSION_LIFE_MS = 12 * 3_600_000
/** How often a session's last sign of life is written down. */
const SEEN_EVERY_MS = 60_000

/** Opens a session. @returns its token, which only the browser keeps */
export async function openStaffSession(
  db: Db,
  siteId: number,
  staffId: number,
  from: { ip: string; userAgent: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('staff_sessions')
    .values({
      site_id: siteId,
      token_hash: hashSecret(token),
      staff_id: staffId,
      ip: from.ip,
      user_agent: from.userAgent.slice(0, 200),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + SESSION_LIFE_MS),
    })
    .execute()
  return token
}

/** When a session that was last seen before it has idled out. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS)
}

/** @throws {Refusal} `sign_in_required` when the session has ended, idled out, or its person may not work here any more */
export async function readStaffSession(pool: Pool, siteId: number, token: string, now: Date): Promise<Staff> {
  const hash = hashSecret(token)
  return inSite(pool, siteId, async (db) => {
    const found = await db
      .selectFrom('staff_sessions as s')
      .innerJoin('staff_accounts as a', (join) =>
        join.onRef('a.id', '=', 's.staff_id').onRef('a.site_id', '=', 's.site_id'),
      )
      .select(['a.id', 'a.role', 'a.must_change_password', 's.last_seen_at'])
      .where('s.site_id', '=', siteId)
      .where('s.token_hash', '=', hash)
      .where('s.expires_at', '>', now)
      .where('s.last_seen_at', '>', idleSince(now))
      .where('a.active', '=', true)
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('sign_in_required')
    if (now.getTime() - found.last_seen_at.getTime() > SEEN_EVERY_MS) {
      await db
        .updateTable('staff_sessions')
        .set({ last_seen_at: now })
        .where('site_id', '=', siteId)
        .where('token_hash', '=', hash)
        .execute()
    }
    const { id, role, must_change_password: mustChangePassword } = found
    return { siteId, staffId: id, role, by: `staff:${id}`, sessionHash: hash, mustChangePassword }
  })
}

/** Ends one session, or all of a person's but one. */
export async function endStaffSessions(
  db: Db,
  siteId: number,
  which: { hash: string } | { staffId: number; exceptHash?: string },
): Promise<void> {
  let gone = db.deleteFrom('staff_sessions').where('site_id', '=', siteId)
  if ('hash' in which) gone = gone.where('token_hash', '=', which.hash)
  else {
    gone = gone.where('staff_id', '=', which.staffId)
    if (which.exceptHash !== undefined) gone = gone.where('token_hash', '<>', which.exceptHash)
  }
  await gone.execute()
}
