import type { OrderStatus } from '@laurel/domain/order-status'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { readCart } from '../card-items/carts.repo.ts'
import { type OrderKit, type OrderWire, orderWires } from '../checkout/order-view.ts'
import { listOrderRows, readOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** The customer's orders, newest first. Asked for the cart there always is one: an absent one is made. */
export function listOrders(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  asked: PageAsked & { status?: OrderStatus[] | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    if (asked.status?.includes('cart')) await readCart(db, actor)
    const { count, rows } = await listOrderRows(db, actor, {
      statuses: asked.status,
      limit: asked.page_size,
      offset: (asked.page - 1) * asked.page_size,
    })
    const path = `/api/v1/orders/${asked.status ? `?status=${asked.status.join(',')}` : ''}`
    return pageOfResults(path, asked, count, await orderWires(db, kit, site, rows, actor))
  })
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export function getOrder(kit: OrderKit, site: SiteRow, actor: Customer, id: number): Promise<OrderWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const [order] = await orderWires(db, kit, site, [await readOrder(db, actor, id)], actor)
    return order!
  })
}
