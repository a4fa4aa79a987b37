import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { Db, Pool } from '../../database/database.ts'
import { DatabaseUnavailable } from '../../database/database-unavailable.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'

const LIFE_MS = 60 * 60_000
/** Servers that start together each print a link, and all of them work; a later start ends them. */
const SAME_START_MS = 2 * 60_000
/** An operator who pastes half a link needs a few tries. */
const MAX_TRIES = 50

export async function hasOrganizations(db: Pool | Db): Promise<boolean> {
  const organization = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  return organization !== undefined
}

/** Whether the installation has no organization yet. Once it has one, the database isn't asked again. */
export function makeEmptyCheck(pool: Pool): () => Promise<boolean> {
  let isSetUp = false
  return async () => {
    try {
      isSetUp ||= await hasOrganizations(pool)
    } catch (cause) {
      // The page itself reports the outage.
      if (cause instanceof DatabaseUnavailable) return false
      throw cause
    }
    return !isSetUp
  }
}

/**
 * Makes a link to the setup page, good for an hour, if the database has no organization yet.
 *
 * @returns the link's address; the database stores only a hash of its token
 */
export async function makeSetupLink(
  pool: Pool,
  publicOrigin: string,
  now: Date,
): Promise<string | undefined> {
  if (await hasOrganizations(pool)) return undefined
  const token = randomBytes(32).toString('base64url')
  await pool.transaction().execute(async (db) => {
    const earlier = new Date(now.getTime() - SAME_START_MS)
    await db.deleteFrom('setup_links').where('made_at', '<', earlier).execute()
    await db
      .insertInto('setup_links')
      .values({
        token_hash: hashSecret(token),
        made_at: now,
        expires_at: new Date(now.getTime() + LIFE_MS),
      })
      .execute()
    await db.updateTable('installation').set({ setup_tries: 0 }).execute()
  })
  // After the `#`, so that the token is in no request line and no log of requests.
  return `${publicOrigin}/setup/#${token}`
}

/**
 * @returns until when the link works
 * @throws {Refusal} `already_set_up`; `setup_link_over` for an expired link, and also for an unknown one
 */
export async function readSetupLink(db: Pool | Db, token: string, now: Date): Promise<Date> {
  if (await hasOrganizations(db)) throw new Refusal('already_set_up')
  const links = await db.selectFrom('setup_links').selectAll().where('expires_at', '>', now).execute()
  const installation = await db.selectFrom('installation').select('setup_tries').executeTakeFirstOrThrow()
  const given = Buffer.from(hashSecret(token))
  const link = links.find(({ token_hash }) => timingSafeEqual(Buffer.from(token_hash), given))
  if (link === undefined || installation.setup_tries >= MAX_TRIES) throw new Refusal('setup_link_over')
  return link.expires_at
}

/** Counts a wrong token: after too many, no link works until the next start. */
export async function countSetupTry(pool: Pool): Promise<void> {
  await pool
    .updateTable('installation')
    .set(({ eb }) => ({ setup_tries: eb('setup_tries', '+', 1) }))
    .execute()
}
