import type { CatalogKind, OfficeCatalog } from '@laurel/contract/office-catalog'
import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'

export type CatalogWire = z.input<typeof OfficeCatalog>
export type Entry = {
  id: number
  version: number
  active: boolean
  values: Record<string, unknown>
  /** Which part it is, of kinds whose parts have names. */
  name?: string
}

type Kept = {
  table: string
  /** The editable columns. */
  columns: Readonly<Record<string, 'plain' | 'json'>>
  orderBy: string
  /** The column that identifies an entry; unique within the list. */
  named?: string
  /** Whether it can be turned off and sorted. */
  switches: boolean
  ordered: boolean
  /** The column of card items that refers to it: an entry used by a placed order can't be edited. */
  usedBy?: 'reward_id' | 'reward_card_template_id'
}

const plain = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'plain' as const]))
const inTypes = (column: string) => `array_position(array['bulk', 'direct', 'digital'], ${column}), id`

/** The table of each kind. Its names become SQL, so none may come from a request. */
export const KEPT: Readonly<Record<CatalogKind, Kept>> = {
  rewards: {
    table: 'rewards',
    columns: plain(
      'name',
      'network',
      'description',
      'image',
      'reward_types',
      'min_value_cents',
      'max_value_cents',
    ),
    orderBy: 'position, id',
    switches: true,
    ordered: true,
    usedBy: 'reward_id',
  },
  templates: {
    table: 'reward_card_templates',
    columns: {
      name: 'plain',
      background: 'json',
      gradient: 'json',
      fulfillment_layout: 'json',
      user_layout: 'json',
    },
    orderBy: 'position, id',
    switches: true,
    ordered: true,
    usedBy: 'reward_card_template_id',
  },
  amounts: {
    table: 'predefined_amounts',
    columns: plain('value_cents'),
    orderBy: 'value_cents',
    switches: true,
    ordered: false,
  },
  messages: {
    table: 'predefined_messages',
    columns: plain('occasion', 'text'),
    orderBy: 'position, id',
    switches: true,
    ordered: true,
  },
  shipping_options: {
    table: 'shipping_options',
    columns: plain('reward_type', 'carrier', 'service', 'price_cents', 'per', 'min_days', 'max_days'),
    orderBy: 'position, id',
    switches: true,
    ordered: true,
  },
  reward_infos: {
    table: 'reward_infos',
    columns: plain('title', 'description', 'needs', 'good_for', 'arrives'),
    orderBy: inTypes('name'),
    named: 'name',
    switches: false,
    ordered: false,
  },
  landing: {
    table: 'landing_components',
    columns: { content: 'json' },
    orderBy: 'position, id',
    named: 'kind',
    switches: true,
    ordered: true,
  },
  heard_about: {
    table: 'heard_about_options',
    columns: plain('name'),
    orderBy: 'position, id',
    switches: true,
    ordered: true,
  },
}

type Row = Record<string, unknown> & { id: number; version: number; active?: boolean }

/** A site's entries of one kind, inactive ones too, without those that an edit replaced. */
export async function listKind(db: Db, siteId: number, kind: CatalogKind): Promise<Entry[]> {
  const { table, orderBy, usedBy } = KEPT[kind]
  const current = usedBy === undefined ? sql`` : sql`and replaced_by is null`
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where site_id = ${siteId} ${current} order by ${sql.raw(orderBy)}`.execute(
    db,
  )
  return rows.map((row) => entryOf(kind, row))
}

/** @throws {Refusal} `not_found` */
export async function lockEntry(db: Db, siteId: number, kind: CatalogKind, id: number): Promise<Entry> {
  const { table, usedBy } = KEPT[kind]
  const current = usedBy === undefined ? sql`` : sql`and replaced_by is null`
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where site_id = ${siteId} and id = ${id} ${current} for update`.execute(
    db,
  )
  if (rows[0] === undefined) throw new Refusal('not_found')
  return entryOf(kind, rows[0])
}

function entryOf(kind: CatalogKind, row: Row): Entry {
  const { columns, named } = KEPT[kind]
  const values = Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]]))
  const { id, version, active = true } = row
  return { id, version, active, values, ...(named && { name: String(row[named]) }) }
}

function written(kind: CatalogKind, values: Record<string, unknown>) {
  const { columns } = KEPT[kind]
  return Object.entries(columns)
    .filter(([name]) => name in values)
    .map(([name, how]) => [name, how === 'json' ? json(values[name]) : values[name]] as const)
}

export async function lockSite(db: Db, siteId: number): Promise<void> {
  await db.selectFrom('sites').select('id').where('id', '=', siteId).forUpdate().execute()
}

type Place = { position: number }

/** Adds an entry, at the place of another or at the end. @returns its id */
export async function insertEntry(
  db: Db,
  siteId: number,
  kind: CatalogKind,
  values: Record<string, unknown>,
  { like, name }: { like?: { id: number; active: boolean }; name?: string | undefined } = {},
): Promise<number> {
  const { table, ordered, named } = KEPT[kind]
  const fields = written(kind, values)
  const columns = fields.map(([name]) => sql.ref(name))
  const given = fields.map(([, value]) => sql`${value}`)
  if (named !== undefined) {
    columns.push(sql.ref(named))
    given.push(sql`${name}`)
  }
  if (ordered) {
    // Not a part of the insert, which a distributed database would refuse.
    const [place] = (
      await (like
        ? sql<Place>`select position from ${sql.table(table)} where site_id = ${siteId} and id = ${like.id}`
        : sql<Place>`select coalesce(max(position), -1) + 1 as position from ${sql.table(table)}
            where site_id = ${siteId}`
      ).execute(db)
    ).rows
    columns.push(sql.ref('position'))
    given.push(sql`${place!.position}`)
  }
  if (like) {
    columns.push(sql.ref('active'))
    given.push(sql`${like.active}`)
  }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (site_id, ${sql.join(columns)})
    values (${siteId}, ${sql.join(given)}) returning id`.execute(db)
  return rows[0]!.id
}

export async function updateEntry(
  db: Db,
  siteId: number,
  kind: CatalogKind,
  id: number,
  change: { values?: Record<string, unknown>; active?: boolean },
): Promise<void> {
  const sets = written(kind, change.values ?? {}).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (change.active !== undefined) sets.push(sql`active = ${change.active}`)
  await sql`update ${sql.table(KEPT[kind].table)} set ${sql.join([...sets, sql`version = version + 1`])}
    where site_id = ${siteId} and id = ${id}`.execute(db)
}

/** Orders whose card items can no longer change: they are placed, or their payment is under way. */
function isFixed() {
  const { eb, or, exists, selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()
  const payments = selectFrom('payments as p')
    .select('p.id')
    .whereRef('p.site_id', '=', 'o.site_id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('p.state', 'in', ['started', 'submitted', 'paid', 'settled'])
  return or([eb('o.status', '<>', 'cart'), exists(payments)])
}

/** Whether an order that can no longer change was made with it. */
export async function isUsed(db: Db, siteId: number, kind: CatalogKind, id: number): Promise<boolean> {
  const { usedBy } = KEPT[kind]
  if (usedBy === undefined) return false
  const used = await db
    .selectFrom('card_items as c')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
    )
    .select('c.id')
    .where('c.site_id', '=', siteId)
    .where(`c.${usedBy}`, '=', id)
    .where(isFixed())
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Replaces an entry by its successor, also in open carts and saved designs; fixed orders keep the old one. */
export async function replaceEntry(
  db: Db,
  siteId: number,
  kind: CatalogKind,
  id: number,
  successor: number,
): Promise<void> {
  const { table, usedBy } = KEPT[kind]
  if (usedBy === undefined) throw new Error(`${kind} are edited in place`)
  await sql`update ${sql.table(table)} set active = false, replaced_by = ${successor}, version = version + 1
    where site_id = ${siteId} and id = ${id}`.execute(db)
  await db
    .updateTable('card_items as c')
    .from('orders as o')
    .set({ [usedBy]: successor })
    .where('c.site_id', '=', siteId)
    .where(`c.${usedBy}`, '=', id)
    .whereRef('o.site_id', '=', 'c.site_id')
    .whereRef('o.id', '=', 'c.order_id')
    .where(({ not }) => not(isFixed()))
    .execute()
  await db
    .updateTable('saved_designs')
    .set({ [usedBy]: successor })
    .where('site_id', '=', siteId)
    .where(usedBy, '=', id)
    .execute()
}

export async function writeOrder(
  db: Db,
  siteId: number,
  kind: CatalogKind,
  ids: readonly number[],
): Promise<void> {
  await sql`update ${sql.table(KEPT[kind].table)} t set position = o.place - 1
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place)
    where t.site_id = ${siteId} and t.id = o.id`.execute(db)
}
