import { moment } from '../../../parts/format.ts'
import type { OfficeOrder } from '../office.queries.ts'

type Order = OfficeOrder['order']

const MOVED: Readonly<Record<Order['status'], string>> = {
  cart: 'Put together',
  pending_payment: 'Waits for its money',
  in_review: 'Moved to review',
  approved: 'Approved',
  fulfilled: 'Fulfilled',
  declined: 'Declined',
}

/** What has happened, the latest first. */
export function History({ order }: { order: Order }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-h3">
        What happened
      </h2>
      <ol className="mt-3 text-note">
        {order.history.toReversed().map(({ status, at, note }) => (
          <li
            key={`${at} ${status}`}
            className="relative ps-6 pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line last:pb-0 last:before:hidden after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong"
          >
            {MOVED[status]}
            {note && <span className="block break-words text-small">{note}</span>}
            <time dateTime={at} className="block text-muted text-small">
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
