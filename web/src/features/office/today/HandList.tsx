import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { count } from '../../../parts/format.ts'
import { type Today, useMay } from '../office.queries.ts'
import { age } from '../times.ts'
import { DONE_BY, HAND_WORDS } from './hand-words.tsx'

/** What needs a hand, before anything else: how much, since when, and the way there. */
export function HandList({ today }: { today: Today }) {
  const may = useMay()
  // The flagged are among those to review: told there, and counted once.
  const hands = today.hands.filter((hand) => hand.count > 0 && hand.kind !== 'flagged')
  const flagged = today.hands.find(({ kind }) => kind === 'flagged')
  if (hands.length === 0) {
    return (
      <EmptyState title="Nothing waits for you">New orders and money show here by themselves.</EmptyState>
    )
  }
  return (
    <ul aria-label="Needs attention">
      {hands.map((hand) => {
        const { title, text, link } = HAND_WORDS[hand.kind]
        return (
          <li
            key={hand.kind}
            className="grid min-h-[76px] grid-cols-[minmax(44px,auto)_minmax(0,1fr)_auto_108px] items-center gap-x-4 border-line border-b py-3 narrow:grid-cols-[minmax(36px,auto)_minmax(0,1fr)_100px]"
          >
            <span className="font-semibold text-[1.625rem] tracking-[-0.03em]">{count(hand.count)}</span>
            <div>
              <b className="font-semibold">{title}</b>
              <p className="text-muted text-small">
                {text(hand, today)}
                {hand.kind === 'review' && flagged && flagged.count > 0 && (
                  <>
                    {' '}
                    <Link
                      to="/office/orders"
                      search={{ status: 'in_review', only: 'flagged' }}
                      className="link"
                    >
                      {count(flagged.count)} of them flagged
                    </Link>
                    .
                  </>
                )}
                {hand.since && <span className="hidden narrow:inline"> {age(hand.since)} waiting.</span>}
              </p>
            </div>
            <span className="text-muted text-small narrow:hidden">
              {hand.since && `${age(hand.since)} waiting`}
            </span>
            {may(DONE_BY[hand.kind]) && link(hand)}
          </li>
        )
      })}
    </ul>
  )
}
