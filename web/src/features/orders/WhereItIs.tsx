import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { day, plural } from '../../parts/format.ts'
import { VisuallyHidden } from '../../parts/VisuallyHidden.tsx'
import { deliveryQueries } from './cards-under-way/deliveries.queries.ts'
import { orderProgress, type Stage } from './order-progress.ts'
import { isUnderWay } from './order-words.ts'

const BARS: Readonly<Record<Stage['state'], string>> = {
  done: 'bg-accent-line',
  now: 'bg-accent-wash shadow-[inset_0_0_0_1px_var(--accent-line)]',
  ahead: 'bg-line',
}
const SAID: Readonly<Record<Stage['state'], string>> = { done: 'done', now: 'next', ahead: 'to come' }

/** How far the order has come, and what happens next. */
export function WhereItIs({ order }: { order: Order }) {
  const site = useSite()
  // As the list below asks first: it is asked once for both.
  const { data } = useQuery({
    ...deliveryQueries.page(order.id, { search: '', page: 1 }),
    enabled: isUnderWay(order),
  })
  const counts = data?.counts
  const { stages, next } = orderProgress(order, site.organizationName, counts)
  const deliveries = counts && counts.waiting + counts.needsAHand + counts.underWay + counts.arrived
  return (
    <section className="mt-9" aria-labelledby="where-it-is">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="where-it-is">Where it is</h2>
        <b className="font-semibold">
          {plural(order.cardCount, 'card')}
          {deliveries !== undefined &&
            deliveries !== order.cardCount &&
            ` in ${plural(deliveries, 'delivery', 'deliveries')}`}
        </b>
      </div>
      {stages.length > 0 && (
        <ol className="mb-4 grid grid-cols-4 gap-[3px]">
          {stages.map(({ label, state, at }) => (
            <li key={label} aria-current={state === 'now' ? 'step' : undefined}>
              <span aria-hidden="true" className={`block h-3 rounded-[3px] ${BARS[state]}`} />
              <span className={`mt-2.5 block text-small ${state === 'ahead' ? 'text-muted' : 'font-medium'}`}>
                {label}
                <VisuallyHidden>: {SAID[state]}</VisuallyHidden>
              </span>
              <span className="block text-muted text-small">
                {at ? day(at) : state === 'now' ? 'Next' : ''}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="max-w-[65ch]">{next}</p>
    </section>
  )
}
