import { postPlacedOrder } from '@laurel/domain/ledger'
import { isUnplaced, type OrderStatus } from '@laurel/domain/order-status'
import { testOrder } from '@laurel/domain/test-orders'
import type { Db } from '../../database/database.ts'
import { inOrder } from '../../database/site-transaction.ts'
import type { Kit } from '../../kit.ts'
import { isTestSite } from '../../test-site.ts'
import { post } from '../ledger/ledger.repo.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { moveOrder } from '../orders/order-moves.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { reviewOrder } from './review-order.ts'

export type OrderPaid = {
  to: 'in_review' | 'pending_payment'
  note: string
  /** The actor: `customer:5`, `staff:2`, `system`. */
  actor: string
  at: Date
  /** Whether the cart holds drafts, if that was read. */
  hasDrafts?: boolean
  /** Whether it is paid from its company's balance. */
  fromBalance?: boolean
}

/**
 * Moves an order as far as its payment allows: a cart is placed; an order that waited for payment goes to
 * review, and is approved at once if it's below the site's limit and trips no rule. The customer's email is
 * enqueued in the same transaction. The order must be locked.
 */
export async function advancePaidOrder(
  db: Db,
  jobs: Kit['jobs'],
  site: SiteRow,
  order: OrderRow,
  paid: OrderPaid,
): Promise<void> {
  const { to, note, actor, at, hasDrafts = true, fromBalance = false } = paid
  if (order.status === to) return
  const isPlacing = isUnplaced(order.status)
  const mail = isPlacing ? orderMail.placed : orderMail.received
  const moving = moveOrder(db, site.id, { orderId: order.id, from: order.status, to, note, actor, at })
  const following = Promise.all([
    isPlacing && hasDrafts && moveDrafts(db, order, at),
    isPlacing && postPlaced(db, order, at),
    jobs.enqueue(db, mail, { siteId: site.id, orderId: order.id }),
    ...(order.invoice_emails as string[]).map((_, position) =>
      jobs.enqueue(db, orderMail.copied, {
        siteId: site.id,
        orderId: order.id,
        kind: isPlacing ? 'invoice' : 'receipt',
        position,
      }),
    ),
  ])
  await inOrder(moving, following)
  if (to !== 'in_review') return
  const reasons = await reviewOrder(db, site, order, { at, fromBalance })
  const isKept = isTestSite(site.id) && testOrder(order.po_number) !== undefined
  if (reasons.length === 0 && order.total_cents < site.auto_approve_below_cents && !isKept) {
    const approved: OrderStatus = 'approved'
    const move = { orderId: order.id, from: to, to: approved, note: '', actor: 'system', at }
    await moveOrder(db, site.id, move)
  }
}

/** From now on the customer owes what the order was priced at. */
async function postPlaced(db: Db, { site_id, id, priced }: OrderRow, at: Date) {
  if (priced === null) throw new Error(`order ${id} is placed without its price`)
  const posting = postPlacedOrder(priced.price)
  await post(db, site_id, { orderId: id, event: 'order.placed', source: `order:${id}`, posting, at })
}

/** Drafts aren't part of the purchase, so they move to a new cart. */
export async function moveDrafts(db: Db, order: OrderRow, at: Date) {
  const { site_id, id, customer_id } = order
  await db
    .with('draft', (items) =>
      items
        .selectFrom('card_items')
        .select('id')
        .where('site_id', '=', site_id)
        .where('order_id', '=', id)
        .where('state', '=', 'draft'),
    )
    .with('cart', (orders) =>
      orders
        .insertInto('orders')
        .columns(['site_id', 'customer_id', 'created_at', 'updated_at'])
        .expression(
          orders
            .selectNoFrom(({ cast, val }) => [
              cast<number>(val(site_id), 'bigint').as('site_id'),
              cast<number>(val(customer_id), 'bigint').as('customer_id'),
              cast<Date>(val(at), 'timestamptz').as('created_at'),
              cast<Date>(val(at), 'timestamptz').as('updated_at'),
            ])
            .where(({ exists, selectFrom }) => exists(selectFrom('draft').select('draft.id'))),
        )
        .returning('id'),
    )
    .updateTable('card_items')
    .from('cart')
    .set(({ ref }) => ({ order_id: ref('cart.id') }))
    .where('card_items.site_id', '=', site_id)
    .where('card_items.id', 'in', ({ selectFrom }) => selectFrom('draft').select('draft.id'))
    .execute()
}
