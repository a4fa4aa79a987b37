import type { OrderNote } from '@laurel/contract/office-order-desk'
import type { AuditEventName } from '@laurel/domain/audit-events'
import { MESSAGES_AN_HOUR } from '@laurel/domain/message-limits'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { OrderNotes } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { lockPlaced } from './office-orders.service.ts'

export type NoteRow = Selectable<OrderNotes>
export type NoteWire = z.input<typeof OrderNote>
type NoteKit = Pick<OrderKit, 'pool' | 'now' | 'jobs'>
type Written = { text: string; mails_customer: boolean }
type Meant = { orderId: number; noteId: number }

/** @throws {Refusal} `not_found`; `too_many_requests` for more messages than customers should get */
export function addOrderNote(
  kit: NoteKit,
  site: SiteRow,
  actor: Staff,
  orderId: number,
  { text, mails_customer: is_mailed }: Written,
): Promise<NoteWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    await lockPlaced(db, site.id, orderId)
    if (is_mailed) await assertFewMessages(db, site.id, { order_id: orderId, written_by: actor.by }, at)
    const row = await db
      .insertInto('order_notes')
      .values({ site_id: site.id, order_id: orderId, text, written_by: actor.by, at, is_mailed })
      .returningAll()
      .executeTakeFirstOrThrow()
    const meant = { orderId, noteId: row.id }
    tell(db, site, actor, is_mailed ? 'order.messaged' : 'order.noted', meant, at)
    if (is_mailed) await kit.jobs.enqueue(db, orderMail.message, { siteId: site.id, ...meant })
    return noteWire(row, actor, await namesOfStaff(db, site.id))
  })
}

/** @throws {Refusal} `not_found`, also for a colleague’s, and for a message */
export function editOrderNote(
  kit: NoteKit,
  site: SiteRow,
  actor: Staff,
  meant: Meant,
  text: string,
): Promise<NoteWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const row = await own(db.updateTable('order_notes').set({ text, edited_at: at }), site, actor, meant)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    tell(db, site, actor, 'order.note_changed', meant, at)
    return noteWire(row, actor, await namesOfStaff(db, site.id))
  })
}

/** @throws {Refusal} as {@link editOrderNote} */
export function removeOrderNote(kit: NoteKit, site: SiteRow, actor: Staff, meant: Meant): Promise<void> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const { numDeletedRows } = await own(
      db.deleteFrom('order_notes'),
      site,
      actor,
      meant,
    ).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    tell(db, site, actor, 'order.note_removed', meant, at)
  })
}

const HOUR_MS = 3_600_000

/** Messages are in the brand's name, so a stolen session mustn't send more than orders need. */
async function assertFewMessages(
  db: Db,
  siteId: number,
  { order_id, written_by }: Pick<NoteRow, 'order_id' | 'written_by'>,
  at: Date,
): Promise<void> {
  for (const [column, value, limit] of [
    ['order_id', order_id, MESSAGES_AN_HOUR.order],
    ['written_by', written_by, MESSAGES_AN_HOUR.writer],
  ] as const) {
    const earlier = await db
      .selectFrom('order_notes')
      .select('at')
      .where('site_id', '=', siteId)
      .where(column, '=', value)
      .where('is_mailed', '=', true)
      .where('at', '>', new Date(at.getTime() - HOUR_MS))
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    if (earlier === undefined) continue
    const seconds = Math.ceil((earlier.at.getTime() + HOUR_MS - at.getTime()) / 1_000)
    throw new Refusal('too_many_requests', { seconds })
  }
}

/** The latest first. */
export function listOrderNotes(db: Db, siteId: number, orderId: number): Promise<NoteRow[]> {
  return db
    .selectFrom('order_notes')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

export function noteWire(row: NoteRow, actor: Staff, names: ReadonlyMap<string, string>): NoteWire {
  const { id, text, written_by: by, at, edited_at, is_mailed } = row
  return {
    id,
    text,
    by,
    by_name: names.get(by) ?? '',
    at: at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
    is_mine: by === actor.by,
    is_mailed,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an update and a deletion are narrowed alike
function own<Q extends { where(...condition: any[]): Q }>(
  query: Q,
  site: SiteRow,
  actor: Staff,
  { orderId, noteId }: Meant,
): Q {
  return query
    .where('site_id', '=', site.id)
    .where('order_id', '=', orderId)
    .where('id', '=', noteId)
    .where('written_by', '=', actor.by)
    .where('is_mailed', '=', false)
}

/** A note's text stays out of the audit log, where it couldn't be deleted. */
function tell(
  db: Db,
  site: SiteRow,
  actor: Staff,
  event: AuditEventName,
  { orderId, noteId }: Meant,
  at: Date,
) {
  record(db, site.id, { actor: actor.by, event, subject: `order:${orderId}`, facts: { note: noteId }, at })
}
