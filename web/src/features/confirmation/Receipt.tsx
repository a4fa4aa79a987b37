import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { hasReceipt } from '../../parts/has-receipt.ts'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { SummaryLines } from '../../parts/SummaryLines.tsx'
import { type OrderSummary, summaryGroups } from '../../parts/summary-groups.ts'
import { receiptQueries } from './confirmation.queries.ts'

/** What it came to: three sums, and every cent behind them one press away. Paper shows all of it. */
export function Receipt({ order }: { order: Order }) {
  const summary = useQuery(receiptQueries.summary(order.id))
  const isPaid = hasReceipt(order)
  return (
    <section>
      <h2 className="mb-4">{isPaid ? 'Receipt' : 'Your total'}</h2>
      {summary.data ? (
        <Sums summary={summary.data} />
      ) : summary.isError ? (
        <Note
          tone="bad"
          action={
            <Button size="compact" onClick={() => void summary.refetch()}>
              Retry
            </Button>
          }
        >
          {formError(summary.error)}
        </Note>
      ) : (
        <Loading label={isPaid ? 'Loading the receipt' : 'Loading your total'}>
          <Skeleton />
          <Skeleton />
          <Skeleton className="h-8 w-full" />
        </Loading>
      )}
    </section>
  )
}

function Sums({ summary }: { summary: OrderSummary }) {
  const [isWhole, setWhole] = useState(false)
  const groups = summaryGroups(summary)
  const total = { label: 'Total', cents: summary.totalCents }
  const whole = <SummaryLines groups={groups} total={total} />
  return (
    <>
      {isWhole ? (
        whole
      ) : (
        <>
          <dl className="not-printed grid gap-2.5">
            {groups.map(({ title, cents, sum }) => (
              <div key={title} className="flex justify-between gap-4">
                <dt>{title}</dt>
                <dd>{sum ?? formatCents(cents)}</dd>
              </div>
            ))}
            <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
              <dt>{total.label}</dt>
              <dd className="text-figure">{formatCents(total.cents)}</dd>
            </div>
          </dl>
          <div className="only-printed">{whole}</div>
        </>
      )}
      <Button
        look="link"
        className="not-printed mt-2"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show the sums only' : 'See every cent'}
      </Button>
    </>
  )
}
