import { useQuery } from '@tanstack/react-query'
import { officeQueries, useMay } from '../office.queries.ts'

/** Everything that needs a hand, as far as the person may see it; a list that is not here yet is undefined. */
export function useWaiting() {
  const may = useMay()
  const orders = { enabled: may('orders.read') }
  const money = { enabled: may('money.read') }
  return {
    inReview: useQuery({ ...officeQueries.orders({ status: ['in_review'], pageSize: 50 }), ...orders }).data,
    flagged: useQuery({
      ...officeQueries.orders({ status: ['in_review'], only: 'flagged', pageSize: 1 }),
      ...orders,
    }).data,
    held: useQuery({ ...officeQueries.orders({ only: 'held', pageSize: 1 }), ...orders }).data,
    unmatched: useQuery({ ...officeQueries.funds({ only: 'unmatched' }), ...money }).data,
    awaited: useQuery({ ...officeQueries.awaited({ pageSize: 1 }), ...money }).data,
    doubts: useQuery({ ...officeQueries.doubts({ only: 'open' }), ...money }).data,
    refunds: useQuery({ ...officeQueries.refunds({ only: 'open' }), ...money }).data,
  }
}
