import type { Db } from '../../database/database.ts'
import { anyOf } from '../../database/sql.ts'
import type { CompanyRow } from './office-companies.repo.ts'

/** Two companies that become one, or were: what is `merged` ends, and `kept` has everything. */
export type Pair = { siteId: number; merged: CompanyRow; kept: CompanyRow }
export type Key = number | string

/**
 * What a merge does with each table that has a company, and the column that tells moved rows apart. They move in this
 * order: orders are locked before budgets and balances, as by payments.
 */
export const COMPANY_TABLES = {
  company_members: 'customer_id',
  orders: 'id',
  approval_requests: 'id',
  company_teams: 'id',
  company_budgets: 'id',
  company_api_keys: 'id',
  company_programs: 'id',
  webhook_endpoints: 'id',
  company_invitations: 'id',
  company_join_requests: 'customer_id',
  company_domains: 'id',
  company_notes: 'id',
  registered_addresses: 'id',
  recipient_lists: 'id',
  list_files: 'id',
  csv_card_item_imports: 'id',
  card_items: 'id',
  saved_designs: 'id',
  files: 'id',
  file_folders: 'id',
  saved_reports: 'id',
  approval_delegates: 'id',
  notices: 'id',
  conversations: 'id',
  assistant_connections: 'id',
  /** Copied, so that people who get one keep it after an undo. */
  company_roles: null,
  /** End: the other company's count. */
  approval_rules: null,
  company_billing: null,
  /** Stays, as what happened then. It is part of a chain of hashes. */
  audit_entries: null,
  site_events: null,
  /** Of its own orders then, and removed within days. */
  report_files: null,
  /** End within a day; what they become is shared with the company that the customer acts for then. */
  file_uploads: null,
  /** Counted again by a job, which `year-end` enqueues. */
  year_end_people: null,
  year_end_cards: null,
  year_end_totals: null,
  /** Money moves by entries of both companies. */
  company_balances: null,
  company_terms: null,
  ledger_entries: null,
  company_merges: null,
} as const

type Tables = typeof COMPANY_TABLES
export type MovedTable = { [Name in keyof Tables]: Tables[Name] extends null ? never : Name }[keyof Tables]
export const MOVED_TABLES = Object.entries(COMPANY_TABLES).flatMap(([table, key]) =>
  key === null ? [] : [table as MovedTable],
)

/** Tables whose names are different in one company. */
export const NAMED_TABLES = ['company_teams', 'recipient_lists', 'saved_designs', 'file_folders'] as const
export type NamedTable = (typeof NAMED_TABLES)[number]

// They have the same columns, as far as it's about these.
type Like = 'company_domains'
type Column = 'domain'

function keyOf(table: MovedTable) {
  return COMPANY_TABLES[table] as 'id'
}

/** What the other company has already: the same of the merged one stays behind. */
export type There = { people: number[]; emails: string[]; asked: number[]; domains: string[] }

export async function readThere(db: Db, { siteId, kept }: Pair): Promise<There> {
  const [people, invited, asked, domains] = await Promise.all([
    db
      .selectFrom('company_members as m')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
      )
      .select(['c.id', 'c.email'])
      .where('m.site_id', '=', siteId)
      .where('m.company_id', '=', kept.id)
      .execute(),
    db
      .selectFrom('company_invitations')
      .select('email')
      .where('site_id', '=', siteId)
      .where('company_id', '=', kept.id)
      .execute(),
    db
      .selectFrom('company_join_requests')
      .select('customer_id')
      .where('site_id', '=', siteId)
      .where('company_id', '=', kept.id)
      .execute(),
    db
      .selectFrom('company_domains')
      .select('domain')
      .where('site_id', '=', siteId)
      .where('company_id', '=', kept.id)
      .execute(),
  ])
  return {
    people: people.map(({ id }) => id),
    emails: [...people, ...invited].map(({ email }) => email.toLowerCase()),
    asked: [...people.map(({ id }) => id), ...asked.map((one) => one.customer_id)],
    domains: domains.map(({ domain }) => domain),
  }
}

/** The rows of the merged company that move: not those that would be there twice, nor budgets of everyone. */
function movable(db: Db, { siteId, merged }: Pair, table: MovedTable, there: There) {
  const rows = db
    .selectFrom(table as Like)
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
  const column = (name: string) => name as Column
  const without = (name: string, values: readonly (number | string)[]) =>
    rows.where(({ eb, not }) => not(eb(column(name), '=', anyOf(values as string[]))))
  if (table === 'company_members') return without('customer_id', there.people)
  if (table === 'company_join_requests') return without('customer_id', there.asked)
  if (table === 'company_domains') return without('domain', there.domains)
  if (table === 'company_invitations') {
    return rows.where(({ eb, fn, not }) =>
      not(eb(fn<string>('lower', [column('email')]), '=', anyOf(there.emails))),
    )
  }
  if (table === 'company_budgets') {
    return rows.where(({ eb, or }) =>
      or(['team_id', 'customer_id'].map((name) => eb(column(name), 'is not', null))),
    )
  }
  return rows
}

/** How many rows of a table move, and the last of them: both tell whether something changed since. */
export async function countMovable(db: Db, pair: Pair, table: MovedTable, there: There) {
  const { count, last } = await movable(db, pair, table, there)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max(keyOf(table)).as('last')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), last: last === null ? null : Number(last) }
}

/** Gives rows of the merged company to the other, locked in order of their keys. @returns the keys */
export async function moveRows(db: Db, pair: Pair, table: MovedTable, there: There): Promise<Key[]> {
  const rows = await movable(db, pair, table, there)
    .select(`${keyOf(table)} as key`)
    .orderBy(keyOf(table))
    .forUpdate()
    .execute()
  const keys = rows.map(({ key }) => key)
  await give(db, pair.siteId, table, keys, { from: pair.merged.id, to: pair.kept.id })
  return keys
}

/** Gives back those of the rows that the other company still has. @returns their keys */
export async function moveRowsBack(
  db: Db,
  { siteId, merged, kept }: Pair,
  table: MovedTable,
  keys: readonly Key[],
): Promise<Key[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom(table as Like)
    .select(`${keyOf(table)} as key`)
    .where('site_id', '=', siteId)
    .where('company_id', '=', kept.id)
    .where(keyOf(table), '=', anyOf(keys as number[]))
    .orderBy(keyOf(table))
    .forUpdate()
    .execute()
  const found = rows.map(({ key }) => key)
  await give(db, siteId, table, found, { from: kept.id, to: merged.id })
  return found
}

async function give(
  db: Db,
  siteId: number,
  table: MovedTable,
  keys: readonly Key[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable(table as Like)
    .set({ company_id: to })
    .where('site_id', '=', siteId)
    .where('company_id', '=', from)
    .where(keyOf(table), '=', anyOf(keys as number[]))
    .execute()
}

/** How many of the moved rows the other company still has. */
export async function countStillMoved(
  db: Db,
  { siteId, kept }: Pair,
  table: MovedTable,
  keys: readonly Key[],
): Promise<number> {
  if (keys.length === 0) return 0
  const { count } = await db
    .selectFrom(table as Like)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('company_id', '=', kept.id)
    .where(keyOf(table), '=', anyOf(keys as number[]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
