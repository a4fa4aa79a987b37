import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrderSummary } from '../../parts/summary-groups.ts'
import { checkoutQueries } from './checkout.queries.ts'

/**
 * What the order comes to. With a delivery that is chosen and not kept yet, what it would come to;
 * the last known sum stays while the next is on its way.
 */
export function useSummary(orderId: number, unsavedOptionId: number | null): OrderSummary | undefined {
  const kept = useQuery(checkoutQueries.summary(orderId))
  const preview = useQuery({
    ...checkoutQueries.preview(orderId, unsavedOptionId ?? 0),
    enabled: unsavedOptionId !== null,
    placeholderData: keepPreviousData,
  })
  return (unsavedOptionId !== null ? preview.data : undefined) ?? kept.data
}
