import { type AliasedExpression, expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, jsonText, literal } from '../../database/sql.ts'

export const SOURCES = [
  'recipient',
  'delivery',
  'saved',
  'address',
  'customer',
  'ship_to',
  'invitation',
] as const
export type Source = (typeof SOURCES)[number]

/** What one row says about a person. */
export type PersonRecord = {
  source: Source
  id: number
  /** A recipient's card item; the customer of saved people and addresses; the order of deliveries and ship-to addresses. */
  owner_id: number
  /** Of recipients and deliveries: a corrected delivery and its recipient are one person. */
  recipient_id: number | null
  position: number
  first_name: string
  last_name: string
  company: string
  email: string
  phone: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
  order_id: number | null
  order_number: string | null
  status: string
  created_at: Date
}
type Row = Omit<PersonRecord, 'source'>
type Table = AliasedExpression<Row, 'p'>

/** All records of a source, page by page. */
export async function listRecordsAfter(
  db: Db,
  siteId: number,
  source: Source,
  after: number,
  limit: number,
): Promise<PersonRecord[]> {
  const rows = await db
    .selectFrom(TABLES[source](db, siteId))
    .selectAll('p')
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ source, ...row }))
}

/** The newest first. */
export async function readRecords(
  db: Db,
  siteId: number,
  source: Source,
  ids: readonly number[],
): Promise<PersonRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(TABLES[source](db, siteId))
    .selectAll('p')
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map((row) => ({ source, ...row }))
}

const TABLES: Readonly<Record<Source, (db: Db, siteId: number) => Table>> = {
  recipient: recipients,
  delivery: deliveries,
  saved: savedPeople,
  address: addresses,
  customer: customers,
  ship_to: shipTo,
  invitation: invitations,
}

function recipients(db: Db, siteId: number): Table {
  return db
    .selectFrom('card_recipient_details as r')
    .innerJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'i.site_id').onRef('o.id', '=', 'i.order_id'),
    )
    .select(['r.id', 'r.card_item_id as owner_id', 'r.position', 'r.first_name', 'r.last_name', 'r.email'])
    .select(['r.address1', 'r.address2', 'r.city', 'r.state', 'r.zip', 'r.created_at'])
    .select(['r.id as recipient_id', 'o.id as order_id', 'o.number as order_number', 'o.status'])
    .select([literal('').as('company'), literal('').as('phone')])
    .where('r.site_id', '=', siteId)
    .as('p')
}

function deliveries(db: Db, siteId: number): Table {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select(['d.id', 'd.order_id as owner_id', 'd.first_name', 'd.last_name', 'd.email', 'd.company'])
    .select(['d.phone', 'd.address1', 'd.address2', 'd.city', 'd.state', 'd.zip', 'd.created_at', 'd.status'])
    .select(['d.recipient_id', 'o.id as order_id', 'o.number as order_number'])
    .select(({ lit }) => lit(0).as('position'))
    .where('d.site_id', '=', siteId)
    .as('p')
}

function savedPeople(db: Db, siteId: number): Table {
  return db
    .selectFrom('saved_people as s')
    .select(['s.id', 's.customer_id as owner_id', 's.first_name', 's.last_name', 's.email', 's.created_at'])
    .select(['s.address1', 's.address2', 's.city', 's.state', 's.zip'])
    .select([literal('').as('company'), literal('').as('phone'), literal('').as('status')])
    .select(OF_NO_ORDER)
    .where('s.site_id', '=', siteId)
    .as('p')
}

function addresses(db: Db, siteId: number): Table {
  return db
    .selectFrom('registered_addresses as a')
    .select(['a.id', 'a.customer_id as owner_id', 'a.name as first_name', 'a.company', 'a.phone'])
    .select(['a.address1', 'a.address2', 'a.city', 'a.state', 'a.zip', 'a.created_at'])
    .select([literal('').as('last_name'), literal('').as('email'), literal('').as('status')])
    .select(OF_NO_ORDER)
    .where('a.site_id', '=', siteId)
    .as('p')
}

function customers(db: Db, siteId: number): Table {
  return db
    .selectFrom('customers as c')
    .select(['c.id', 'c.id as owner_id', 'c.first_name', 'c.last_name', 'c.email', 'c.phone'])
    .select(['c.legal_business_name as company', 'c.business_address1 as address1'])
    .select(['c.business_address2 as address2', 'c.business_city as city', 'c.business_state as state'])
    .select(['c.business_zip as zip', 'c.created_at'])
    .select(OF_NO_ORDER)
    .select((eb) => eb.case().when('c.closed_at', 'is', null).then('open').else('closed').end().as('status'))
    .where('c.site_id', '=', siteId)
    .as('p')
}

/** To a company, whose name the record has. */
function invitations(db: Db, siteId: number): Table {
  return db
    .selectFrom('company_invitations as i')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'i.site_id').onRef('c.id', '=', 'i.company_id'),
    )
    .select(['i.id', 'i.company_id as owner_id', 'i.email', 'c.name as company', 'i.sent_at as created_at'])
    .select((['first_name', 'last_name', 'phone', 'address1', 'address2'] as const).map(blank))
    .select((['city', 'state', 'zip', 'status'] as const).map(blank))
    .select(OF_NO_ORDER)
    .where('i.site_id', '=', siteId)
    .as('p')
}

/** Where an order's bulk cards go. Carts have the customer's saved address instead. */
function shipTo(db: Db, siteId: number): Table {
  const part = (name: string) =>
    eb.fn.coalesce(jsonText(eb.ref('s.address'), name), eb.val('')).$castTo<string>()
  const eb = expressionBuilder<Database & { s: Database['shipping_orders'] }, 's'>()
  return db
    .selectFrom('shipping_orders as s')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 's.site_id').onRef('o.id', '=', 's.order_id'),
    )
    .select(['s.id', 's.order_id as owner_id', 's.created_at', 'o.status'])
    .select(['o.id as order_id', 'o.number as order_number'])
    .select(({ cast, lit }) => [
      lit(0).as('position'),
      cast<number | null>(lit(null), 'bigint').as('recipient_id'),
    ])
    .select([literal('').as('last_name'), literal('').as('email'), part('name').as('first_name')])
    .select((['company', 'phone', 'address1', 'address2'] as const).map((name) => part(name).as(name)))
    .select((['city', 'state', 'zip'] as const).map((name) => part(name).as(name)))
    .where('s.site_id', '=', siteId)
    .where('s.reward_type', '=', literal('bulk'))
    .where('s.address', 'is not', null)
    .where('o.status', '<>', 'cart')
    .as('p')
}

function blank<Name extends string>(name: Name) {
  return literal('').as(name)
}

const { cast: castOf, lit: litOf } = expressionBuilder<Database>()
const OF_NO_ORDER = [
  litOf(0).as('position'),
  castOf<number | null>(litOf(null), 'bigint').as('recipient_id'),
  castOf<number | null>(litOf(null), 'bigint').as('order_id'),
  castOf<string | null>(litOf(null), 'text').as('order_number'),
] as const
