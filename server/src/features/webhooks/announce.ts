import type { EventType, TEST_EVENT } from '@laurel/domain/event-types'
import type { OrderStatus } from '@laurel/domain/order-status'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { beforeCommit } from '../../database/site-transaction.ts'
import { promiseSpread } from './webhook-jobs.ts'

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
  promiseSpread(db, siteId)
  const rows = await db
    .insertInto('site_events')
    .values(events.map(({ type, data, at }) => ({ site_id: siteId, type, data: json(data), at })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Adds an order's event, with its number and total at the end of the transaction, because the number is
 * assigned late.
 */
export function announceOrder(
  db: Db,
  siteId: number,
  told: { orderId: number; status: OrderStatus; types: readonly EventType[]; at: Date },
): void {
  const { orderId, status, types, at } = told
  if (types.length === 0) return
  promiseSpread(db, siteId)
  beforeCommit(db, async () => {
    await db
      .insertInto('site_events')
      .columns(['site_id', 'type', 'data', 'at'])
      .expression(
        db
          .selectFrom('orders')
          .innerJoin(
            sql<{
              type: string
              nth: number
            }>`unnest(${sql.val([...types])}::text[]) with ordinality`.as<'told'>(sql`told(type, nth)`),
            (join) => join.onTrue(),
          )
          .select([
            'orders.site_id',
            'told.type',
            sql`jsonb_build_object('order_id', orders.id, 'number', orders.number,
              'status', ${status}::text, 'total_cents', orders.total_cents)`.as('data'),
            sql<Date>`${at}::timestamptz`.as('at'),
          ])
          .where('orders.site_id', '=', siteId)
          .where('orders.id', '=', orderId)
          .orderBy('told.nth'),
      )
      .execute()
  })
}
