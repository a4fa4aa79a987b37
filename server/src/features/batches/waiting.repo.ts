import type { BatchKind } from '@laurel/domain/batch-status'
import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Deliveries, Orders } from '../../database/generated/tables.ts'
import { anyOf, literal, literals, tableOf } from '../../database/sql.ts'
import { isStopped } from '../ledger/coverage.ts'

const eb = expressionBuilder<Database & { d: Deliveries; o: Orders }, 'd' | 'o'>()

/** The key of a delivery's address in `address_checks`. The delivery is `d`. */
export const ADDRESS_DIGEST: AliasableExpression<string> = eb.fn('md5', [
  eb.fn('lower', [
    eb.fn('concat_ws', [literal('|'), 'd.address1', 'd.address2', 'd.city', 'd.state', 'd.zip']),
  ]),
])

/**
 * May a delivery `d` of an order `o` be printed now? The order is approved, or fulfilled before a card was
 * returned, and nothing stops it.
 */
export const READY_TO_PRINT: Expression<SqlBool> = eb.and([
  eb('d.status', '=', literal('queued')),
  eb('o.status', 'in', literals('approved', 'fulfilled')),
  eb.not(isStopped),
])

type Wanted = {
  kind?: BatchKind | undefined
  orderId?: number | undefined
  ids?: readonly number[] | undefined
  at: Date
}

/** Deliveries that can be printed now, as `d`, and their orders, as `o`. */
function readyDeliveries(db: Db, siteId: number, { kind, orderId, ids, at }: Wanted) {
  let ready = db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .where('d.site_id', '=', siteId)
    .where('d.reward_type', '=', anyOf(kind === undefined ? ['direct', 'bulk'] : [kind]))
    .where('d.due_at', '<=', at)
    .where(READY_TO_PRINT)
  if (orderId !== undefined) ready = ready.where('d.order_id', '=', orderId)
  if (ids !== undefined) ready = ready.where('d.id', '=', anyOf(ids))
  return ready
}

export type WaitingAsked = { kind?: BatchKind | undefined; limit: number; offset: number; at: Date }
export type WaitingRow = {
  order_id: number
  order_number: string
  customer_name: string
  kind: BatchKind
  service: string
  delivery_count: number
  card_count: number
  value_cents: number
  waiting_since: Date
  warning_count: number
  unchecked_count: number
}

/** Orders with letters or a parcel to print, longest waiting first. */
export async function listWaitingRows(
  db: Db,
  siteId: number,
  { kind, limit, offset, at }: WaitingAsked,
): Promise<{ rows: WaitingRow[]; count: number }> {
  const rows = await db
    .with('waiting', () =>
      readyDeliveries(db, siteId, { kind, at })
        .leftJoin('address_checks as a', (join) =>
          join.onRef('a.site_id', '=', 'd.site_id').on('a.digest', '=', ADDRESS_DIGEST),
        )
        .select(['d.order_id', 'd.reward_type as kind'])
        .select(({ fn, cast }) => {
          const letters = fn.countAll<number>().filterWhere('d.reward_type', '=', literal('direct'))
          return [
            fn.countAll<number>().as('delivery_count'),
            fn.sum<number>('d.card_count').as('card_count'),
            cast<number>(fn.sum('d.value_cents'), 'bigint').as('value_cents'),
            fn.min('d.due_at').as('waiting_since'),
            letters.filterWhere('a.verdict', '<>', 'Y').as('warning_count'),
            letters.filterWhere('a.verdict', 'is', null).as('unchecked_count'),
          ]
        })
        .groupBy(['d.order_id', 'd.reward_type']),
    )
    .selectFrom('waiting as w')
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'w.order_id').on('o.site_id', '=', siteId))
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('shipping_orders as s')
          .select('s.service')
          .whereRef('s.site_id', '=', 'o.site_id')
          .whereRef('s.order_id', '=', 'o.id')
          .whereRef('s.reward_type', '=', 'w.kind')
          .orderBy('s.id', 'desc')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .selectAll('w')
    .select('c.legal_business_name as customer_name')
    .select(({ fn, val }) => [
      fn.coalesce('o.number', val('')).as('order_number'),
      fn.coalesce('s.service', val('')).as('service'),
      fn.countAll<number>().over().as('total'),
    ])
    .orderBy('w.waiting_since')
    .orderBy('w.order_id')
    .orderBy('w.kind')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ kind: BatchKind }>()
    .execute()
  return { rows, count: rows[0]?.total ?? 0 }
}

/**
 * Waiting deliveries for a batch, cards of one design one after the other. They and their orders are locked
 * until the transaction ends; what another batch takes at this moment is skipped.
 */
export async function lockReady(
  db: Db,
  siteId: number,
  { limit, ...wanted }: Wanted & { kind: BatchKind; limit: number },
): Promise<Array<{ id: number; card_count: number }>> {
  const ready = readyDeliveries(db, siteId, wanted)
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', 'in', ready.select('d.order_id'))
    .orderBy('id')
    .forShare()
    .execute()
  const chosen = ready
    .select(['d.id', 'd.order_id', 'd.card_item_id', 'd.card_count'])
    .where('d.order_id', '=', anyOf(orders.map(({ id }) => id)))
    .orderBy('d.due_at')
    .orderBy('d.id')
    .limit(limit)
    .forUpdate('d')
    .skipLocked()
  return db
    .with('chosen', () => chosen)
    .selectFrom('chosen')
    .select(['id', 'card_count'])
    .orderBy('order_id')
    .orderBy('card_item_id')
    .orderBy('id')
    .execute()
}

/** Numbers the letters of a batch in the order they are printed. */
export async function numberLetters(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  const numbered = ids.map((id, index) => ({ id, position: index + 1 }))
  await db
    .updateTable('deliveries as d')
    .from(tableOf('n', numbered, { id: 'bigint', position: 'integer' }))
    .set((eb) => ({ batch_position: eb.ref('n.position') }))
    .where('d.site_id', '=', siteId)
    .whereRef('d.id', '=', 'n.id')
    .execute()
}

/** Is there such an order here? */
export async function hasOrder(db: Db, siteId: number, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .where('placed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses that wait to be printed and that the carrier hasn't checked, each once. */
export function listUncheckedAddresses(
  db: Db,
  siteId: number,
  { orderId, at, limit }: { orderId?: number | undefined; at: Date; limit: number },
): Promise<Address[]> {
  const unchecked = readyDeliveries(db, siteId, { kind: 'direct', orderId, at })
    .select(ADDRESS_PARTS)
    .select(ADDRESS_DIGEST.as('digest'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('address_checks as a')
            .whereRef('a.site_id', '=', 'd.site_id')
            .where('a.digest', '=', ADDRESS_DIGEST),
        ),
      ),
    )
  return db.selectFrom(unchecked.as('w')).selectAll('w').distinctOn('w.digest').limit(limit).execute()
}

const ADDRESS_PARTS = ['d.address1', 'd.address2', 'd.city', 'd.state', 'd.zip'] as const

export type Address = {
  digest: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}
