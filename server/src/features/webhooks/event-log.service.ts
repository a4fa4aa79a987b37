import type { LoggedEvent } from '@laurel/contract/webhooks'
import { Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'

/** A place in the log: after the event with this id of this transaction. */
export type Place = { tx: string; id: number }

export const BEGINNING: Place = { tx: '0', id: 0 }

/**
 * Only events that no open transaction can still precede: their order is final, and none that commits late is
 * skipped.
 */
export const isSettled = sql<boolean>`tx < pg_snapshot_xmin(pg_current_snapshot())`

export function isAfter({ tx, id }: Place): RawBuilder<boolean> {
  return sql<boolean>`(tx, id) > (${tx}::xid8, ${id}::bigint)`
}

/**
 * A part of the log, from a place on.
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

/** What is settled after a place, in order. */
export function readLog(db: Db, siteId: number, place: Place, limit: number, since?: string) {
  return db
    .selectFrom('site_events')
    .select(['id', 'tx', 'type', 'data', 'at'])
    .where('site_id', '=', siteId)
    .where(isAfter(place))
    .where(isSettled)
    .$if(since !== undefined, (query) => query.where('at', '>=', new Date(since!)))
    .orderBy('tx')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** As integrators know an event, in the log and in what is sent to them. */
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

/** A cursor of ours names what was settled; one of a database that was dumped and restored may be far ahead. */
async function wasReached(db: Db, { tx }: Place): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select ${tx}::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as was`.execute(db)
  return rows[0]!.was
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
