import { Link } from '@tanstack/react-router'
import { Note } from '../../parts/Note.tsx'
import type { OrderSummary } from '../../parts/summary-groups.ts'
import type { Order } from './checkout.queries.ts'
import { placeOfNeed } from './needs.ts'

type NeedsProps = { order: Order; missing: OrderSummary['missing'] }

/** What must be decided before the order can be paid, each with the way there. */
export function Needs({ order, missing }: NeedsProps) {
  if (missing.length === 0) return null
  return (
    <Note tone="warn">
      <p className="font-semibold">
        {missing.length === 1 ? 'One thing is left to do' : `${missing.length} things are left to do`}
      </p>
      <ul className="mt-1 grid gap-1">
        {missing.map((need) => {
          const place = placeOfNeed(need, order)
          return (
            <li key={`${need.field} ${need.message}`}>
              {need.message}{' '}
              {place && (
                <Link to={place.to} search={place.search as never} className="link whitespace-nowrap">
                  {place.label}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
