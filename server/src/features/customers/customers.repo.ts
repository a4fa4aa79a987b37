import { expressionBuilder, type Selectable, type Updateable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Customers } from '../../database/generated/tables.ts'
import { firstOfEach } from '../../database/long-lists.ts'
import { asSearched, isAnyContaining, isBeginning, literal, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type CustomerRow = Selectable<Customers>
type Owner = Pick<Customer, 'siteId' | 'customerId'>

/** The actor's own record. It exists: signing in made it. */
export function readCustomerRow(db: Db, actor: Owner): Promise<CustomerRow> {
  return own(db, actor).executeTakeFirstOrThrow()
}

/** Like {@link readCustomerRow}, and locks the row until the transaction ends. */
export function lockCustomerRow(db: Db, actor: Owner): Promise<CustomerRow> {
  return own(db, actor).forUpdate().executeTakeFirstOrThrow()
}

function own(db: Db, actor: Owner) {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
}

export function updateCustomerRow(
  db: Db,
  actor: Customer,
  values: Updateable<Customers>,
): Promise<CustomerRow> {
  return db
    .updateTable('customers')
    .set({ ...values, updated_at: now })
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The IDs of customers that a search finds: by any part of their name, business, or email, or, among many customers,
 * by how these begin. Only beginnings can use indexes.
 */
export function customersFound(siteId: number, search: string, isLong: boolean) {
  const beginnings = customersByBeginning(siteId, search)
  return isLong
    ? beginnings.slice(1).reduce((all, one) => all.union(one), beginnings[0]!)
    : withPart(siteId, search)
}

/** Some of {@link customersFound}: at most this many per query. */
export function someCustomersFound(siteId: number, search: string, isLong: boolean, most: number) {
  const newest = withPart(siteId, search).orderBy('c.id', 'desc')
  return firstOfEach(isLong ? customersByBeginning(siteId, search) : [newest], most)
}

function ofSite(siteId: number) {
  return expressionBuilder<Database>()
    .selectFrom('customers as c')
    .select('c.id')
    .where('c.site_id', '=', siteId)
}

function withPart(siteId: number, search: string) {
  return ofSite(siteId).where(({ eb, ref }) => {
    const name = eb(eb('c.first_name', '||', literal(' ')), '||', ref('c.last_name'))
    return isAnyContaining([ref('c.email'), ref('c.legal_business_name'), name], search)
  })
}

/** One for each index. */
function customersByBeginning(siteId: number, search: string) {
  return (['c.find_name', 'c.find_first', 'c.find_company', 'c.find_email'] as const).map((column) =>
    ofSite(siteId).where(({ ref }) => isBeginning(ref(column), asSearched(search))),
  )
}
