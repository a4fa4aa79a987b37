import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import { itemIdsOf } from './card-items.repo.ts'
import { lastPosition } from './recipients.repo.ts'

export type Given = { amount_cents?: number | null | undefined; message?: string | undefined }
export type ChangeRow = {
  id: number
  card_item_id: number
  action: 'set' | 'delete' | 'edit'
  given: Given
  created_at: Date
}

/** Notes that people are about to be changed; what they were is added to it. */
export async function insertChange(
  db: Db,
  siteId: number,
  change: { card_item_id: number; token: string; action: ChangeRow['action']; given: Given },
): Promise<number> {
  const { id } = await db
    .insertInto('recipient_changes')
    .values({ ...change, site_id: siteId, given: json(change.given) as never })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps what people are, before they are changed. */
export async function keepBefore(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into recipient_change_rows (site_id, change_id, recipient_id, before)
    select site_id, ${changeId}::bigint, id, to_jsonb(r) - 'site_id'
    from card_recipient_details r where site_id = ${siteId} and id = any (${ids}::bigint[])`.execute(db)
}

/** Keeps that people were not there before. */
export async function keepAdded(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into recipient_change_rows (site_id, change_id, recipient_id)
    select ${siteId}::bigint, ${changeId}::bigint, unnest(${ids}::bigint[])`.execute(db)
}

/** @throws {Refusal} `not_found` when it is nobody's, somebody else's, or was taken back */
export async function readChange(db: Db, actor: Customer, token: string): Promise<ChangeRow> {
  const row = await db
    .selectFrom('recipient_changes as change')
    .select(['change.id', 'change.card_item_id', 'change.action', 'change.given', 'change.created_at'])
    .where('change.site_id', '=', actor.siteId)
    .where('change.token', '=', token)
    .where('change.card_item_id', 'in', itemIdsOf(db, actor))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as ChangeRow
}

export type Before = { recipient_id: number; before: Record<string, unknown> | null }

/** Some of those a change has changed; asked again, the others, once these were dropped. */
export async function listBefore(db: Db, siteId: number, changeId: number, most: number): Promise<Before[]> {
  const rows = await db
    .selectFrom('recipient_change_rows')
    .select(['recipient_id', 'before'])
    .where('site_id', '=', siteId)
    .where('change_id', '=', changeId)
    .orderBy('recipient_id')
    .limit(most)
    .execute()
  return rows as Before[]
}

export async function dropBefore(db: Db, siteId: number, changeId: number, ids: readonly number[]) {
  await sql`delete from recipient_change_rows where site_id = ${siteId} and change_id = ${changeId}
    and recipient_id = any (${ids}::bigint[])`.execute(db)
}

export async function dropChange(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('recipient_changes').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** What nobody took back within a day stays as it is. */
export async function dropOldChanges(db: Db, siteId: number): Promise<void> {
  await db
    .deleteFrom('recipient_changes')
    .where('site_id', '=', siteId)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

const KEPT = `position, first_name, last_name, email, address1, address2, city, state, zip, amount_cents, message,
  problems, needs_attention, delivery_state, import_id, import_row, edited, person_key, codes, source,
  created_at, updated_at`

/** Puts removed people back where they stood, or at the end where somebody stands there by now. */
export async function bringBack(db: Db, siteId: number, itemId: number, people: readonly Before[]) {
  const rows = people.map(({ before }) => before).filter((before) => before !== null)
  const back = new Set(await insertBack(db, siteId, itemId, rows))
  const displaced = rows.filter(({ id }) => !back.has(id as number))
  if (displaced.length === 0) return
  const last = await lastPosition(db, siteId, itemId)
  await insertBack(
    db,
    siteId,
    itemId,
    displaced.map((row, index) => ({ ...row, position: last + 1 + index })),
  )
}

/** @returns the ids of those whose place was free */
async function insertBack(
  db: Db,
  siteId: number,
  itemId: number,
  rows: ReadonlyArray<Record<string, unknown>>,
): Promise<number[]> {
  const inserted = await sql<{ id: number }>`
    insert into card_recipient_details (site_id, card_item_id, id, ${sql.raw(KEPT)})
    overriding system value
    select ${siteId}::bigint, ${itemId}::bigint, id, ${sql.raw(KEPT)}
    from json_populate_recordset(null::card_recipient_details, ${JSON.stringify(rows)}::json)
    on conflict do nothing returning id`.execute(db)
  return inserted.rows.map(({ id }) => id)
}
