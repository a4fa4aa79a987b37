import { DELIVERY_GROUPS, type DeliveryGroup } from '@laurel/domain/delivery-status'
import { id, oneOf, page, searchParams, words } from '../../../app/search-params.ts'

export type DeliveriesSearch = {
  group?: DeliveryGroup | 'all'
  search?: string
  order?: number
  page?: number
}

/** What the address says of the list. */
export const readDeliveriesSearch = searchParams<DeliveriesSearch>({
  group: oneOf(...DELIVERY_GROUPS, 'all'),
  search: words(),
  order: id,
  page,
})

/** Bounces and returns come first; whoever looks for something sees all that fits. */
export function groupOf({ group, search, order }: DeliveriesSearch): DeliveryGroup | 'all' {
  return group ?? (search || order ? 'all' : 'needs_a_hand')
}
