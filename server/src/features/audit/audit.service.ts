import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'

/** Something an investigator would want to read later. Never a card, a password, a code or a token. */
export type AuditEntry = {
  /** Who: `customer:5`, `staff:2`, `system`. */
  actor: string
  /** What: `payment.verified`. */
  event: string
  /** About what: `order:7`. */
  subject: string
  facts: Readonly<Record<string, string | number | boolean | null>>
  at: Date
}

/** The first of the two keys of the advisory lock; the second is the site. */
const CHAIN_LOCK = 7_236_002

/**
 * Adds an entry to the site's trail, in the transaction of what it tells. Each entry carries the hash
 * of the one before, so that none can be changed or taken out unseen. Writers of a site take turns
 * until their transactions end: make it the last thing a transaction does.
 */
export async function record(db: Db, siteId: number, entry: AuditEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::int, ${siteId}::int)`.execute(db)
  const last = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previousHash = last?.hash ?? ''
  await db
    .insertInto('audit_entries')
    .values({
      site_id: siteId,
      actor: entry.actor,
      event: entry.event,
      subject: entry.subject,
      facts: json(entry.facts),
      at: entry.at,
      previous_hash: previousHash,
      hash: chainHash(previousHash, siteId, entry),
    })
    .execute()
}

/**
 * Walks the site's trail from its first entry.
 *
 * @returns the id of the first entry that was changed, or stands where another was taken out
 */
export async function findBrokenEntry(db: Db, siteId: number): Promise<number | undefined> {
  const entries = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('id')
    .execute()
  let previousHash = ''
  for (const entry of entries) {
    const facts = entry.facts as AuditEntry['facts']
    const hash = chainHash(previousHash, siteId, { ...entry, facts })
    if (entry.previous_hash !== previousHash || entry.hash !== hash) return entry.id
    previousHash = entry.hash
  }
  return undefined
}

/** The database gives JSON back with its keys in its own order, so they are sorted here. */
function chainHash(previousHash: string, siteId: number, entry: AuditEntry): string {
  const { actor, event, subject, at } = entry
  const facts = Object.entries(entry.facts).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([previousHash, siteId, actor, event, subject, facts, at.toISOString()])
  return createHash('sha256').update(text).digest('base64url')
}
