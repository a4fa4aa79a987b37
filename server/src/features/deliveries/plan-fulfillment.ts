import { Refusal } from '@laurel/domain/refusal'
import type { QueryCreator } from 'kysely'
import { crashPoint } from '../../crash-points.ts'
import type { Database, Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { jsonText } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import { advanceOrder } from './advance-order.ts'
import { sendDeliveries } from './fulfillment-jobs.ts'

/** People planned in one transaction: a crashed worker loses at most as many. */
const STEP = 20_000
/** How many jobs send an order's digital cards at once, if workers are free. */
const SENDERS = 2

export type PlanKit = Pick<Kit, 'pool' | 'jobs' | 'now'>

/**
 * Creates an approved order's deliveries: one per recipient, and one parcel for its bulk cards. Each has a
 * source that is unique in its order, so the plan can run again at any time, even from the middle; existing
 * deliveries are unchanged.
 */
export async function planOrder(kit: PlanKit, siteId: number, orderId: number): Promise<void> {
  for (let from = 0; ; ) {
    const next = await inSite(kit.pool, siteId, async (db) => {
      const order = await findApproved(db, siteId, orderId)
      if (order === undefined) return undefined
      if (from === 0) await planParcel(db, order, kit.now())
      return planPeople(db, order, from, kit.now())
    })
    crashPoint('plan.step')
    if (next === undefined) break
    from = next
  }
  await inSite(kit.pool, siteId, async (db) => {
    const order = await findApproved(db, siteId, orderId)
    if (order === undefined) return
    if (order.planned_at === null) {
      await db
        .updateTable('orders')
        .set({ planned_at: kit.now() })
        .where('site_id', '=', siteId)
        .where('id', '=', orderId)
        .execute()
    }
    for (let sender = 0; sender < SENDERS; sender += 1) await kit.jobs.enqueue(db, sendDeliveries, { siteId })
    await advanceOrder(db, siteId, orderId, kit.now())
  })
  crashPoint('plan.done')
}

async function findApproved(db: Db, siteId: number, orderId: number): Promise<OrderRow | undefined> {
  try {
    const order = await lockOrderOfSite(db, siteId, orderId)
    return order.status === 'approved' ? order : undefined
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'not_found') return undefined
    throw cause
  }
}

/** @returns the person to continue after; undefined at the end */
async function planPeople(
  db: Db,
  { site_id: siteId, id: orderId }: OrderRow,
  after: number,
  at: Date,
): Promise<number | undefined> {
  const { last, count } = await db
    .with('people', (ctes) =>
      ctes
        .selectFrom('card_items as i')
        .innerJoin('card_recipient_details as r', (join) =>
          join.onRef('r.site_id', '=', 'i.site_id').onRef('r.card_item_id', '=', 'i.id'),
        )
        .selectAll('r')
        .select(['i.reward_type', 'i.denomination_cents'])
        .where('i.site_id', '=', siteId)
        .where('i.order_id', '=', orderId)
        .where('i.state', '=', 'in_cart')
        .where('i.reward_type', '<>', 'bulk')
        .where('r.id', '>', after)
        .orderBy('r.id')
        .limit(STEP),
    )
    .with('made', (ctes) =>
      ctes
        .insertInto('deliveries')
        .columns([
          ...(['site_id', 'order_id', 'card_item_id', 'recipient_id', 'source', 'reward_type'] as const),
          ...(['value_cents', 'first_name', 'last_name', 'email', 'address1', 'address2', 'city'] as const),
          ...(['state', 'zip', 'due_at', 'carrier', 'created_at', 'updated_at'] as const),
        ])
        .expression(({ selectFrom }) =>
          selectFrom('people as p')
            .leftJoin('shipping_orders as s', (join) =>
              join
                .onRef('s.site_id', '=', 'p.site_id')
                .on('s.order_id', '=', orderId)
                .onRef('s.reward_type', '=', 'p.reward_type'),
            )
            .select(({ eb, fn, val, cast }) => {
              const carrier = fn.coalesce('s.carrier', val(''))
              return [
                ...(['p.site_id', val(orderId).as('order_id'), 'p.card_item_id', 'p.id'] as const),
                eb(val('recipient:'), '||', cast<string>('p.id', 'text')).as('source'),
                ...([
                  'p.reward_type',
                  fn.coalesce('p.amount_cents', 'p.denomination_cents').as('cents'),
                ] as const),
                ...([
                  'p.first_name',
                  'p.last_name',
                  'p.email',
                  'p.address1',
                  'p.address2',
                  'p.city',
                ] as const),
                ...(['p.state', 'p.zip', fn('greatest', ['s.send_at', val(at)]).as('due_at')] as const),
                eb.case().when('p.reward_type', '=', 'digital').then('').else(carrier).end().as('carrier'),
                val(at).as('created_at'),
                val(at).as('updated_at'),
              ]
            })
            .orderBy('p.id'),
        )
        .onConflict((conflict) => conflict.columns(['site_id', 'order_id', 'source']).doNothing())
        .returning(['id', 'order_id']),
    )
    .with('written', (ctes) => planned(ctes, siteId, at))
    .selectFrom('people')
    .select((eb) => [eb.fn.max<number | null>('id').as('last'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  return last === null || count < STEP ? undefined : last
}

/** The first entry in the history of deliveries just made. */
function planned(
  ctes: QueryCreator<Database & { made: { id: number; order_id: number } }>,
  siteId: number,
  at: Date,
) {
  return ctes
    .insertInto('delivery_events')
    .columns(['site_id', 'delivery_id', 'order_id', 'event', 'actor', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('made')
        .select([eb.val(siteId).as('site_id'), 'id', 'order_id', eb.val('planned').as('event')])
        .select([eb.val('system').as('actor'), eb.val(at).as('at')]),
    )
}

const ADDRESS_PARTS = ['company', 'phone', 'address1', 'address2', 'city', 'state', 'zip'] as const

async function planParcel(db: Db, { site_id: siteId, id: orderId }: OrderRow, at: Date): Promise<void> {
  await db
    .with('cards', (ctes) =>
      ctes
        .selectFrom('card_items')
        .select((eb) => [
          eb.fn.sum<number | null>('quantity').as('many'),
          eb.fn.sum(eb('quantity', '*', eb.ref('denomination_cents'))).as('cents'),
        ])
        .where('site_id', '=', siteId)
        .where('order_id', '=', orderId)
        .where('state', '=', 'in_cart')
        .where('reward_type', '=', 'bulk'),
    )
    .with('made', (ctes) =>
      ctes
        .insertInto('deliveries')
        .columns([
          ...([
            'site_id',
            'order_id',
            'source',
            'reward_type',
            'card_count',
            'value_cents',
            'due_at',
          ] as const),
          ...(['carrier', 'created_at', 'updated_at', 'first_name', ...ADDRESS_PARTS] as const),
        ])
        .expression(({ selectFrom }) =>
          selectFrom('cards as c')
            .leftJoin('shipping_orders as s', (join) =>
              join
                .on('s.site_id', '=', siteId)
                .on('s.order_id', '=', orderId)
                .on('s.reward_type', '=', 'bulk'),
            )
            .select(({ fn, val, ref }) => {
              const part = (name: string) => fn.coalesce(jsonText(ref('s.address'), name), val(''))
              return [
                ...[val(siteId).as('site_id'), val(orderId).as('order_id')],
                ...[val('bulk').as('source'), val('bulk').as('reward_type')],
                ...(['c.many', 'c.cents', fn('greatest', ['s.send_at', val(at)]).as('due_at')] as const),
                fn.coalesce('s.carrier', val('')).as('carrier'),
                ...[val(at).as('created_at'), val(at).as('updated_at'), part('name').as('first_name')],
                ...ADDRESS_PARTS.map((name) => part(name).as(name)),
              ]
            })
            .where('c.many', '>', 0),
        )
        .onConflict((conflict) => conflict.columns(['site_id', 'order_id', 'source']).doNothing())
        .returning(['id', 'order_id']),
    )
    .with('written', (ctes) => planned(ctes, siteId, at))
    .selectFrom('made')
    .select('id')
    .execute()
}
