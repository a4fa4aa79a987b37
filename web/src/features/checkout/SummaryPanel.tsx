import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { SummaryLines } from '../../parts/SummaryLines.tsx'
import { type OrderSummary, summaryGroups } from '../../parts/summary-groups.ts'

type SummaryPanelProps = { summary: OrderSummary | undefined; totalLabel: string; children: ReactNode }

/** Every cent of the order, and the way on beneath it: always in sight, a long list scrolls above the button. */
export function SummaryPanel({ summary, totalLabel, children }: SummaryPanelProps) {
  return (
    <div className="sticky top-6 flex max-h-[calc(100dvh-76px-3rem)] min-h-80 flex-col rounded-panel bg-canvas p-7 mid:static mid:max-h-none narrow:p-6">
      <h2 className="sr-only">Order summary</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long summary is scrolled by keyboard too */}
      <section tabIndex={0} aria-label="Sums" className="-m-1 min-h-0 overflow-y-auto p-1">
        {summary ? (
          <SummaryLines
            groups={summaryGroups(summary)}
            total={{ label: totalLabel, cents: summary.totalCents }}
          />
        ) : (
          <Loading label="Adding it up">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-8 w-full" />
          </Loading>
        )}
      </section>
      <div className="mt-5 grid shrink-0 grid-cols-[minmax(0,1fr)]">{children}</div>
    </div>
  )
}
