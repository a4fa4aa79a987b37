import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../parts/format.ts'
import { deliveriesQueries } from '../deliveries/deliveries.queries.ts'
import { GROUPS, isWithoutTracking, NO_TRACKING } from '../deliveries/delivery-words.ts'
import type { OfficeOrder } from '../office.queries.ts'

/** Where the order's cards are, and the way to each of them; nothing before there are any. */
export function DeliveryCounts({ order: { id, status, shippingOrders } }: { order: OfficeOrder['order'] }) {
  const isPlanned = status === 'approved' || status === 'fulfilled'
  const { data } = useQuery({ ...deliveriesQueries.ofOrder(id), enabled: isPlanned })
  if (!data || data.count === 0) return null
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-3 text-h3">
        Deliveries
      </h2>
      <ul className="grid gap-0.5">
        {GROUPS.filter((group) => data.counts[group.count] > 0).map((group) => (
          <li key={group.group}>
            <Link
              to="/office/deliveries"
              search={{ order: id, group: group.group }}
              className="link flex min-h-9 items-center justify-between gap-3 touch:min-h-11"
            >
              {group.label}
              <span className="font-medium">{count(data.counts[group.count])}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shippingOrders.some(
        ({ rewardType, service }) => rewardType === 'direct' && isWithoutTracking(service),
      ) && <p className="mt-2 text-muted text-small">{NO_TRACKING}</p>}
    </section>
  )
}
