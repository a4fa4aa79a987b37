import type { LoggedEvent } from '@laurel/contract/webhooks'
import { Refusal } from '@laurel/domain/refusal'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'

/** A place in the log: after the event with this ID of this transaction. */
export type Place = { tx: string; id: number }

export const BEGINNING: Place = { tx: '0', id: 0 }

const eb = expressionBuilder<Database, 'site_events'>()

/**
 * The first transaction that may still be open. Only earlier events are read: no open transaction can precede
 * them, so their order is final and an event that commits late is never skipped.
 */
export const firstUnsettled = eb.fn<string>('pg_snapshot_xmin', [eb.fn('pg_current_snapshot')])

export function isAfter({ tx, id }: Place): Expression<SqlBool> {
  return eb(eb.refTuple('tx', 'id'), '>', eb.tuple(tx, id))
}

/**
 * A part of the log, after a place.
 *
 * @throws {Refusal} `validation_failed` for a cursor that none of our answers held
 */
export function listEvents(
  { pool }: Pick<Kit, 'pool'>,
  siteId: number,
  asked: { after?: string | undefined; since?: string | undefined; limit: number },
) {
  const place = asked.after === undefined ? BEGINNING : readCursor(asked.after)
  return inSite(pool, siteId, async (db) => {
    const [rows, isOurs] = await Promise.all([
      readLog(db, siteId, place, asked.limit + 1, asked.since),
      wasReached(db, place),
    ])
    if (!isOurs) throw wrongCursor('This cursor is of another database. Read on by the time instead.')
    const events = rows.slice(0, asked.limit).map(wire)
    return {
      events,
      next: events.at(-1)?.cursor ?? writeCursor(place),
      has_more: rows.length > asked.limit,
    }
  })
}

/** Settled events after a place, in order. */
export function readLog(db: Db, siteId: number, place: Place, limit: number, since?: string) {
  return db
    .selectFrom('site_events')
    .select(['id', 'tx', 'type', 'data', 'at'])
    .where('site_id', '=', siteId)
    .where(isAfter(place))
    .where('tx', '<', firstUnsettled)
    .$if(since !== undefined, (query) => query.where('at', '>=', new Date(since!)))
    .orderBy('tx')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** An event's ID for integrators, in the log and in messages. */
export function eventName(id: number): string {
  return `evt_${id}`
}

type EventRow = Awaited<ReturnType<typeof readLog>>[number]

function wire({ id, tx, type, data, at }: EventRow): z.input<typeof LoggedEvent> {
  return {
    id: eventName(id),
    type,
    timestamp: at.toISOString(),
    data: data as Record<string, unknown>,
    cursor: writeCursor({ tx, id }),
  }
}

/** Our cursors name settled events; a cursor from before a dump was restored may be far ahead. */
async function wasReached(db: Db, { tx }: Place): Promise<boolean> {
  const { was } = await db
    .selectNoFrom((one) => one(firstUnsettled, '>', tx).as('was'))
    .executeTakeFirstOrThrow()
  return Boolean(was)
}

function wrongCursor(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'after', code: 'invalid', message }])
}

function writeCursor({ tx, id }: Place): string {
  return Buffer.from(`1.${tx}.${id}`).toString('base64url')
}

function readCursor(cursor: string): Place {
  const [, tx, id] = /^1\.(\d{1,19})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (tx === undefined || id === undefined) {
    throw wrongCursor('This is no cursor of ours. Take one from an answer, or leave it out.')
  }
  return { tx, id: Number(id) }
}
