import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { upsProblem } from '@laurel/domain/ups-address'
import { inSite } from '../../database/in-site.ts'
import { inOrder } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import {
  type OrderKit,
  type OrderWire,
  orderWire,
  type ShippingOrderWire,
  shippingOrderWire,
} from '../checkout/order-view.ts'
import { readOpenOrder, readTypesToDeliver } from '../checkout/whole-order.repo.ts'
import { setBulkAddress } from '../orders/orders.repo.ts'
import { saveShippingOrder } from '../orders/shipping.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

const LATEST_SEND_DAYS = 365
const DAY_MS = 86_400_000

/** Ships the bulk cards to an address of the customer's own address book. */
export function attachBulkAddress(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  addressId: number,
): Promise<OrderWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const [, order] = await inOrder(
      setBulkAddress(db, actor, orderId, addressId, kit.now()),
      readOpenOrder(db, actor, orderId),
    )
    const problem = upsProblem(order.bulkAddress!)
    if (problem !== undefined) {
      const field = 'registered_address_id'
      throw new Refusal('validation_failed', {}, [{ field, code: 'ups_does_not_go_there', message: problem }])
    }
    return orderWire(kit, site, order, actor)
  })
}

export type DeliveryChoice = {
  orderId: number
  rewardType: RewardType
  shippingOptionId: number
  /** Null is as soon as the order is approved. */
  sendAt: string | null
}

/**
 * Selects the delivery method of one reward type, replacing an earlier one. The option's price is copied, so
 * that it can't change after the customer has seen it.
 *
 * @throws {Refusal} `shipping_option_not_for_type` also if the cart has no such cards
 */
export function chooseDelivery(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  choice: DeliveryChoice,
): Promise<ShippingOrderWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const { orderId, shippingOptionId: optionId } = choice
    const sendAt = choice.sendAt === null ? null : new Date(choice.sendAt)
    const [row, { held, bulkAddress }] = await inOrder(
      saveShippingOrder(db, actor, orderId, { optionId, sendAt }, kit.now()),
      readTypesToDeliver(db, actor, orderId),
    )
    if (held.size === 0) throw new Refusal('order_is_empty')
    if (row.reward_type !== choice.rewardType || !held.has(choice.rewardType)) {
      throw new Refusal('shipping_option_not_for_type')
    }
    if (choice.rewardType === 'bulk' && bulkAddress === null) throw new Refusal('address_missing')
    assertSendMoment(choice.rewardType, sendAt, kit.now())
    return shippingOrderWire(row, bulkAddress)
  })
}

/** @throws {Refusal} `validation_failed` at `send_at` */
function assertSendMoment(rewardType: RewardType, at: Date | null, now: Date) {
  if (at === null) return
  if (rewardType !== 'digital') throw wrongMoment('Only digital cards can be sent at a chosen time.')
  if (at <= now) throw wrongMoment('Choose a time in the future.')
  if (at.getTime() > now.getTime() + LATEST_SEND_DAYS * DAY_MS) {
    throw wrongMoment('Choose a time within a year.')
  }
}

function wrongMoment(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'send_at', code: 'invalid', message }])
}
