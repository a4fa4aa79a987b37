import type { EventType, TEST_EVENT } from '@laurel/domain/event-types'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'

export type SiteEvent = {
  type: EventType | typeof TEST_EVENT
  /** Ids and states, in the wire's names. Never a name, an address, a card's number or a link to it. */
  data: Readonly<Record<string, string | number | boolean | null>>
  at: Date
}

/**
 * Adds events to the site's log, in the transaction of what they tell: a rollback takes both back.
 *
 * @returns their ids
 */
export async function announce(db: Db, siteId: number, events: readonly SiteEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  const rows = await db
    .insertInto('site_events')
    .values(events.map(({ type, data, at }) => ({ site_id: siteId, type, data: json(data), at })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
