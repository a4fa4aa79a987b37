import { createHash } from 'node:crypto'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { beforeCommit } from '../../database/site-transaction.ts'
import { lockUntilCommit } from '../../database/sql.ts'

/** Something an investigator would want to read later. Never a card, a password, a code or a token. */
export type AuditEntry = {
  /** `customer:5`, `staff:2`, `system`. */
  actor: string
  /** What: `payment.verified`. */
  event: AuditEventName
  /** About what: `order:7`. */
  subject: string
  facts: AuditFacts
  at: Date
}

/** The first of the two keys of the advisory lock; the second is the site. */
const CHAIN_LOCK = 7_236_002

const unwritten = new WeakMap<Db, AuditEntry[]>()

/**
 * Adds an entry to the site's audit log, in the transaction of the event: a rollback removes both. A site's
 * writers wait for each other until commit, so this runs last in a transaction.
 */
export function record(db: Db, siteId: number, entry: AuditEntry): void {
  const entries = unwritten.get(db)
  if (entries !== undefined) {
    entries.push(entry)
    return
  }
  const first = [entry]
  unwritten.set(db, first)
  beforeCommit(db, () => append(db, siteId, first))
}

/** Each entry carries the hash of the one before, so that none can be changed or taken out unseen. */
async function append(db: Db, siteId: number, entries: readonly AuditEntry[]): Promise<void> {
  // Sent together, in this order: the second query sees what was committed while the first waited.
  const [, last] = await Promise.all([
    lockUntilCommit(db, CHAIN_LOCK, siteId),
    db
      .selectFrom('audit_entries')
      .select('hash')
      .where('site_id', '=', siteId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  let hash = last?.hash ?? ''
  const rows = entries.map((entry) => {
    const previousHash = hash
    hash = chainHash(previousHash, siteId, entry)
    return { ...entry, site_id: siteId, facts: json(entry.facts), previous_hash: previousHash, hash }
  })
  await db.insertInto('audit_entries').values(rows).execute()
}

/**
 * Checks the site's audit log from its first entry.
 *
 * @returns the ID of the first entry that was changed, or that follows a removed one
 */
export async function findBrokenEntry(db: Db, siteId: number): Promise<number | undefined> {
  for (let afterId = 0; ; ) {
    const part = await checkChain(db, siteId, afterId, CHECK_BATCH)
    if (part.brokenId !== undefined || part.checked < CHECK_BATCH) return part.brokenId
    afterId = part.lastId
  }
}

const CHECK_BATCH = 5_000

/**
 * Checks the next entries of the chain.
 *
 * @param afterId the last verified entry, or 0 to begin with the first
 */
export async function checkChain(
  db: Db,
  siteId: number,
  afterId: number,
  limit: number,
): Promise<{ checked: number; lastId: number; brokenId: number | undefined }> {
  const ofSite = () => db.selectFrom('audit_entries').where('site_id', '=', siteId)
  const [before, entries] = await Promise.all([
    ofSite().select('hash').where('id', '<=', afterId).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    ofSite().selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute(),
  ])
  let previousHash = before?.hash ?? ''
  let checked = 0
  for (const entry of entries) {
    const hash = chainHash(previousHash, siteId, entry as unknown as AuditEntry)
    if (entry.previous_hash !== previousHash || entry.hash !== hash) {
      return { checked, lastId: entry.id, brokenId: entry.id }
    }
    previousHash = entry.hash
    checked += 1
  }
  return { checked, lastId: entries.at(-1)?.id ?? afterId, brokenId: undefined }
}

/** The database gives JSON back with its keys in its own order, so they are sorted here. */
function chainHash(previousHash: string, siteId: number, entry: AuditEntry): string {
  const { actor, event, subject, at } = entry
  const facts = Object.entries(entry.facts).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([previousHash, siteId, actor, event, subject, facts, at.toISOString()])
  return createHash('sha256').update(text).digest('base64url')
}
