import type { ORDER_SORTS } from '@laurel/contract/office-orders'
import { isOfficeStatus, type OfficeStatus } from '@laurel/domain/office-status'
import { isPaymentMethod, type PaymentMethod } from '@laurel/domain/payment-method'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import { dayParam, oneOf, page, searchParams, words } from '../../../app/search-params.ts'

/** The URL's filters. Days such as `2026-11-21` are in the site's time zone. */
export type OrdersSearch = {
  status?: OfficeStatus
  only?: 'held' | 'flagged' | 'overpaid'
  type?: RewardType
  method?: PaymentMethod
  from?: string
  to?: string
  search?: string
  sort?: Exclude<(typeof ORDER_SORTS)[number], '-placed'>
  page?: number
}

export const readOrdersSearch = searchParams<OrdersSearch>({
  status: (given) => (isOfficeStatus(given) ? given : undefined),
  only: oneOf('held', 'flagged', 'overpaid'),
  type: oneOf(...REWARD_TYPES),
  method: (given) => (isPaymentMethod(given) ? given : undefined),
  from: dayParam,
  to: dayParam,
  search: words(),
  sort: oneOf('placed', 'total', '-total'),
  page,
})

/** The filters as the API takes them. */
export function askedOf({ status, only, type, method, from, to, search }: OrdersSearch) {
  return {
    ...(status && { status: [status] }),
    ...(only && { only }),
    ...(type && { rewardType: type }),
    ...(method && { method }),
    ...(from && { placedFrom: from }),
    ...(to && { placedTo: to }),
    ...(search && { search }),
  }
}

/** A saved view's filters as search params. */
export function searchOf(filters: ReturnType<typeof askedOf>): OrdersSearch {
  const { status, only, rewardType, method, placedFrom, placedTo, search } = filters
  const said = { status: status?.[0], only, type: rewardType, method, from: placedFrom, to: placedTo, search }
  return readOrdersSearch(said)
}

export function isFiltered({ page: _, sort: _sort, ...filters }: OrdersSearch): boolean {
  return Object.values(filters).some((filter) => filter !== undefined)
}

/** Whether two URLs show the same list, ignoring the page. */
export function isSameList(one: OrdersSearch, other: OrdersSearch): boolean {
  const said = (search: OrdersSearch) => JSON.stringify(Object.entries(askedOf(search)))
  return said(one) === said(other)
}

/** Sets or removes a filter and returns to the first page. */
export function withFilter<Key extends keyof OrdersSearch>(
  { page: _, ...now }: OrdersSearch,
  key: Key,
  value: OrdersSearch[Key] | undefined,
): OrdersSearch {
  return readOrdersSearch({ ...now, [key]: value })
}
