import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { moment } from '../../parts/format.ts'
import { historyLines } from './order-history.ts'
import { orderListQueries } from './order-lists.queries.ts'

/** What has happened, the latest first. */
export function OrderHistory({ order }: { order: Order }) {
  const { organizationName } = useSite()
  const { data } = useQuery(orderListQueries.activity(order.id))
  return (
    <section aria-labelledby="what-happened">
      <h2 id="what-happened" className="sr-only">
        What has happened
      </h2>
      <ol className="text-note">
        {historyLines(order, organizationName, data?.happened).map(({ text, at, note }, index, all) => (
          <li
            key={`${at} ${text}`}
            className={`relative ps-6 after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong ${index === all.length - 1 ? '' : 'pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line'}`}
          >
            {text}
            {note && note !== order.declineReason && (
              <span className="block break-words text-small">{note}</span>
            )}
            <time dateTime={at} className="block text-muted text-small">
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
