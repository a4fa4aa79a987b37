import type { EventType, TEST_EVENT } from '@laurel/domain/event-types'
import type { OrderStatus } from '@laurel/domain/order-status'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { prepared } from '../../database/prepared.ts'
import { beforeCommit } from '../../database/site-transaction.ts'
import { numberedTableOf } from '../../database/sql.ts'
import { enqueueSpread, enqueueSpreadNow, isHeard } from './webhook-jobs.ts'

export type SiteEvent = {
  type: EventType | typeof TEST_EVENT
  /** IDs and states, with the API's names. Never a person's name, an address, a card's number, or a link to it. */
  data: Readonly<Record<string, string | number | boolean | null>>
  at: Date
}

/**
 * Adds events to the site's log, in the transaction they describe: a rollback removes both.
 *
 * @returns their IDs
 */
export async function announce(db: Db, siteId: number, events: readonly SiteEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  enqueueSpread(db, siteId)
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
  const rows = JSON.stringify(types.map((type) => ({ type })))
  beforeCommit(db, async () => {
    const [announced] = await announcedOrder(db, { siteId, orderId, status, rows, at })
    if (announced!.heard) await enqueueSpreadNow(db, siteId)
  })
}

type Told = { siteId: number; orderId: number; status: OrderStatus; rows: string; at: Date }

const announcedOrder = prepared((db: Db, { siteId, orderId, status, rows, at }: Told) =>
  db
    .with('announced', (ctes) =>
      ctes
        .insertInto('site_events')
        .columns(['site_id', 'type', 'data', 'at'])
        .expression(({ selectFrom }) =>
          selectFrom('orders as o')
            .innerJoin(numberedTableOf('told', rows, { type: 'text' }), (join) => join.onTrue())
            .select(['o.site_id', 'told.type'])
            .select(({ cast, ref, val }) => {
              const data = {
                order_id: ref('o.id'),
                number: ref('o.number'),
                total_cents: ref('o.total_cents'),
                company_id: ref('o.company_id'),
                external_id: ref('o.external_id'),
              }
              const all = jsonBuildObject({ ...data, status: cast<string>(val(status), 'text') })
              return [cast(all, 'jsonb').as('data'), val(at).as('at')]
            })
            .where('o.site_id', '=', siteId)
            .where('o.id', '=', orderId)
            .orderBy('told.nth'),
        ),
    )
    .selectNoFrom(isHeard(siteId).as('heard')),
)
