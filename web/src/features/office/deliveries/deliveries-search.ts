import { DELIVERY_GROUPS, type DeliveryGroup } from '@laurel/domain/delivery-status'

export type DeliveriesSearch = {
  group?: DeliveryGroup | 'all'
  search?: string
  order?: number
  page?: number
}

/** What the address says of the list; whatever it should not say is left out. */
export function readDeliveriesSearch(given: Record<string, unknown>): DeliveriesSearch {
  const group = [...DELIVERY_GROUPS, 'all' as const].find((one) => one === given.group)
  // The router reads digits as a number.
  const search = typeof given.search === 'string' || typeof given.search === 'number' ? `${given.search}` : ''
  return {
    ...(group && { group }),
    ...(search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    ...(isPositive(given.order) && { order: given.order }),
    ...(isPositive(given.page) && given.page > 1 && { page: given.page }),
  }
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Bounces and returns come first; whoever looks for something sees all that fits. */
export function groupOf({ group, search, order }: DeliveriesSearch): DeliveryGroup | 'all' {
  return group ?? (search || order ? 'all' : 'needs_a_hand')
}
