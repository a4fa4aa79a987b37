import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { RecipientValues } from '../card-items/judged-recipient.ts'

export type SavedFields = Omit<RecipientValues, 'amount_cents' | 'message'>
export type SavedRow = SavedFields & {
  id: number
  person_key: number | null
  list_ids: number[]
  updated_at: Date
}
export type ListRow = { id: number; name: string; people_count: number; updated_at: Date }

const FIELDS = sql.raw('first_name, last_name, email, address1, address2, city, state, zip')
const NAME = sql`lower(p.last_name || ' ' || p.first_name)`

const COUNTED = sql`l.id, l.name, l.updated_at,
  (select count(*)::int from recipient_list_people m where m.site_id = l.site_id and m.list_id = l.id) as people_count`

export async function listLists(db: Db, actor: Customer): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${COUNTED} from recipient_lists l
    where l.site_id = ${actor.siteId} and l.customer_id = ${actor.customerId}
    order by lower(l.name)`.execute(db)
  return rows
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readList(db: Db, actor: Customer, id: number): Promise<ListRow> {
  const { rows } = await sql<ListRow>`
    select ${COUNTED} from recipient_lists l
    where l.site_id = ${actor.siteId} and l.customer_id = ${actor.customerId} and l.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0]
}

/** @returns undefined when the customer has a list of this name */
export async function insertList(db: Db, actor: Customer, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into recipient_lists (site_id, customer_id, name)
    values (${actor.siteId}, ${actor.customerId}, ${name}) on conflict do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** @returns false when another list has this name */
export async function renameList(db: Db, actor: Customer, id: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    update recipient_lists set name = ${name}, updated_at = now()
    where site_id = ${actor.siteId} and customer_id = ${actor.customerId} and id = ${id}
      and not exists (select from recipient_lists other where other.site_id = ${actor.siteId}
        and other.customer_id = ${actor.customerId} and lower(other.name) = lower(${name}) and other.id <> ${id})
    returning id`.execute(db)
  return rows.length === 1
}

export async function deleteList(db: Db, actor: Customer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recipient_lists')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Which people: everyone saved, those of one list, or search results. */
export type Wanted = { listId?: number | undefined; search?: string | undefined }

function wanted(actor: Customer, { listId, search }: Wanted) {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`p.site_id = ${actor.siteId} and p.customer_id = ${actor.customerId}
    ${
      listId === undefined
        ? sql``
        : sql`and exists (select from recipient_list_people m
      where m.site_id = p.site_id and m.person_id = p.id and m.list_id = ${listId})`
    }
    ${
      search
        ? sql`and (p.first_name || ' ' || p.last_name ilike ${pattern} or p.email ilike ${pattern}
      or p.city ilike ${pattern} or p.zip ilike ${pattern})`
        : sql``
    }`
}

const ROW = sql`p.id, ${sql.raw('p.first_name, p.last_name, p.email, p.address1, p.address2, p.city, p.state, p.zip')},
  p.person_key, p.updated_at,
  (select coalesce(jsonb_agg(m.list_id order by m.list_id), '[]') from recipient_list_people m
    where m.site_id = p.site_id and m.person_id = p.id) as list_ids`

export async function listSaved(
  db: Db,
  actor: Customer,
  asked: Wanted,
  page: { skip: number; take: number },
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    select ${ROW} from saved_people p where ${wanted(actor, asked)}
    order by ${NAME}, p.id offset ${page.skip} limit ${page.take}`.execute(db)
  return rows
}

/** People of a list behind an id: for walking through all of them. */
export async function listSavedAfter(
  db: Db,
  actor: Customer,
  listId: number,
  afterId: number,
  take: number,
  ids?: readonly number[],
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    select ${ROW} from saved_people p where ${wanted(actor, { listId })} and p.id > ${afterId}
      ${ids === undefined ? sql`` : sql`and p.id = any (${ids}::bigint[])`}
    order by p.id limit ${take}`.execute(db)
  return rows
}

export async function countSaved(db: Db, actor: Customer, asked: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_people p where ${wanted(actor, asked)}`.execute(db)
  return rows[0]!.count
}

/** @throws {Refusal} `not_found` if they're missing or another customer's */
export async function readSaved(db: Db, actor: Customer, id: number): Promise<SavedRow> {
  const { rows } = await sql<SavedRow>`
    select ${ROW} from saved_people p where ${wanted(actor, {})} and p.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0]
}

/** Saves a person, or updates one already saved. @returns their ID */
export async function saveOne(
  db: Db,
  actor: Customer,
  person: SavedFields,
  key: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_people (site_id, customer_id, ${FIELDS}, person_key)
    values (${actor.siteId}, ${actor.customerId}, ${person.first_name}, ${person.last_name}, ${person.email},
      ${person.address1}, ${person.address2}, ${person.city}, ${person.state}, ${person.zip}, ${key})
    on conflict (site_id, customer_id, person_key) do update set ${TAKEN}
    returning id`.execute(db)
  return rows[0]!.id
}

/** The newer row's values win; where it's empty, the older ones stay. */
const TAKEN = sql.raw(
  ['first_name', 'last_name', 'email', 'address1', 'address2', 'city', 'state', 'zip']
    .map(
      (field) =>
        `${field} = case when excluded.${field} = '' then saved_people.${field} else excluded.${field} end`,
    )
    .concat('updated_at = now()')
    .join(', '),
)

export async function updateSaved(
  db: Db,
  actor: Customer,
  id: number,
  person: SavedFields,
  key: number | null,
): Promise<void> {
  const { first_name, last_name, email, address1, address2, city, state, zip } = person
  await db
    .updateTable('saved_people')
    .set({
      first_name,
      last_name,
      email,
      address1,
      address2,
      city,
      state,
      zip,
      person_key: key,
      updated_at: sql<Date>`now()`,
    })
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSaved(db: Db, actor: Customer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_people')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function addMember(db: Db, siteId: number, listId: number, personId: number): Promise<void> {
  await sql`insert into recipient_list_people (site_id, list_id, person_id)
    values (${siteId}, ${listId}, ${personId}) on conflict do nothing`.execute(db)
  await sql`update recipient_lists set updated_at = now() where site_id = ${siteId} and id = ${listId}`.execute(
    db,
  )
}

export async function removeMember(db: Db, siteId: number, listId: number, personId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('recipient_list_people')
    .where('site_id', '=', siteId)
    .where('list_id', '=', listId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Saves the people of a card item's list between two positions, and puts them on a saved list. */
export async function saveBetween(
  db: Db,
  actor: Customer,
  itemId: number,
  listId: number,
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await sql<{ saved: number }>`
    with chosen as (
      select distinct on (person_key) ${FIELDS}, person_key from card_recipient_details
      where site_id = ${actor.siteId} and card_item_id = ${itemId} and position between ${from} and ${to}
        and person_key is not null and not needs_attention
      order by person_key, position desc
    ), saved as (
      insert into saved_people (site_id, customer_id, ${FIELDS}, person_key)
      select ${actor.siteId}::bigint, ${actor.customerId}::bigint, ${FIELDS}, person_key from chosen
      on conflict (site_id, customer_id, person_key) do update set ${TAKEN}
      returning id
    ), members as (
      insert into recipient_list_people (site_id, list_id, person_id)
      select ${actor.siteId}::bigint, ${listId}::bigint, id from saved on conflict do nothing
    )
    select count(*)::int as saved from saved`.execute(db)
  return rows[0]!.saved
}
