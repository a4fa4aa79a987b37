import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { isLongTable } from '../../database/long-lists.ts'
import {
  asSearched,
  inBytes,
  isAnyContaining,
  isBeginning,
  isRowBelow,
  literal,
  yearBegins,
} from '../../database/sql.ts'
import { customersFound } from '../customers/customers.repo.ts'
import { isFullyRefunded, netCents, refundsByOrder } from '../ledger/refunded.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

export type CompaniesAsked = {
  search?: string | undefined
  sort: 'newest' | 'oldest' | 'name' | '-name'
  after?: number | undefined
  page_size: number
}

/** A page of companies behind the given one. One more row than the page size tells whether there's a next page. */
export async function listCompanyRows(
  db: Db,
  siteId: number,
  { search, sort, after, page_size }: CompaniesAsked,
) {
  let found = db
    .selectFrom('companies as c')
    .select(['c.site_id', 'c.id', 'c.find_name'])
    .where('c.site_id', '=', siteId)
  if (search) {
    const isLong = await isLongTable(db, 'customers', siteId)
    found = found.where('c.id', 'in', companiesFound(siteId, search, isLong))
  } else {
    found = found.where('c.merged_into', 'is', null)
  }
  const isByName = sort === 'name' || sort === '-name'
  const direction = sort === 'oldest' || sort === 'name' ? 'asc' : 'desc'
  if (after !== undefined && !isByName) found = found.where('c.id', direction === 'asc' ? '>' : '<', after)
  if (after !== undefined && isByName) {
    const { find_name } = await readCompany(db, siteId, after)
    found = found.where(({ cast, refTuple, tuple, val }) => {
      const last = tuple(cast<string>(val(find_name), 'text'), cast<number>(val(after), 'bigint'))
      const row = refTuple('c.find_name', 'c.id')
      return direction === 'asc' ? isRowBelow(last, row) : isRowBelow(row, last)
    })
  }
  if (isByName) found = found.orderBy('c.find_name', direction)
  found = found.orderBy('c.id', direction)
  let page = db
    .selectFrom(found.limit(page_size + 1).as('found'))
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'found.site_id').onRef('c.id', '=', 'found.id'),
    )
    .where('c.site_id', '=', siteId)
    .select(['c.id', 'c.name', 'c.created_at', 'c.merged_into'])
    .select(({ selectFrom }) => [
      selectFrom('companies as into')
        .select('into.name')
        .whereRef('into.site_id', '=', 'c.site_id')
        .whereRef('into.id', '=', 'c.merged_into')
        .as('merged_into_name'),
      selectFrom('company_members as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.site_id', '=', 'c.site_id')
        .whereRef('m.company_id', '=', 'c.id')
        .as('people_count'),
      selectFrom('orders as o')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('o.site_id', '=', 'c.site_id')
        .whereRef('o.company_id', '=', 'c.id')
        .where('o.placed_at', 'is not', null)
        .as('order_count'),
      selectFrom('orders as o')
        .select(({ fn }) => fn.max('o.placed_at').as('last'))
        .whereRef('o.site_id', '=', 'c.site_id')
        .whereRef('o.company_id', '=', 'c.id')
        .where('o.placed_at', 'is not', null)
        .as('last_order_at'),
    ])
  if (isByName) page = page.orderBy('c.find_name', direction)
  return page.orderBy('c.id', direction).execute()
}

/** By any part of a company's name, a person, or a domain, or, on a site with many customers, by how these begin. */
function companiesFound(siteId: number, search: string, isLong: boolean) {
  const { selectFrom } = expressionBuilder<Database>()
  const named = selectFrom('companies as named')
    .select('named.id')
    .where('named.site_id', '=', siteId)
    .where(({ ref }) =>
      isLong
        ? isBeginning(ref('named.find_name'), asSearched(search))
        : isAnyContaining([ref('named.name')], search),
    )
  const peopled = selectFrom('company_members as m')
    .select('m.company_id as id')
    .where('m.site_id', '=', siteId)
    .where('m.customer_id', 'in', customersFound(siteId, search, isLong))
  const reached = selectFrom('company_domains as d')
    .select('d.company_id as id')
    .where('d.site_id', '=', siteId)
    .where(({ ref, val }) =>
      isLong
        ? isBeginning(inBytes(ref('d.domain')), inBytes(val(search.trim().toLowerCase())))
        : isAnyContaining([ref('d.domain')], search),
    )
  return named.union(peopled).union(reached)
}

function companies(db: Db, siteId: number, id: number) {
  return db.selectFrom('companies').selectAll().where('site_id', '=', siteId).where('id', '=', id)
}

export type CompanyRow = Awaited<ReturnType<typeof readCompany>>

/** @throws {Refusal} `not_found` */
export async function readCompany(db: Db, siteId: number, id: number) {
  const row = await companies(db, siteId, id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** @throws {Refusal} `not_found` */
export async function lockCompany(db: Db, siteId: number, id: number): Promise<CompanyRow> {
  const row = await companies(db, siteId, id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

const SHOWN_ORDERS = 20

export async function readOrdersOf(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  companyId: number,
  at: Date,
) {
  const placed = () =>
    db
      .selectFrom('orders as o')
      .where('o.site_id', '=', site.id)
      .where('o.company_id', '=', companyId)
      .where('o.placed_at', 'is not', null)
  const [orders, sums] = await Promise.all([
    placed()
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
      )
      .select(['o.id', 'o.number', 'o.status', 'o.is_shipped', 'o.total_cents', 'o.placed_at'])
      .select(['c.first_name', 'c.last_name'])
      .orderBy('o.placed_at', 'desc')
      .limit(SHOWN_ORDERS)
      .execute(),
    placed()
      .select(({ and, eb, fn, lit, not }) => {
        const counts = and([eb('o.status', '<>', literal('declined')), not(isFullyRefunded)])
        const thisYear = eb('o.placed_at', '>=', yearBegins(at, site.time_zone))
        return [
          fn.countAll<number>().as('count'),
          fn.countAll<number>().filterWhere('o.status', '=', literal('declined')).as('declined'),
          fn.coalesce(fn.sum<number>(netCents).filterWhere(counts), lit(0)).as('cents'),
          fn.coalesce(fn.sum<number>(netCents).filterWhere(and([counts, thisYear])), lit(0)).as('year_cents'),
        ]
      })
      .executeTakeFirstOrThrow(),
  ])
  return {
    orders,
    refunds: await refundsByOrder(
      db,
      site.id,
      orders.map(({ id }) => id),
    ),
    count: Number(sums.count),
    declinedCount: Number(sums.declined),
    cents: Number(sums.cents),
    thisYearCents: Number(sums.year_cents),
  }
}

/** Everyone in it, by name, with the account that tells when they were last seen. */
export function listPeopleOf(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_members as m')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .leftJoin('company_teams as t', (join) =>
      join.onRef('t.site_id', '=', 'm.site_id').onRef('t.id', '=', 'm.team_id'),
    )
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 'c.identity_subject'])
    .select(['m.role', 'm.joined_at', 'r.name as custom_name', 't.name as team'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', companyId)
    .orderBy('c.find_name')
    .orderBy('c.id')
    .execute()
}

export async function countInvitationsOf(
  db: Db,
  siteId: number,
  companyId: number,
  at: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('company_invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listDomainsOf(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_domains')
    .select(['domain', 'verified_at'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()
}

export function listNotesOf(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_notes')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}
