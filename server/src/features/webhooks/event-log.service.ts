import type { LoggedEvent } from '@laurel/contract/webhooks'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { jsonText, lockUntilCommit } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'

/** A place in the log: after the event with this number. */
export type Place = number

/**
 * Numbers the events that have committed since the last time, in the order they were written. Only numbered
 * events are read: one that commits late gets a later number, so it's never skipped, and their order is final. They
 * get the company that they're of, too.
 */
export async function numberEvents(db: Db, siteId: number): Promise<void> {
  const { waits } = await db
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('site_events').where('site_id', '=', siteId).where('number', 'is', null)).as('waits'),
    )
    .executeTakeFirstOrThrow()
  if (!waits) return
  // Sent together, in this order: the second sees what the holder of the lock has numbered.
  await Promise.all([lockUntilCommit(db, siteId, 'events'), numberUnnumbered(db, siteId)])
}

async function numberUnnumbered(db: Db, siteId: number): Promise<void> {
  await db
    .with('fresh', (ctes) =>
      ctes
        .selectFrom('site_events')
        .select(({ fn }) => [
          'id',
          fn
            .agg<number>('row_number')
            .over((over) => over.orderBy('id'))
            .as('nth'),
        ])
        .where('site_id', '=', siteId)
        .where('number', 'is', null),
    )
    .updateTable('site_events as e')
    .from('fresh')
    .set(({ eb, fn, lit, selectFrom }) => {
      const last = selectFrom('site_events')
        .select(({ fn: of }) => of.coalesce(of.max('number'), lit(0)).as('number'))
        .where('site_id', '=', siteId)
      const ofOrder = selectFrom('orders as o')
        .select('o.company_id')
        .where('o.site_id', '=', siteId)
        .where('o.id', '=', eb.cast<number>(jsonText(eb.ref('e.data'), 'order_id'), 'bigint'))
      const named = eb.cast<number>(jsonText(eb.ref('e.data'), 'company_id'), 'bigint')
      return {
        number: eb(fn.coalesce(last.$asScalar(), lit(0)), '+', eb.ref('fresh.nth')),
        company_id: fn.coalesce(named, ofOrder.$asScalar()),
      }
    })
    .where('e.site_id', '=', siteId)
    .whereRef('e.id', '=', 'fresh.id')
    .execute()
}

/** The log's current position: everything that commits from here on comes after it. */
export async function placeOfNow(db: Db, siteId: number): Promise<Place> {
  await numberEvents(db, siteId)
  const { last } = await db
    .selectFrom('site_events')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return last ?? 0
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
  return inSite(pool, siteId, async (db) => {
    const place = asked.after === undefined ? 0 : await placeOf(db, siteId, asked.after)
    await numberEvents(db, siteId)
    const rows = await readLog(db, siteId, place, asked.limit + 1, { since: asked.since })
    const events = rows.slice(0, asked.limit).map(wire)
    return {
      events,
      next: events.at(-1)?.cursor ?? writeCursor(place),
      has_more: rows.length > asked.limit,
    }
  })
}

/** Numbered events after a place, in order: of the site, or of one of its companies. */
export function readLog(
  db: Db,
  siteId: number,
  place: Place,
  limit: number,
  { since, companyId = null }: { since?: string | undefined; companyId?: number | null },
) {
  return db
    .selectFrom('site_events')
    .select(['id', 'number', 'type', 'data', 'at'])
    .where('site_id', '=', siteId)
    .where('number', '>', place)
    .$if(since !== undefined, (query) => query.where('at', '>=', new Date(since!)))
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId))
    .orderBy('number')
    .limit(limit)
    .$narrowType<{ number: NotNull }>()
    .execute()
}

/** An event's ID for integrators, in the log and in messages. */
export function eventName(id: number): string {
  return `evt_${id}`
}

type EventRow = Awaited<ReturnType<typeof readLog>>[number]

function wire({ id, number, type, data, at }: EventRow): z.input<typeof LoggedEvent> {
  return {
    id: eventName(id),
    type,
    timestamp: at.toISOString(),
    data: data as Record<string, unknown>,
    cursor: writeCursor(number),
  }
}

function wrongCursor(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'after', code: 'invalid', message }])
}

function writeCursor(place: Place): string {
  return Buffer.from(`2.${place}`).toString('base64url')
}

/** Earlier cursors name a transaction and the event's ID, which still finds it. */
const CURSOR = /^(?:2\.(?<number>\d{1,15})|1\.\d{1,19}\.(?<id>\d{1,15}))$/

async function placeOf(db: Db, siteId: number, cursor: string): Promise<Place> {
  const { number, id } = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  if (number === undefined && id === undefined) {
    throw wrongCursor('This isn’t a valid cursor. Use one from a response, or leave it out.')
  }
  const named = Number(number ?? id)
  if (named === 0) return 0
  const event = await db
    .selectFrom('site_events')
    .select('number')
    .where('site_id', '=', siteId)
    .where(number === undefined ? 'id' : 'number', '=', named)
    .executeTakeFirst()
  // A cursor may be newer than the backup that was restored.
  if (!event?.number) throw wrongCursor('This cursor is from another database. Use `since` instead.')
  return event.number
}
