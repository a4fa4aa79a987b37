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

/**
 * When one kind of card arrives: "Arrives about Mon, Nov 30 to Wed, Dec 2.", counted from the day the
 * payment clears. Empty for emails, whose sentence says it, and where the delivery is no longer offered.
 */
export function arrivalSentence(
  order: Travelling,
  type: RewardType,
  options: readonly ShippingOption[],
): string {
  const option = options.find(({ id }) => id === findShipping(order, type)?.shippingOptionId)
  if (type === 'digital' || !option || !order.placedAt || order.status === 'fulfilled') return ''
  const method = order.payments.at(-1)?.methodCode
  const clearsInDays = method ? PAYMENT_METHODS[method].clearsInDays : 0
  return `Arrives about ${arrival(option, addBusinessDays(new Date(order.placedAt), clearsInDays))}.`
}
