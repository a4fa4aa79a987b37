import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { anyOf, jsonLiteral, jsonText, literal, literals } from '../../database/sql.ts'
import { ERASED, NO_ADDRESS, NO_NAME } from '../card-items/erased-recipient.ts'

/** What is kept of the people of a delivery or an order. */
export type Keeps = 'all' | 'name' | 'nothing'
export type RetireTo = Exclude<Keeps, 'all'>

/** Of an imported list that was read. */
export const EMPTY_IMPORT = {
  ...{ sample: json([]), columns: json([]), errors: json([]) },
  ...{ failure: null, file_name: '' },
} as const

/** Deliveries that will never need their address again. The value of others isn't with their recipient yet. */
export const OVER = ['claimed', 'delivered', 'replaced', 'cancelled'] as const

const before = (to: RetireTo) => literals(...keptBefore(to))

/** What deliveries keep that a step has yet to retire. */
export function keptBefore(to: RetireTo): Keeps[] {
  return to === 'name' ? ['all'] : ['all', 'name']
}

/**
 * Whether nothing more happens to an order, which is `o`: not in work, no money in dispute, no refund open, and not on
 * hold while it has cards to send.
 */
export function isClosed(): Expression<SqlBool> {
  const { and, eb, exists, not, or, selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()
  const doubts = selectFrom('payment_doubts as doubt')
    .select('doubt.id')
    .whereRef('doubt.site_id', '=', 'o.site_id')
    .whereRef('doubt.order_id', '=', 'o.id')
    .where('doubt.state', 'in', literals('open', 'giving_back'))
  const refunds = selectFrom('refunds as refund')
    .select('refund.id')
    .whereRef('refund.site_id', '=', 'o.site_id')
    .whereRef('refund.order_id', '=', 'o.id')
    .where('refund.state', 'in', literals('asked', 'approved', 'sent', 'unknown'))
  const held = selectFrom('deliveries as left')
    .select('left.id')
    .whereRef('left.site_id', '=', 'o.site_id')
    .whereRef('left.order_id', '=', 'o.id')
    .where('left.status', 'not in', literals(...OVER))
  return and([
    eb('o.status', 'in', literals('fulfilled', 'declined')),
    or([eb('o.held_at', 'is', null), not(exists(held))]),
    not(exists(doubts)),
    not(exists(refunds)),
  ])
}

export type OverDelivery = { id: number; recipient_id: number | null }

/** The deliveries that have been over for longest, and still have what is to be removed. */
export function listOverDeliveries(
  db: Db,
  siteId: number,
  { keeps, since, limit }: { keeps: Keeps; since: Date; limit: number },
): Promise<OverDelivery[]> {
  return (
    overDeliveries(db, siteId)
      // One value, so that the index has them in order.
      .where('d.keeps', '=', literal(keeps))
      .where('d.updated_at', '<', since)
      .orderBy('d.updated_at')
      .orderBy('d.id')
      .limit(limit)
      .execute()
  )
}

/** Those of some deliveries that are over, in closed orders. */
export function overAmong(db: Db, siteId: number, ids: readonly number[]): Promise<OverDelivery[]> {
  return overDeliveries(db, siteId).where('d.id', '=', anyOf(ids)).execute()
}

function overDeliveries(db: Db, siteId: number) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select(['d.id', 'd.recipient_id'])
    .where('d.site_id', '=', siteId)
    .where('d.status', 'in', literals(...OVER))
    .where(isClosed())
}

/** Removes addresses, or names too, from deliveries that are still over, and from their recipients. */
export async function retireDeliveries(
  db: Db,
  siteId: number,
  deliveries: readonly OverDelivery[],
  to: RetireTo,
): Promise<number> {
  const retired = await db
    .updateTable('deliveries')
    .set({
      ...NO_ADDRESS,
      ...(to === 'nothing' && { ...NO_NAME, company: '', thanks: '' }),
      ...{ phone: '', problem: '', keeps: to },
    })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(deliveries.map(({ id }) => id)))
    .where('status', 'in', literals(...OVER))
    .returning(['id', 'recipient_id'])
    .execute()
  // What people wrote about an arrival may name who was there.
  if (to === 'nothing') await removeEventWords(db, siteId, { deliveryIds: retired.map(({ id }) => id) })
  const recipientIds = retired.flatMap(({ recipient_id }) => recipient_id ?? [])
  await db
    .updateTable('card_recipient_details as r')
    .set(recipientWithout(to))
    .where('r.site_id', '=', siteId)
    .where('r.id', '=', anyOf(recipientIds))
    // A card that replaced a letter needs its recipient until it's claimed.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as other')
            .select('other.id')
            .whereRef('other.site_id', '=', 'r.site_id')
            .whereRef('other.recipient_id', '=', 'r.id')
            .where('other.keeps', 'in', before(to)),
        ),
      ),
    )
    .execute()
  await retireYearEnd(
    db,
    siteId,
    retired.map(({ id }) => id),
    to,
  )
  return retired.length
}

/** Removes what names the people of deliveries at year end, once none of their cards needs it. */
async function retireYearEnd(
  db: Db,
  siteId: number,
  deliveryIds: readonly number[],
  to: RetireTo,
): Promise<void> {
  await db
    .updateTable('year_end_people as p')
    .set({
      ...NO_ADDRESS,
      ...(to === 'nothing' && { ...NO_NAME, identity_key: null, employee_number: '', join_marks: null }),
      ...{ mail_key: null, post_key: null },
    })
    .where('p.site_id', '=', siteId)
    .where('p.person_id', 'in', ({ selectFrom }) =>
      selectFrom('year_end_cards as c')
        .innerJoin('year_end_people as i', (join) =>
          join.onRef('i.site_id', '=', 'c.site_id').onRef('i.id', '=', 'c.identity_id'),
        )
        .select('i.person_id')
        .where('c.site_id', '=', siteId)
        .where('c.delivery_id', '=', anyOf(deliveryIds)),
    )
    // Those that name the person without a card go, too.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('year_end_cards as other')
            .innerJoin('deliveries as d', (join) =>
              join.onRef('d.site_id', '=', 'other.site_id').onRef('d.id', '=', 'other.delivery_id'),
            )
            .select('other.delivery_id')
            .whereRef('other.site_id', '=', 'p.site_id')
            .whereRef('other.identity_id', '=', 'p.id')
            .where('d.keeps', 'in', before(to)),
        ),
      ),
    )
    .execute()
}

export function recipientWithout(to: RetireTo) {
  return {
    ...NO_ADDRESS,
    ...(to === 'nothing' && { ...NO_NAME, message: '', language: '' }),
    ...{ person_key: null, source: null, problems: json([]) },
  }
}

/** Removes what was written with events of deliveries. @returns of how many */
export async function removeEventWords(
  db: Db,
  siteId: number,
  of: { ids: readonly number[] } | { deliveryIds: readonly number[] },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('delivery_events')
    .set({ facts: json({}) })
    .where('site_id', '=', siteId)
    .where(({ eb }) =>
      'ids' in of ? eb('id', '=', anyOf(of.ids)) : eb('delivery_id', '=', anyOf(of.deliveryIds)),
    )
    .where(({ eb, ref }) => eb(jsonText(ref('facts'), 'words'), 'is not', null))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes where orders' bulk cards went, from their deliveries and from what they were priced with. */
export async function removeShipTo(db: Db, siteId: number, orderIds: readonly number[]): Promise<void> {
  await db
    .updateTable('shipping_orders')
    .set({ address: null })
    .where('site_id', '=', siteId)
    .where('order_id', '=', anyOf(orderIds))
    .execute()
  await db
    .updateTable('orders')
    .set(({ eb, ref }) => ({ priced: eb(ref('priced'), '||', jsonLiteral({ bulkAddress: null })) }))
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(orderIds))
    .execute()
}

/** Closed orders without a delivery that has what is to be removed. */
export async function listClosedOrders(
  db: Db,
  siteId: number,
  { to, keeps, since, limit }: { to: RetireTo; keeps: Keeps; since: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .where('o.keeps', '=', literal(keeps))
    .where('o.updated_at', '<', since)
    .where(isClosed())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select('d.id')
            .whereRef('d.site_id', '=', 'o.site_id')
            .whereRef('d.order_id', '=', 'o.id')
            .where('d.keeps', 'in', before(to)),
        ),
      ),
    )
    .orderBy('o.updated_at')
    .orderBy('o.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Recipients of an order without deliveries: it was declined. @returns how many */
export async function retireRecipientsOf(
  db: Db,
  siteId: number,
  orderId: number,
  to: RetireTo,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('card_recipient_details')
    .set(recipientWithout(to))
    .where('site_id', '=', siteId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('card_recipient_details as r')
        .innerJoin('card_items as i', (join) =>
          join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
        )
        .select('r.id')
        .where('r.site_id', '=', siteId)
        .where('i.order_id', '=', orderId)
        .where((eb) => hasMore(eb, to))
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Recipient = ExpressionBuilder<Database & { r: Database['card_recipient_details'] }, 'r'>

function hasMore({ and, eb, not, or }: Recipient, to: RetireTo) {
  const hasAddress = or([eb('r.email', '<>', ''), eb('r.address1', '<>', ''), eb('r.zip', '<>', '')])
  const isNameless = and([eb('r.first_name', '=', ERASED), eb('r.last_name', '=', '')])
  return to === 'name' ? hasAddress : or([hasAddress, not(isNameless)])
}

/** What an order has about people beside its deliveries: the ship-to address, copies of invoices, imports, undo data. */
export async function retireOrder(db: Db, siteId: number, orderId: number, to: RetireTo): Promise<void> {
  const items = db
    .selectFrom('card_items')
    .select('id')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
  await removeShipTo(db, siteId, [orderId])
  await db
    .updateTable('csv_card_item_imports')
    .set(EMPTY_IMPORT)
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', items)
    .where('state', 'in', literals('finished', 'failed', 'cancelled'))
    .execute()
  await db
    .deleteFrom('recipient_changes')
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', items)
    .execute()
  await db
    .updateTable('orders')
    .set({ keeps: to, invoice_emails: json([]) })
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .execute()
}

export function listEntriesWithDetails(
  db: Db,
  siteId: number,
  { from, since, limit }: { from: Date; since: Date; limit: number },
): Promise<{ id: number; at: Date }[]> {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'at'])
    .where('site_id', '=', siteId)
    .where('at', '>=', from)
    .where('at', '<', since)
    .where('facts_salt', '<>', '')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
