import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, asSearched, isAnyContaining, isBeginning, jsonText, literal } from '../../database/sql.ts'
import { type PersonRecord, readRecords } from './people.repo.ts'

/**
 * An email or a name at a ZIP code, exactly and up to a moment; or the beginning of an email, of a last name, or of a
 * first and last name, with a ZIP code or without.
 */
export type Sought =
  | { email: string; until: Date }
  | { name: string; zip: string; until: Date }
  | { search: string }

const INDEXED = {
  recipient: { table: 'card_recipient_details', zip: 'zip' },
  saved: { table: 'saved_people', zip: 'zip' },
  address: { table: 'registered_addresses', zip: 'zip' },
  customer: { table: 'customers', zip: 'business_zip' },
} as const
type Indexed = keyof typeof INDEXED

/**
 * The records that match, of each source. Each condition has its own query and reads only its index (migration
 * people-found), or the few rows that no index has by name: corrected deliveries, and parcels of bulk cards.
 */
export async function findRecords(
  db: Db,
  siteId: number,
  sought: Sought,
  limit: number,
): Promise<PersonRecord[]> {
  const indexed = await Promise.all(
    (Object.keys(INDEXED) as Indexed[]).map(async (source) =>
      readRecords(db, siteId, source, await idsIn(db, siteId, source, sought, limit)),
    ),
  )
  const people = indexed.flat()
  const recipientIds = people.flatMap(({ recipient_id }) => recipient_id ?? [])
  const [sent, unlisted, shipTo, invitations] = await Promise.all([
    deliveriesOf(db, siteId, recipientIds, limit),
    findUnlisted(db, siteId, sought, limit),
    findShipTo(db, siteId, sought, limit),
    findInvitations(db, siteId, sought, limit),
  ])
  const deliveries = await readRecords(db, siteId, 'delivery', [...new Set([...sent, ...unlisted])])
  const corrected = deliveries.flatMap(({ recipient_id }) => recipient_id ?? [])
  const others = corrected.filter((id) => !recipientIds.includes(id))
  return [
    ...people,
    ...(await readRecords(db, siteId, 'recipient', [...new Set(others)])),
    ...deliveries,
    ...(await readRecords(db, siteId, 'ship_to', shipTo)),
    ...(await readRecords(db, siteId, 'invitation', invitations)),
  ]
}

async function idsIn(
  db: Db,
  siteId: number,
  source: Indexed,
  sought: Sought,
  limit: number,
): Promise<number[]> {
  const found = await Promise.all(
    conditions(source, sought).map((condition) =>
      db
        .selectFrom(INDEXED[source].table)
        .select('id')
        .where('site_id', '=', siteId)
        .where(condition)
        .limit(limit)
        .execute(),
    ),
  )
  return [...new Set(found.flat().map(({ id }) => id))]
}

/** One for each index. */
function conditions(source: Indexed, sought: Sought): Expression<SqlBool>[] {
  const { and, eb, fn, lit, ref } = expressionBuilder<Database, 'saved_people' | 'customers'>()
  const hasEmail = source !== 'address'
  const isUntil = (until: Date) => eb('created_at', '<=', until)
  const isAt = (zip: string) => eb(fn('left', [ref(INDEXED[source].zip), lit(5)]), '=', zip)
  if ('email' in sought) {
    return hasEmail ? [and([eb('find_email', '=', asSearched(sought.email)), isUntil(sought.until)])] : []
  }
  if ('name' in sought) {
    const { name, zip, until } = sought
    return [and([eb('find_name', 'in', orders(name).map(asSearched)), isAt(zip), isUntil(until)])]
  }
  const { text, zip } = readSearch(sought.search)
  const isThere = zip === '' ? [] : [isAt(zip)]
  const begins = (column: 'find_name' | 'find_first' | 'find_email', beginning: string) =>
    isBeginning(ref(column), asSearched(beginning))
  return [
    and([begins('find_name', text), ...isThere]),
    ...lastNames(text).map((last) =>
      and([begins('find_name', last), begins('find_first', text), ...isThere]),
    ),
    ...(hasEmail ? [and([begins('find_email', text), ...isThere])] : []),
  ]
}

async function deliveriesOf(db: Db, siteId: number, recipientIds: readonly number[], limit: number) {
  if (recipientIds.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('site_id', '=', siteId)
    .where('recipient_id', '=', anyOf(recipientIds))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deliveries whose name or email isn't their recipient's: corrected ones, and parcels of bulk cards. */
async function findUnlisted(db: Db, siteId: number, sought: Sought, limit: number): Promise<number[]> {
  const { words, zip } = wordsOf(sought)
  const deliveries = db
    .selectFrom('deliveries as d')
    .select('d.id')
    .where('d.site_id', '=', siteId)
    .where(({ eb, ref }) =>
      isAnyContaining(
        [ref('d.email'), eb(eb(ref('d.first_name'), '||', ' '), '||', ref('d.last_name'))],
        words,
      ),
    )
    .$if(zip !== undefined, (query) =>
      query.where(({ eb, fn, lit, ref }) => eb(fn('left', [ref('d.zip'), lit(5)]), '=', zip ?? '')),
    )
    .$if('until' in sought, (query) =>
      query.where('d.created_at', '<=', 'until' in sought ? sought.until : new Date()),
    )
    .limit(limit)
  const fixed = deliveries.innerJoin('delivery_events as e', (join) =>
    join
      .onRef('e.site_id', '=', 'd.site_id')
      .onRef('e.delivery_id', '=', 'd.id')
      // A literal, as in the condition of the index.
      .on('e.event', '=', literal('fixed')),
  )
  const rows = await Promise.all([fixed.execute(), deliveries.where('d.recipient_id', 'is', null).execute()])
  return rows.flat().map(({ id }) => id)
}

async function findShipTo(db: Db, siteId: number, sought: Sought, limit: number): Promise<number[]> {
  if ('email' in sought) return []
  const { words, zip } = wordsOf(sought)
  const rows = await db
    .selectFrom('shipping_orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('reward_type', '=', literal('bulk'))
    .where(({ fn, ref, val }) => {
      const name = fn.coalesce(jsonText(ref('address'), 'name'), val('')).$castTo<string>()
      return isAnyContaining([name], words)
    })
    .$if(zip !== undefined, (query) =>
      query.where(({ eb, fn, lit, ref }) =>
        eb(fn('left', [jsonText(ref('address'), 'zip'), lit(5)]), '=', zip ?? ''),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** They have an email, and neither a name nor a place. */
async function findInvitations(db: Db, siteId: number, sought: Sought, limit: number): Promise<number[]> {
  const { words, zip } = wordsOf(sought)
  if ('name' in sought || zip !== undefined) return []
  const rows = await db
    .selectFrom('company_invitations')
    .select('id')
    .where('site_id', '=', siteId)
    .where(({ eb, ref }) =>
      'email' in sought
        ? eb.and([eb('find_email', '=', asSearched(words)), eb('sent_at', '<=', sought.until)])
        : isBeginning(ref('find_email'), asSearched(words)),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function wordsOf(sought: Sought): { words: string; zip?: string } {
  if ('email' in sought) return { words: sought.email }
  if ('name' in sought) return { words: sought.name, zip: sought.zip }
  const { text, zip } = readSearch(sought.search)
  return { words: text, ...(zip !== '' && { zip }) }
}

/** `okafor 97205` */
function readSearch(search: string): { text: string; zip: string } {
  const [, text = '', zip = ''] = /^(.*\S)\s+(\d{5})(?:-\d{4})?$/s.exec(search.trim()) ?? [undefined, search]
  return { text: text.trim().replaceAll(/\s+/g, ' '), zip }
}

/** What the last name may begin with, of a first and last name. */
function lastNames(text: string): string[] {
  const words = text.split(' ')
  return [...new Set(words.slice(1).map((_, n) => words.slice(n + 1).join(' ')))]
}

/** A name as its index has it, last name first, for each place where the last name may begin. */
function orders(name: string): string[] {
  const words = name.split(' ')
  const turned = Array.from({ length: words.length + 1 }, (_, n) =>
    [words.slice(n).join(' '), words.slice(0, n).join(' ')].join(' '),
  )
  return [name, ...turned]
}
