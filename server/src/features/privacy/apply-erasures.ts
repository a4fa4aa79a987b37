import type { Inspected } from '../../backup/restore-backup.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { isAnyContaining } from '../../database/sql.ts'
import { keysOf } from '../../secrets/keys.ts'
import { seal } from '../../secrets/sealed.ts'
import { testSiteOf } from '../../test-site.ts'
import { listSites } from '../sites/sites.repo.ts'
import type { ErasedKey } from './erased-keys.ts'
import { type RunKit, runErasure, sealContext } from './erasures.service.ts'
import { approvalTexts, billingTexts } from './mentions.repo.ts'
import { listRecordsAfter, SOURCES } from './people.repo.ts'
import { digestOf, personKey } from './person-key.ts'

const PAGE = 2_000

/**
 * Erases people again in a restored backup: those on its own list, and on the copy that was made since.
 *
 * @returns how many people were found
 */
export async function applyErasures(
  { database, files, root }: Inspected,
  copied: readonly ErasedKey[],
): Promise<number> {
  const pool = database.db
  const keys = keysOf(root)
  const kit = { pool, keys, files, now: () => new Date() }
  let people = 0
  for (const { id: siteId } of await listSites(pool)) {
    const erased = await inSite(pool, siteId, (db) => mergeKeys(db, siteId, copied))
    if (erased.size === 0) continue
    const found = await findErased(kit, siteId, erased)
    for (const [key, erasedAt] of found) {
      const id = await inSite(pool, siteId, async (db) => {
        const { id: added } = await db
          .insertInto('erasures')
          .values({
            ...{ site_id: siteId, state: 'approved', asked_by: 'system', decided_by: 'system' },
            ...{ asked_at: erasedAt, decided_at: erasedAt },
            person_sealed: seal(keys.dataSeal, sealContext(siteId), JSON.stringify({ key, name: '' })),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return added
      })
      await runErasure(kit, siteId, id)
    }
    people += found.size
  }
  return people
}

/** @returns when each person was erased, by digest */
async function mergeKeys(db: Db, siteId: number, copied: readonly ErasedKey[]): Promise<Map<string, Date>> {
  const own = copied.filter(({ site_id }) => site_id === siteId)
  if (own.length > 0) {
    await db
      .insertInto('erased_keys')
      .values(own)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const rows = await db
    .selectFrom('erased_keys')
    .select(['digest', 'erased_at'])
    .where('site_id', '=', siteId)
    .execute()
  // A person who was erased again counts from the last time.
  const erased = new Map<string, Date>()
  for (const { digest, erased_at } of rows) {
    const before = erased.get(digest)
    if (before === undefined || before < erased_at) erased.set(digest, erased_at)
  }
  return erased
}

/** @returns the keys of erased people whom the site's rows name, with when they were erased */
async function findErased(
  { pool, keys }: RunKit,
  siteId: number,
  erased: ReadonlyMap<string, Date>,
): Promise<Map<string, Date>> {
  const found = new Map<string, Date>()
  const look = (key: string, since: Date) => {
    const at = erased.get(digestOf(keys.erasure, siteId, key))
    if (at !== undefined && since <= at) found.set(key, at)
  }
  const readOn = [siteId, testSiteOf(siteId)].flatMap((id) => SOURCES.map((source) => ({ id, source })))
  for (const { id, source } of readOn) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after
      const page = await inSite(pool, id, (db) => listRecordsAfter(db, id, source, from, PAGE))
      for (const record of page) look(personKey(record), record.created_at)
      after = page.length === PAGE ? page.at(-1)!.id : undefined
    }
  }
  const texts = await inSite(pool, siteId, (db) => listTextsWithEmails(db, siteId))
  for (const { text, at } of texts) {
    for (const [email] of text.matchAll(EMAIL)) look(`email|${email.toLowerCase()}`, at)
  }
  return found
}

const EMAIL = /[^\s@"'<>,;:()[\]{}|#]+@[^\s@"'<>,;:()[\]{}|#]+\.[a-z]{2,}/gi

/** Free text and lists of copies that may name someone by email. */
function listTextsWithEmails(db: Db, siteId: number): Promise<{ text: string; at: Date }[]> {
  return db
    .selectFrom('order_notes')
    .select(['text', 'at'])
    .where('site_id', '=', siteId)
    .where(({ ref }) => isAnyContaining([ref('text')], '@'))
    .unionAll(({ selectFrom }) =>
      selectFrom('customer_notes')
        .select(['text', 'at'])
        .where('site_id', '=', siteId)
        .where(({ ref }) => isAnyContaining([ref('text')], '@')),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('company_notes')
        .select(['text', 'at'])
        .where('site_id', '=', siteId)
        .where(({ ref }) => isAnyContaining([ref('text')], '@')),
    )
    .unionAll(
      billingTexts(db, siteId)
        .where(({ ref }) => isAnyContaining([ref('t.text')], '@'))
        .clearSelect()
        .select(['t.text', 't.at']),
    )
    .unionAll(
      approvalTexts(db, siteId)
        .where(({ ref }) => isAnyContaining([ref('t.text')], '@'))
        .clearSelect()
        .select(['t.text', 't.at']),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('orders')
        .select(({ cast, ref }) => [
          cast<string>(ref('invoice_emails'), 'text').as('text'),
          'created_at as at',
        ])
        .where('site_id', '=', siteId)
        .where(({ cast, ref }) => isAnyContaining([cast<string>(ref('invoice_emails'), 'text')], '@')),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('audit_entries')
        .select(({ cast, ref }) => [cast<string>(ref('facts'), 'text').as('text'), 'at'])
        .where('site_id', '=', siteId)
        .where('facts_salt', '<>', '')
        .where(({ cast, ref }) => isAnyContaining([cast<string>(ref('facts'), 'text')], '@')),
    )
    .execute()
}
