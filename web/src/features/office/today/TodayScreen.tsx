import { countHands } from '@laurel/domain/office-hands'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count, plural } from '../../../parts/format.ts'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { officeQueries, useMay, useMe } from '../office.queries.ts'
import { OrderRows } from '../orders/OrderRows.tsx'
import { SearchOrders } from '../orders/SearchOrders.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { wallNow } from '../times.ts'
import { greeting } from './greeting.ts'
import { HandList } from './HandList.tsx'
import { OrderedPanel } from './OrderedPanel.tsx'
import { ToTheDoor } from './ToTheDoor.tsx'

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/** What needs attention, before anything else; how orders and their value go comes after. */
export function TodayScreen() {
  const { name } = useMe()
  const may = useMay()
  const { data: today, error, isFetching, refetch } = useQuery(officeQueries.today())
  const now = wallNow()
  const date = new Date(`${now.date}T00:00:00Z`).toLocaleDateString('en-US', WEEKDAY)

  return (
    <>
      <DeskHead
        title={`${greeting(Number(now.time.slice(0, 2)))}, ${name.split(' ')[0]}`}
        text={today ? `${date}. ${needsWords(countHands(today.hands))}` : `${date}.`}
      >
        {may('orders.read') && <SearchOrders />}
      </DeskHead>
      <h2 className="sr-only">Needs attention</h2>
      {today ? (
        <HandList today={today} />
      ) : error ? (
        <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
      ) : (
        <RowsLoading label="What needs attention" />
      )}
      {may('orders.read') && (
        <>
          <div className="mt-12 grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] gap-x-16 gap-y-12 mid:grid-cols-1">
            <OrderedPanel />
            {today && <ToTheDoor today={today} />}
          </div>
          <ToReview />
        </>
      )}
    </>
  )
}

const SHOWN = 8

/** The newest of them; the rest is one step away. */
function ToReview() {
  const { data } = useQuery(officeQueries.orders({ status: ['in_review'], pageSize: SHOWN }))
  if (!data || data.results.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="mt-12">
      <h2 id="waiting" className="text-h3">
        Waiting for review
      </h2>
      <OrderRows label="Waiting for review" orders={data.results} />
      {data.count > data.results.length && (
        <Link
          to="/office/orders"
          search={{ status: 'in_review' }}
          className="link mt-2 inline-flex min-h-11 items-center text-label"
        >
          All {count(data.count)} in review
        </Link>
      )}
    </section>
  )
}

function needsWords(total: number): string {
  if (total === 0) return 'Nothing needs attention.'
  return `${plural(total, 'thing needs', 'things need')} attention.`
}
