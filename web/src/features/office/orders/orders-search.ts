import { isOrderStatus, type OrderStatus } from '@laurel/domain/order-status'

export type OrdersSearch = {
  status?: OrderStatus
  only?: 'held' | 'flagged'
  search?: string
  page?: number
}

/** What the address says of the list; whatever it should not say is left out. */
export function readOrdersSearch(given: Record<string, unknown>): OrdersSearch {
  const { status, only, page } = given
  // The router reads digits as a number.
  const search = typeof given.search === 'string' || typeof given.search === 'number' ? `${given.search}` : ''
  return {
    ...(isOrderStatus(status) && status !== 'cart' && { status }),
    ...((only === 'held' || only === 'flagged') && { only }),
    ...(search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}
