import { isLivePayment } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { assertNotBeingPaid, lockCart } from '../card-items/carts.repo.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { saveFields } from '../orders/order-fields.repo.ts'
import { lockOrder, type OrderRow } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { listPayments } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type ApprovalWire, readApproval } from './approvals.service.ts'
import { note, releaseBudgets, tellIntegrators } from './decide.service.ts'
import { changeRequest, type RequestRow, readLocked, readRequest } from './requests.repo.ts'

/**
 * Puts the cards of an order back in its buyer's cart, beside what's there. A request that is open or approved is
 * withdrawn.
 *
 * @throws {Refusal} `not_found`; `approval_closed` once it's placed or taken back; `payment_already_open`;
 * `order_is_frozen` while the cart is being paid
 */
export function editOrder(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<ApprovalWire> {
  const { company } = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => {
    const at = kit.now()
    const { order_id: orderId } = await readRequest(db, site.id, company.id, id)
    const order = await lockOrder(db, actor, orderId)
    const request = await readLocked(db, site.id, id)
    if (order.status !== 'awaiting_approval' || order.priced === null) throw new Refusal('approval_closed')
    await withdrawRequest(db, actor, order, request, at)
    const cart = await lockCart(db, actor)
    await assertNotBeingPaid(db, actor, cart)
    await moveToCart(db, order, cart.id, at)
    return readApproval(db, site, actor, id, at)
  })
}

/**
 * Ends a request that is open or approved, and gives budgets back what it had reserved. The order must be locked.
 *
 * @throws {Refusal} `payment_already_open`
 */
export async function withdrawRequest(
  db: Db,
  actor: Customer,
  order: OrderRow,
  request: RequestRow,
  at: Date,
): Promise<void> {
  const payments = await listPayments(db, order.site_id, [order.id])
  if (payments.some(({ state }) => isLivePayment(state))) throw new Refusal('payment_already_open')
  if (request.state === 'open' || request.state === 'approved') {
    await changeRequest(db, request, { state: 'withdrawn', closed_at: at })
    await tellIntegrators(db, request, 'approval.withdrawn', at)
    note(db, request, actor, 'approval.withdrawn', at)
  }
  await releaseBudgets(db, order, request, at)
}

/** What the cart has already stays: its deliveries, address, PO number, and fields come first. */
async function moveToCart(db: Db, order: OrderRow, cartId: number, at: Date): Promise<void> {
  const { site_id: siteId, id } = order
  await db
    .updateTable('card_items')
    .set({ order_id: cartId })
    .where('site_id', '=', siteId)
    .where('order_id', '=', id)
    .execute()
  await db
    .updateTable('shipping_orders')
    .set({ order_id: cartId })
    .where('site_id', '=', siteId)
    .where('order_id', '=', id)
    .where('reward_type', 'not in', ({ selectFrom }) =>
      selectFrom('shipping_orders as kept')
        .select('kept.reward_type')
        .where('kept.site_id', '=', siteId)
        .where('kept.order_id', '=', cartId),
    )
    .execute()
  const cart = await db
    .selectFrom('orders')
    .select(['po_number', 'fields', 'bulk_address_id', 'invoice_emails'])
    .where('site_id', '=', siteId)
    .where('id', '=', cartId)
    .executeTakeFirstOrThrow()
  await saveCart(db, order, cartId, cart, at)
  await db
    .updateTable('orders')
    .set({ priced: null, updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

async function saveCart(
  db: Db,
  order: OrderRow,
  cartId: number,
  cart: { po_number: string; fields: unknown; bulk_address_id: number | null },
  at: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      po_number: cart.po_number || order.po_number,
      bulk_address_id: cart.bulk_address_id ?? order.bulk_address_id,
      updated_at: at,
    })
    .where('site_id', '=', order.site_id)
    .where('id', '=', cartId)
    .execute()
  const values = (cart.fields ?? []) as NonNullable<OrderRow['fields']>
  const missing = (order.fields ?? []).filter(({ id }) => values.every((one) => one.id !== id))
  if (missing.length > 0)
    await saveFields(db, { site_id: order.site_id, id: cartId }, [...values, ...missing])
}
