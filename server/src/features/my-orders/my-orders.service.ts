import { api } from '@laurel/contract/routes'
import type { OrderStatus } from '@laurel/domain/order-status'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { readCart } from '../card-items/carts.repo.ts'
import { type OrderKit, type OrderWire, orderWire, showOrder } from '../checkout/order-view.ts'
import { findWholeCart, listWholeOrders, readWholeCart } from '../checkout/whole-order.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** The customer's orders, newest first. Asked for the cart there always is one: an absent one is made. */
export async function listOrders(kit: OrderKit, site: SiteRow, actor: Customer, asked: Asked) {
  const { count, orders } = await (asked.status?.join() === 'cart' && !asked.search
    ? pageOfCart
    : pageOfOrders)(kit, actor, asked)
  const wires = orders.map((order) => orderWire(kit, site, order, actor))
  return pageOfResults(
    api.listOrders.path,
    { status: asked.status, search: asked.search },
    asked,
    count,
    wires,
  )
}

type Asked = PageAsked & { status?: OrderStatus[] | undefined; search?: string | undefined }

/** A customer has one cart, which needs no sorting and counting. */
async function pageOfCart({ pool }: OrderKit, actor: Customer, { page }: Asked) {
  const found = await inSite(pool, actor.siteId, (db) => endWith(() => findWholeCart(db, actor)))
  const cart = found ?? (await inSite(pool, actor.siteId, (db) => readWholeCart(db, actor)))
  return { count: 1, orders: page === 1 ? [cart] : [] }
}

function pageOfOrders(
  { pool }: OrderKit,
  actor: Customer,
  { status: statuses, search, page, page_size: limit }: Asked,
) {
  return inSite(pool, actor.siteId, async (db) => {
    if (statuses?.includes('cart')) await readCart(db, actor)
    return listWholeOrders(db, actor, { statuses, search, limit, offset: (page - 1) * limit })
  })
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export function getOrder(kit: OrderKit, site: SiteRow, actor: Customer, id: number): Promise<OrderWire> {
  return showOrder(kit, site, actor, id)
}
