import { createHash, randomUUID } from 'node:crypto'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { isCompanyActivity } from '@laurel/domain/company-activity'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { prepared } from '../../database/prepared.ts'
import { beforeCommit, endWith } from '../../database/site-transaction.ts'
import { anyOf, literal, lockUntilCommit, numberedTableOf } from '../../database/sql.ts'
import { raise } from '../../order-events.ts'

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

const unwritten = new WeakMap<Db, AuditEntry[]>()

/**
 * Adds an entry to the site's audit log, in the transaction of the event: a rollback removes both. A site's
 * writers wait for each other until commit, so this runs last in a transaction.
 */
export function record(db: Db, siteId: number, entry: AuditEntry): void {
  if (isAboutCompany(entry.event)) {
    beforeCommit(db, () => raise(db, { type: 'company.recorded', siteId, ...entry }))
  }
  const entries = unwritten.get(db)
  if (entries !== undefined) {
    entries.push(entry)
    return
  }
  const first = [entry]
  unwritten.set(db, first)
  beforeCommit(db, async () => endWith(() => append(db, siteId, first)))
}

/** Whether the features above hear of it: of an order, they hear by its own events. */
function isAboutCompany(event: AuditEventName): boolean {
  return /^(company|budget|balance|approval)\./.test(event)
}

/** As many entries as one query chains. */
const CHAIN_BLOCK = 50

/** Each entry carries the hash of the one before, so that none can be changed or taken out unseen. */
async function append(db: Db, siteId: number, entries: readonly AuditEntry[]): Promise<void> {
  // Sent together and with the commit, in this order: each query sees what was committed while the first waited.
  const queries = [lockUntilCommit(db, siteId, 'audit')]
  for (let from = 0; from < entries.length; from += CHAIN_BLOCK) {
    queries.push(chain(db, siteId, entries.slice(from, from + CHAIN_BLOCK)))
  }
  await Promise.all(queries)
}

const ENTRY = {
  actor: 'text',
  event: 'text',
  subject: 'text',
  facts: 'jsonb',
  at: 'timestamptz',
  facts_salt: 'text',
  facts_hash: 'text',
  rest: 'text',
  company: 'bigint',
  order: 'bigint',
} as const

/** The database computes the hashes, so that a site's writers wait for one another as briefly as possible. */
async function chain(db: Db, siteId: number, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => {
    const facts_salt = randomUUID()
    const hashed = { ...entry, facts_salt, facts_hash: hashOfFacts(facts_salt, entry.facts) }
    return { ...hashed, rest: hashedText(siteId, hashed), ...companyOf(entry) }
  })
  await insertChained(db, { siteId, rows: JSON.stringify(rows) })
}

const insertChained = prepared((db: Db, { siteId, rows }: { siteId: number; rows: string }) => {
  const columns = ['actor', 'event', 'subject', 'facts', 'at', 'facts_salt', 'facts_hash'] as const
  return db
    .insertInto('audit_entries')
    .columns(['site_id', ...columns, 'company_id', 'previous_hash', 'hash'])
    .expression(({ selectFrom }) => {
      const last = selectFrom('audit_entries')
        .select('hash')
        .where('site_id', '=', siteId)
        .orderBy('id', 'desc')
        .limit(1)
      const before = db
        .selectNoFrom(({ fn }) => fn.coalesce(last.$asScalar(), literal<string>('')).as('hash'))
        .as('before')
      const entries = selectFrom(numberedTableOf('given', rows, ENTRY))
        .selectAll('given')
        .select(({ fn, selectFrom: alsoFrom }) =>
          fn
            .coalesce(
              'given.company',
              alsoFrom('orders')
                .select('company_id')
                .where('site_id', '=', siteId)
                .whereRef('orders.id', '=', 'given.order')
                .$asScalar(),
            )
            .as('company_id'),
        )
        .as('entry')
      const chain = selectFrom([entries, before])
        .selectAll('entry')
        .select(({ cast, eb, fn }) => [
          'before.hash as first_hash',
          fn
            .agg<string>('chained', [
              'before.hash',
              // Without a company, the text that follows a comma is null, and left out.
              fn('concat', [
                'entry.rest',
                eb(literal<string>(','), '||', cast<string>('entry.company_id', 'text')),
                literal(']'),
              ]),
            ])
            .over((window) => window.orderBy('entry.nth'))
            .as('hash'),
        ])
        .as('chain')
      return selectFrom(chain)
        .select(({ val }) => [val(siteId).as('site_id'), ...columns, 'company_id'])
        .select(({ fn }) => [
          fn
            .coalesce(
              fn.agg<string | null>('lag', ['hash']).over((entries) => entries.orderBy('nth')),
              'first_hash',
            )
            .as('previous_hash'),
          'hash',
        ])
        .orderBy('nth')
    })
})

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
    const hashed = entry as unknown as HashedEntry
    const isIntact = areFactsIntact(hashed) && entry.hash === chainHash(previousHash, siteId, hashed)
    if (entry.previous_hash !== previousHash || !isIntact) {
      return { checked, lastId: entry.id, brokenId: entry.id }
    }
    previousHash = entry.hash
    checked += 1
  }
  return { checked, lastId: entries.at(-1)?.id ?? afterId, brokenId: undefined }
}

/**
 * Removes the details of entries: who did what and when stays, and so does the chain. Entries from before details were
 * hashed by themselves keep theirs.
 *
 * @returns how many entries had details
 */
export async function removeDetails(db: Db, siteId: number, ids: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('audit_entries')
    .set({ facts: json({}), facts_salt: '' })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids))
    .where('facts_salt', '<>', '')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The company whose activity shows an entry, or the order that it's about, which knows its company. */
function companyOf({ event, subject, facts }: AuditEntry): { company?: number; order?: number } {
  if (!isCompanyActivity(event)) return {}
  const [, company] = /^company:(\d+)$/.exec(subject) ?? []
  if (company !== undefined) return { company: Number(company) }
  const order = orderOfEntry({ subject, facts })
  return order === undefined ? {} : { order }
}

/** The ID of the order that an entry is about. */
export function orderOfEntry({ subject, facts }: { subject: string; facts: unknown }): number | undefined {
  const [, id] = /^order:(\d+)$/.exec(subject) ?? []
  const { order, order_id: orderId }: { order?: unknown; order_id?: unknown } = { ...(facts as object) }
  const found = Number(id ?? order ?? orderId)
  return Number.isSafeInteger(found) && found > 0 ? found : undefined
}

type HashedEntry = AuditEntry & { facts_salt: string; facts_hash: string; company_id: number | null }

function chainHash(previousHash: string, siteId: number, entry: HashedEntry): string {
  const company = entry.company_id === null ? '' : `,${entry.company_id}`
  return createHash('sha256')
    .update(`["${previousHash}${hashedText(siteId, entry)}${company}]`)
    .digest('base64url')
}

/**
 * The JSON array that is hashed, after the hash before it: `["…",1,"staff:2",…]`. Without its end, which an entry's
 * company precedes: only the database knows it.
 */
function hashedText(
  siteId: number,
  { actor, event, subject, facts, facts_hash, at }: Omit<HashedEntry, 'company_id' | 'facts_salt'>,
): string {
  const details = facts_hash === '' ? sorted(facts) : facts_hash
  return JSON.stringify(['', siteId, actor, event, subject, details, at.toISOString()]).slice(
    '["'.length,
    -']'.length,
  )
}

function areFactsIntact({ facts, facts_salt, facts_hash }: HashedEntry): boolean {
  if (facts_hash === '') return true
  return facts_salt === '' ? Object.keys(facts).length === 0 : hashOfFacts(facts_salt, facts) === facts_hash
}

/** The salt keeps removed details from being guessed. */
function hashOfFacts(salt: string, facts: AuditFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, sorted(facts)]))
    .digest('base64url')
}

/** The database gives JSON back with its keys in its own order. */
function sorted(facts: AuditFacts) {
  return Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))
}
