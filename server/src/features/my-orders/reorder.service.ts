import { isUnplaced } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { cardItemCount } from '../card-items/card-items.repo.ts'
import { MAX_ITEMS_PER_ORDER } from '../card-items/card-items.service.ts'
import { assertNotBeingPaid, lockCart } from '../card-items/carts.repo.ts'
import { copyItem, copyRecipients } from '../card-items/copy-item.repo.ts'
import { type OrderKit, type OrderWire, readOrderWire } from '../checkout/order-view.ts'
import { readSeenOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listItemsToCopy } from './reorder.repo.ts'
import { learnFromDeliveries } from './reorder-addresses.repo.ts'

/**
 * Copies an earlier order's cards, with recipients and designs, into the cart. A card whose reward or template
 * is no longer offered, or whose logo was removed, becomes a draft. Erased people are left out, and those whose address
 * was removed need attention. Corrected addresses are copied, and those where a card was returned get
 * a warning.
 *
 * @throws {Refusal} `not_found`; `order_is_frozen` while the cart is being paid; `limit_exceeded` if the cart
 * would have more than 50 items
 * @see docs/spec.md §7, "add_items_to_cart"
 */
export function reorderInto(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
): Promise<OrderWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const source = await readSeenOrder(db, actor, orderId)
    if (isUnplaced(source.status)) throw new Refusal('not_found')
    const cart = await lockCart(db, actor)
    await assertNotBeingPaid(db, actor, cart)
    await copyItems(db, site.id, source.id, cart.id, kit.now())
    return readOrderWire(db, kit, site, actor, cart.id)
  })
}

async function copyItems(db: Db, siteId: number, sourceId: number, cartId: number, at: Date) {
  const items = await listItemsToCopy(db, siteId, sourceId)
  const { count } = await cardItemCount(db, siteId, cartId).executeTakeFirstOrThrow()
  if (count + items.length > MAX_ITEMS_PER_ORDER) {
    throw new Refusal('limit_exceeded', {
      limit: MAX_ITEMS_PER_ORDER,
      of: /*i18n*/ '{limit, number} designs in one order',
    })
  }
  for (const item of items) {
    const copyId = await copyItem(db, siteId, item.id, cartId, item.isComplete ? 'in_cart' : 'draft', at)
    await copyRecipients(db, siteId, item.id, copyId, at)
    await learnFromDeliveries(db, { siteId, itemId: item.id, copyId, rewardType: item.reward_type })
  }
}
