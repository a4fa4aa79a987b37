import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'

/** What integrators can be told, by the names they subscribe to. */
export const EVENT_TYPES = [
  'order.approved',
  'order.declined',
  'order.fulfilled',
  'order.shipped',
  'delivery.sent',
  'delivery.opened',
  'delivery.claimed',
  'delivery.bounced',
  'delivery.mailed',
  'delivery.delivered',
  'delivery.returned',
  'delivery.replaced',
  'delivery.cancelled',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export type SiteEvent = {
  type: EventType
  /** Ids and states, in the wire's names. Never a name, an address, a card's number or a link to it. */
  data: Readonly<Record<string, string | number | boolean | null>>
  at: Date
}

/** Adds events to the site's log, in the transaction of what they tell: a rollback takes both back. */
export async function announce(db: Db, siteId: number, events: readonly SiteEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('site_events')
    .values(events.map(({ type, data, at }) => ({ site_id: siteId, type, data: json(data), at })))
    .execute()
}
