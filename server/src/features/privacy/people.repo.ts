import type { AliasedExpression, Expression } from 'kysely'
import type { Db } from '../../database/database.ts'
import { asSearched, folded, inBytes, isAnyContaining, isBeginning, literal } from '../../database/sql.ts'
import { ERASED } from './retire.repo.ts'

export const SOURCES = ['recipient', 'delivery', 'saved', 'address', 'customer'] as const
export type Source = (typeof SOURCES)[number]

/** What one row says about a person. */
export type PersonRecord = {
  source: Source
  id: number
  /** A recipient's card item; the customer of saved people and addresses; the order of a delivery. */
  owner_id: number
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
type Row = Omit<PersonRecord, 'source'> & { find_name: string; find_first: string; find_email: string }
type Table = AliasedExpression<Row, 'p'>

/** A complete email, a complete name, or the beginning of either or part of an address. */
export type Sought = { email: string } | { name: string } | { search: string }

/** The newest records that match, of each source. */
export async function findRecords(
  db: Db,
  siteId: number,
  sought: Sought,
  limit: number,
): Promise<PersonRecord[]> {
  const found = await Promise.all(
    SOURCES.map(async (source) => {
      const rows = await matching(db, TABLES[source](db, siteId), sought, limit).execute()
      return rows.map((row) => recordOf(source, row))
    }),
  )
  return found.flat()
}

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
  return rows.map((row) => recordOf(source, row))
}

const TABLES: Readonly<Record<Source, (db: Db, siteId: number) => Table>> = {
  recipient: recipients,
  delivery: deliveries,
  saved: savedPeople,
  address: addresses,
  customer: customers,
}

function recordOf(source: Source, row: Row): PersonRecord {
  const { find_name: _, find_first: __, find_email: ___, ...record } = row
  return { source, ...record }
}

function matching(db: Db, table: Table, sought: Sought, limit: number) {
  return db
    .selectFrom(table)
    .selectAll('p')
    .where(({ and, eb, not, or, ref }) => {
      if ('email' in sought) return eb('p.find_email', '=', asSearched(sought.email))
      if ('name' in sought) return eb('p.find_first', '=', asSearched(sought.name))
      const isErased = and([eb('p.first_name', '=', ERASED), eb('p.last_name', '=', '')])
      const begins = (['p.find_name', 'p.find_first', 'p.find_email'] as const).map((column) =>
        isBeginning(ref(column), asSearched(sought.search)),
      )
      const isThere = isAnyContaining([ref('p.address1')], sought.search)
      return and([not(isErased), or([...begins, isThere, eb('p.zip', '=', sought.search)])])
    })
    .orderBy('p.id', 'desc')
    .limit(limit)
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
    .select(['r.find_name', 'r.find_first', 'r.find_email'])
    .select(['o.id as order_id', 'o.number as order_number', 'o.status'])
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
    .select(['o.id as order_id', 'o.number as order_number'])
    .select(({ eb, fn, lit, ref }) => [
      lit(0).as('position'),
      searched(eb(eb(ref('d.last_name'), '||', ' '), '||', ref('d.first_name'))).as('find_name'),
      searched(eb(eb(ref('d.first_name'), '||', ' '), '||', ref('d.last_name'))).as('find_first'),
      inBytes(fn<string>('lower', ['d.email'])).as('find_email'),
    ])
    .where('d.site_id', '=', siteId)
    .as('p')
}

function savedPeople(db: Db, siteId: number): Table {
  return db
    .selectFrom('saved_people as s')
    .select(['s.id', 's.customer_id as owner_id', 's.first_name', 's.last_name', 's.email', 's.created_at'])
    .select(['s.address1', 's.address2', 's.city', 's.state', 's.zip'])
    .select(['s.find_name', 's.find_first', 's.find_email'])
    .select([literal('').as('company'), literal('').as('phone'), literal('').as('status')])
    .select(({ cast, lit }) => [
      lit(0).as('position'),
      cast<number | null>(lit(null), 'bigint').as('order_id'),
      cast<string | null>(lit(null), 'text').as('order_number'),
    ])
    .where('s.site_id', '=', siteId)
    .as('p')
}

function addresses(db: Db, siteId: number): Table {
  return db
    .selectFrom('registered_addresses as a')
    .select(['a.id', 'a.customer_id as owner_id', 'a.name as first_name', 'a.company', 'a.phone'])
    .select(['a.address1', 'a.address2', 'a.city', 'a.state', 'a.zip', 'a.created_at'])
    .select([literal('').as('last_name'), literal('').as('email'), literal('').as('status')])
    .select(({ cast, lit, ref }) => [
      lit(0).as('position'),
      cast<number | null>(lit(null), 'bigint').as('order_id'),
      cast<string | null>(lit(null), 'text').as('order_number'),
      searched(ref('a.name')).as('find_name'),
      searched(ref('a.name')).as('find_first'),
      inBytes(literal('')).as('find_email'),
    ])
    .where('a.site_id', '=', siteId)
    .as('p')
}

function customers(db: Db, siteId: number): Table {
  return db
    .selectFrom('customers as c')
    .select(['c.id', 'c.id as owner_id', 'c.first_name', 'c.last_name', 'c.email', 'c.phone'])
    .select(['c.legal_business_name as company', 'c.business_address1 as address1'])
    .select(['c.business_address2 as address2', 'c.business_city as city', 'c.business_state as state'])
    .select(['c.business_zip as zip', 'c.created_at', 'c.find_name', 'c.find_first', 'c.find_email'])
    .select(({ cast, eb, lit }) => [
      lit(0).as('position'),
      cast<number | null>(lit(null), 'bigint').as('order_id'),
      cast<string | null>(lit(null), 'text').as('order_number'),
      eb.case().when('c.closed_at', 'is', null).then('open').else('closed').end().as('status'),
    ])
    .where('c.site_id', '=', siteId)
    .as('p')
}

/** As the `find_…` columns of other tables have it. */
function searched(text: Expression<string>) {
  return inBytes(folded(text))
}

/** A row's text about a person that isn't a field of its own. */
export type Mention = {
  source:
    | 'order'
    | 'order_note'
    | 'customer_note'
    | 'audit'
    | 'payment_received'
    | 'import'
    | 'change'
    | 'ship_to'
  id: number
  text: string
  at: Date
}

/** Free text, and copies of data, that contain an email or a complete name. */
export async function findMentions(db: Db, siteId: number, words: string, limit: number): Promise<Mention[]> {
  const [orders, orderNotes, customerNotes, audit, received, imports, changes, shipTo] = await Promise.all([
    db
      .selectFrom('orders as o')
      .select(({ cast, ref }) => [
        'o.id',
        'o.created_at as at',
        cast<string>(ref('o.bill_to'), 'text').as('text'),
      ])
      .select(({ cast, ref }) => cast<string>(ref('o.invoice_emails'), 'text').as('copies'))
      .where('o.site_id', '=', siteId)
      .where(({ cast, ref }) =>
        isAnyContaining(
          [cast<string>(ref('o.bill_to'), 'text'), cast<string>(ref('o.invoice_emails'), 'text')],
          words,
        ),
      )
      .limit(limit)
      .execute(),
    db
      .selectFrom('order_notes')
      .select(['id', 'text', 'at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyContaining([ref('text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('customer_notes')
      .select(['id', 'text', 'at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyContaining([ref('text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('audit_entries')
      .select(({ cast, ref }) => ['id', cast<string>(ref('facts'), 'text').as('text'), 'at'])
      .where('site_id', '=', siteId)
      .where('facts_salt', '<>', '')
      .where(({ cast, ref }) => isAnyContaining([cast<string>(ref('facts'), 'text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('funds_received')
      .select(({ eb }) => [
        'id',
        eb(eb('payer', '||', ' '), '||', eb.ref('note')).as('text'),
        'recorded_at as at',
      ])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyContaining([ref('payer'), ref('note')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('csv_card_item_imports')
      .select(({ cast, ref }) => ['id', cast<string>(ref('sample'), 'text').as('text'), 'created_at as at'])
      .where('site_id', '=', siteId)
      .where(({ cast, ref }) =>
        isAnyContaining(
          [cast<string>(ref('sample'), 'text'), cast<string>(ref('columns'), 'text'), ref('file_name')],
          words,
        ),
      )
      .limit(limit)
      .execute(),
    db
      .selectFrom('recipient_changes as c')
      .innerJoin('recipient_change_rows as r', (join) =>
        join.onRef('r.site_id', '=', 'c.site_id').onRef('r.change_id', '=', 'c.id'),
      )
      .select(({ cast, ref }) => [
        'c.id',
        cast<string>(ref('r.before'), 'text').as('text'),
        'c.created_at as at',
      ])
      .where('c.site_id', '=', siteId)
      .where(({ cast, ref }) => isAnyContaining([cast<string>(ref('r.before'), 'text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('shipping_orders')
      .select(({ cast, ref }) => ['id', cast<string>(ref('address'), 'text').as('text'), 'created_at as at'])
      .where('site_id', '=', siteId)
      .where(({ cast, ref }) => isAnyContaining([cast<string>(ref('address'), 'text')], words))
      .limit(limit)
      .execute(),
  ])
  const of = (source: Mention['source'], rows: readonly Omit<Mention, 'source'>[]) =>
    rows.map((row) => ({ source, ...row }))
  return [
    ...of(
      'order',
      orders.map(({ id, at, text, copies }) => ({ id, at, text: `${text ?? ''} ${copies}`.trim() })),
    ),
    ...of('order_note', orderNotes),
    ...of('customer_note', customerNotes),
    ...of('audit', audit),
    ...of('payment_received', received),
    ...of('import', imports),
    ...of('change', changes),
    ...of('ship_to', shipTo),
  ]
}
