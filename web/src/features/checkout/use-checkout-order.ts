import { useSuspenseQuery } from '@tanstack/react-query'
import { orderQueries } from '../../app/orders.queries.ts'
import type { Order } from './checkout.queries.ts'

/** The order being checked out. The way in has loaded it, and lets nobody in without one. */
export function useCheckoutOrder(): Order | null {
  return useSuspenseQuery(orderQueries.current()).data
}
