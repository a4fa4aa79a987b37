import { useQuery } from '@tanstack/react-query'
import { formError } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { SummaryLines } from '../../parts/SummaryLines.tsx'
import { summaryGroups } from '../../parts/summary-groups.ts'
import { orderListQueries } from './order-lists.queries.ts'

/** What it costs, followed down to count × each. */
export function OrderPrice({ orderId }: { orderId: number }) {
  const { data, error, isFetching, refetch } = useQuery(orderListQueries.summary(orderId))
  return (
    <section aria-labelledby="what-it-costs">
      <h2 id="what-it-costs" className="sr-only">
        What it costs
      </h2>
      {data && (
        <SummaryLines groups={summaryGroups(data)} total={{ label: 'Total', cents: data.totalCents }} />
      )}
      {!data && error && (
        <Note
          tone="bad"
          action={
            <Button size="compact" isPending={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {formError(error)}
        </Note>
      )}
      {!data && !error && (
        <Loading label="Loading the price">
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-9" />
        </Loading>
      )}
    </section>
  )
}
