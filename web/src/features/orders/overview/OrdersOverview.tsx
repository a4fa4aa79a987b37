import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../parts/Button.tsx'
import { type Figure, Figures } from '../../../parts/Figures.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { type Overview, overviewQuery } from './overview.queries.ts'
import { CARD_STATES, overviewFigures } from './overview-words.ts'

/** What was spent this year, and where all the cards are. */
export function OrdersOverview() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery())
  if (data) {
    return (
      <section aria-label="Overview">
        <Figures figures={overviewFigures(data)} />
        <WhereAllCardsAre cards={data.cards} />
      </section>
    )
  }
  if (error) {
    return (
      <Note
        action={
          <Button size="compact" isPending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The numbers of this year did not load. Your orders stand below.
      </Note>
    )
  }
  return <Figures figures={STILL_COUNTING} />
}

const STILL_COUNTING: Figure[] = ['Ordered this year', 'Arrived', 'On the way', 'To be paid'].map(
  (label) => ({
    label,
    value: <Skeleton className="h-[1.15em] w-32" />,
    note: <Skeleton className="h-3.5 w-20" />,
  }),
)

function WhereAllCardsAre({ cards }: Pick<Overview, 'cards'>) {
  const all = CARD_STATES.reduce((sum, { key }) => sum + cards[key], 0)
  const parts = CARD_STATES.filter(({ key }) => cards[key] > 0)
  if (all === 0) return null
  return (
    <>
      <h2 className="mt-10 mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-h3">
        Where your cards are
        <b className="font-semibold text-body">{plural(all, 'card')}</b>
      </h2>
      <div aria-hidden="true" className="flex h-3 gap-[3px]">
        {parts.map(({ key, color }) => (
          <span
            key={key}
            className={`min-w-2 rounded-[3px] forced-color-adjust-none ${color}`}
            style={{ flexGrow: cards[key] }}
          />
        ))}
      </div>
      <ul aria-label="Cards by state" className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {parts.map(({ key, word, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 rounded-[2px] forced-color-adjust-none ${color}`} />
            {count(cards[key])} {word}
          </li>
        ))}
      </ul>
    </>
  )
}
