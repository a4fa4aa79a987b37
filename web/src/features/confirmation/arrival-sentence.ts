import type { OutputOf } from '@laurel/contract/wire-types'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Camelized } from '../../app/case.ts'
import { addBusinessDays, arrival } from '../../parts/delivery-estimate.ts'
import { findShipping, type Order } from '../../parts/delivery-text.ts'
import { PAYMENT_METHODS } from '../../parts/payment-methods.ts'

type ShippingOption = Pick<Camelized<OutputOf<'listShippingOptions'>>[number], 'id' | 'minDays' | 'maxDays'>
type Travelling = Pick<Order, 'shippingOrders' | 'bulkAddress' | 'placedAt' | 'status'> & {
  payments: readonly Pick<Order['payments'][number], 'methodCode'>[]
}

const AT_ONCE = { minDays: 0, maxDays: 0 }

/**
 * When one kind of card arrives: "Arrives about Mon, Nov 30 to Wed, Dec 2.", counted from the day the
 * payment clears. Empty for emails that have a day of their own or are out, and where the delivery is no
 * longer offered.
 */
export function arrivalSentence(
  order: Travelling,
  type: RewardType,
  options: readonly ShippingOption[],
): string {
  const shipping = findShipping(order, type)
  const option = options.find(({ id }) => id === shipping?.shippingOptionId)
  if (!option || !order.placedAt || order.status === 'fulfilled') return ''
  if (type === 'digital' && (shipping?.sendAt || order.status === 'approved')) return ''
  const method = order.payments.at(-1)?.methodCode
  const cleared = addBusinessDays(new Date(order.placedAt), method ? PAYMENT_METHODS[method].clearsInDays : 0)
  return `Arrives about ${arrival(type === 'digital' ? AT_ONCE : option, cleared)}.`
}
