import type { RewardType } from '@laurel/domain/reward-type'
import { useState } from 'react'
import { findShipping } from '../../parts/delivery-text.ts'
import type { Order, ShippingOption } from './checkout.queries.ts'

/**
 * The delivery chosen for one kind of card: what was pressed, else what is kept, else the cheapest,
 * which is kept when the customer goes on.
 */
export function useDeliveryChoice(order: Order, type: RewardType, options: readonly ShippingOption[]) {
  const [pressedId, choose] = useState<number | null>(null)
  const kept = findShipping(order, type)
  const keptId = options.some(({ id }) => id === kept?.shippingOptionId) ? kept!.shippingOptionId : null
  const optionId = pressedId ?? keptId ?? cheapest(options)?.id ?? null
  return { optionId, choose, unsavedId: optionId === keptId ? null : optionId, kept }
}

function cheapest(options: readonly ShippingOption[]): ShippingOption | undefined {
  return options.toSorted((a, b) => a.priceCents - b.priceCents)[0]
}
