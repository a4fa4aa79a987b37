import { Link, type LinkProps } from '@tanstack/react-router'
import { Figures } from '../../../parts/Figures.tsx'
import { count } from '../../../parts/format.ts'
import type { Today } from '../office.queries.ts'
import { useMay } from '../office.queries.ts'
import { lasting } from './ordered-words.ts'

/** How fast orders go, and how many stand where. */
export function ToTheDoor({ today: { stages, reviewMinutes, makingMinutes } }: { today: Today }) {
  const may = useMay()
  const bars: { label: string; number: number; to: Pick<LinkProps, 'to' | 'search'> }[] = [
    {
      label: 'Money to come',
      number: stages.moneyToCome,
      to: may('money.read')
        ? { to: '/office/funds', search: { only: 'awaited' } }
        : { to: '/office/orders', search: { status: 'pending_payment' } },
    },
    {
      label: 'To review',
      number: stages.toReview,
      to: { to: '/office/orders', search: { status: 'in_review' } },
    },
    {
      label: 'Being made',
      number: stages.beingMade,
      to: { to: '/office/orders', search: { status: 'approved' } },
    },
    {
      label: 'With carrier',
      number: stages.withCarrier,
      to: { to: '/office/deliveries', search: { group: 'under_way' } },
    },
  ]
  const most = Math.max(1, ...bars.map(({ number }) => number))
  return (
    <section aria-labelledby="to-the-door">
      <h2 id="to-the-door" className="mb-4 text-h3">
        From payment to the door
      </h2>
      <Figures
        figures={[
          { label: 'Review, median', value: said(reviewMinutes), note: 'orders of the last 30 days' },
          { label: 'Made and sent, median', value: said(makingMinutes), note: 'from the approval' },
        ]}
      />
      <h3 className="mt-8 text-label text-muted">Orders at each stage</h3>
      <ul className="mt-1">
        {bars.map(({ label, number, to }) => (
          <li
            key={label}
            className="relative grid min-h-11 grid-cols-[120px_minmax(0,1fr)_auto] items-center gap-x-4 rounded-small hover:bg-canvas"
          >
            <Link
              {...to}
              className="text-ink underline-offset-3 after:absolute after:inset-0 hover:underline"
            >
              {label}
            </Link>
            <span
              aria-hidden="true"
              className="h-2.5 rounded-pill bg-accent-line"
              style={{ width: number === 0 ? 0 : `max(10px, ${(100 * number) / most}%)` }}
            />
            <b className="font-semibold">{count(number)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function said(minutes: number | null): string {
  return minutes === null ? '–' : lasting(minutes)
}
