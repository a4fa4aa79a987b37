import type { BatchKind, BatchStatus } from '@laurel/domain/batch-status'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { officeStatus } from '@laurel/domain/office-status'
import type { OrderStatus } from '@laurel/domain/order-status'
import type { ByHandMethod } from '@laurel/domain/payment-method'
import type { RefundState } from '@laurel/domain/refund-rules'
import type { RewardType } from '@laurel/domain/reward-type'
import type { NotNull } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isShownRefunded } from '../ledger/refunded.ts'
import { TOP_UP } from '../orders/orders.repo.ts'
import type { Ids } from './find-ids.ts'

/** The IDs to show, if they exist, and a limit. */
export type Shown = { ids: Ids | readonly number[]; limit: number }

/** Placed ones, newest first. */
export async function readOrders(db: Db, siteId: number, { ids, limit }: Shown) {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select(['o.id', 'o.number', 'o.status', 'o.is_shipped', 'o.po_number', 'o.total_cents', 'o.placed_at'])
    .select(['c.first_name', 'c.last_name', 'c.email', 'c.legal_business_name as company'])
    .select(({ and }) => and([isShownRefunded]).as('is_refunded'))
    .where('o.site_id', '=', siteId)
    .where('o.id', 'in', ids)
    .where('o.placed_at', 'is not', null)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .$narrowType<{ number: NotNull; placed_at: NotNull; status: OrderStatus }>()
    .execute()
  return rows.map(({ id, number, company, po_number, total_cents, placed_at, ...row }) => ({
    ...{ id, number, company, po_number, total_cents },
    customer_name: nameOf(row),
    status: officeStatus({
      status: row.status,
      isShipped: row.is_shipped,
      refundState: row.is_refunded ? 'full' : 'none',
    }),
    placed_at: placed_at.toISOString(),
  }))
}

/** Newest first. */
export async function readCustomers(db: Db, siteId: number, { ids, limit }: Shown) {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'email', 'legal_business_name as company'])
    .select(['disabled_at', 'closed_at'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: nameOf(row), company: row.company, email: row.email },
    state: stateOf(row),
  }))
}

function stateOf({ closed_at, disabled_at }: Record<'closed_at' | 'disabled_at', Date | null>) {
  if (closed_at !== null) return 'closed' as const
  return disabled_at === null ? ('active' as const) : ('disabled' as const)
}

/** By name. */
export function readCompanies(db: Db, siteId: number, { ids, limit }: Shown) {
  return db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name'])
    .select(({ selectFrom }) => [
      selectFrom('company_members as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.site_id', '=', 'c.site_id')
        .whereRef('m.company_id', '=', 'c.id')
        .as('people_count'),
      selectFrom('companies as into')
        .select('into.name')
        .whereRef('into.site_id', '=', 'c.site_id')
        .whereRef('into.id', '=', 'c.merged_into')
        .as('merged_into'),
    ])
    .where('c.site_id', '=', siteId)
    .where('c.id', 'in', ids)
    .orderBy('c.find_name')
    .orderBy('c.id')
    .limit(limit)
    .$narrowType<{ people_count: NotNull }>()
    .execute()
}

/** Those of placed orders, of the newest first, each with their card's latest delivery. */
export async function readRecipients(db: Db, siteId: number, { ids, limit }: Shown) {
  const rows = await db
    .selectFrom('card_recipient_details as person')
    .innerJoin('card_items as item', (join) =>
      join.onRef('item.site_id', '=', 'person.site_id').onRef('item.id', '=', 'person.card_item_id'),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'item.site_id').onRef('o.id', '=', 'item.order_id'),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('deliveries as d')
          .select(['d.id', 'd.status'])
          .where('d.site_id', '=', siteId)
          .whereRef('d.recipient_id', '=', 'person.id')
          .orderBy('d.id', 'desc')
          .limit(1)
          .as('delivery'),
      (join) => join.onTrue(),
    )
    .select(['person.id', 'person.first_name', 'person.last_name', 'person.email'])
    .select(['item.reward_type', 'o.id as order_id', 'o.number as order_number'])
    .select(['delivery.id as delivery_id', 'delivery.status as delivery_status'])
    .where('person.site_id', '=', siteId)
    .where('person.id', 'in', ids)
    .where('item.reward_type', '<>', 'bulk')
    .where('o.placed_at', 'is not', null)
    .orderBy('o.placed_at', 'desc')
    .orderBy('person.id')
    .limit(limit)
    .$narrowType<{ order_number: NotNull; reward_type: RewardType; delivery_status: DeliveryStatus | null }>()
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    name: nameOf({ first_name, last_name, email: row.email }),
  }))
}

/** Newest first. @param last4 of the cards that were searched for, or empty */
export async function readDeliveries(db: Db, siteId: number, { ids, limit }: Shown, last4: string) {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select(['d.id', 'd.first_name', 'd.last_name', 'd.company', 'd.email', 'd.reward_type', 'd.status'])
    .select(['d.value_cents', 'd.card_count', 'd.carrier', 'd.tracking_number', 'o.number as order_number'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('issued_cards as card')
          .whereRef('card.site_id', '=', 'd.site_id')
          .whereRef('card.delivery_id', '=', 'd.id')
          .where('card.last4', '=', last4),
      ).as('has_card'),
    )
    .where('d.site_id', '=', siteId)
    .where('d.id', 'in', ids)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .$narrowType<{ order_number: NotNull; reward_type: RewardType; status: DeliveryStatus }>()
    .execute()
  return rows.map(({ first_name, last_name, company, email, has_card, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`.trim() || company || email,
    last4: has_card ? last4 : '',
  }))
}

export function readBatches(db: Db, siteId: number, { ids, limit }: Shown) {
  return db
    .selectFrom('batches')
    .select(['id', 'number', 'kind', 'status', 'delivery_count', 'card_count'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: BatchKind; status: BatchStatus }>()
    .execute()
}

/** Checks and transfers, newest first. */
export async function readReceived(db: Db, siteId: number, { ids, limit }: Shown) {
  const rows = await db
    .selectFrom('funds_received as f')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'f.site_id').onRef('o.id', '=', 'f.order_id'),
    )
    .select(['f.id', 'f.amount_cents', 'f.method_code', 'f.payer', 'f.document_number', 'f.received_on'])
    .select(['f.reversed_at', 'o.id as order_id', 'o.number as order_number', 'o.status as order_status'])
    .where('f.site_id', '=', siteId)
    .where('f.id', 'in', ids)
    .orderBy('f.id', 'desc')
    .limit(limit)
    .$narrowType<{ method_code: ByHandMethod }>()
    .execute()
  return rows.map(({ reversed_at, order_id, order_number, order_status, ...row }) => ({
    ...row,
    kind: 'received' as const,
    // A balance top-up isn't an order.
    order_id: order_status === TOP_UP ? null : order_id,
    order_number: order_number ?? '',
    is_matched: order_id !== null,
    is_reversed: reversed_at !== null,
  }))
}

/** Newest first. */
export async function readRefunds(db: Db, siteId: number, { ids, limit }: Shown) {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'r.site_id').onRef('o.id', '=', 'r.order_id'),
    )
    .select(['r.id', 'r.amount_cents', 'r.state', 'r.created_at'])
    .select(['o.id as order_id', 'o.number as order_number', 'o.status as order_status'])
    .where('r.site_id', '=', siteId)
    .where('r.id', 'in', ids)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .$narrowType<{ state: RefundState }>()
    .execute()
  return rows.map(({ created_at, order_id, order_number, order_status, ...row }) => ({
    ...row,
    kind: 'refund' as const,
    order_id: order_status === TOP_UP ? null : order_id,
    order_number: order_number ?? '',
    created_at: created_at.toISOString(),
  }))
}

type Named = { first_name: string; last_name: string; email: string }

function nameOf({ first_name, last_name, email }: Named): string {
  return `${first_name} ${last_name}`.trim() || email
}
