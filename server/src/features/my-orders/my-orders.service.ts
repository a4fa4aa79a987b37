import type { OrderStatus } from '@laurel/domain/order-status'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { readCart } from '../card-items/carts.repo.ts'
import { type OrderKit, type OrderWire, orderWire, readOrderWire } from '../checkout/order-view.ts'
import { listWholeOrders } from '../checkout/whole-order.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** The customer's orders, newest first. Asked for the cart there always is one: an absent one is made. */
export function listOrders(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  asked: PageAsked & { status?: OrderStatus[] | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const page = {
      statuses: asked.status,
      limit: asked.page_size,
      offset: (asked.page - 1) * asked.page_size,
    }
    let { count, orders } = await listWholeOrders(db, actor, page)
    if (asked.status?.includes('cart') && !orders.some(({ row }) => row.status === 'cart')) {
      await readCart(db, actor)
      ;({ count, orders } = await listWholeOrders(db, actor, page))
    }
    const path = `/api/v1/orders/${asked.status ? `?status=${asked.status.join(',')}` : ''}`
    const wires = orders.map((order) => orderWire(kit, site, order, actor))
    return pageOfResults(path, asked, count, wires)
  })
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export function getOrder(kit: OrderKit, site: SiteRow, actor: Customer, id: number): Promise<OrderWire> {
  return inSite(kit.pool, site.id, (db) => endWith(() => readOrderWire(db, kit, site, actor, id)))
}
