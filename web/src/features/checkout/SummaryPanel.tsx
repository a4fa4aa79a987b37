import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { SummaryLines } from '../../parts/SummaryLines.tsx'
import { type OrderSummary, summaryGroups } from '../../parts/summary-groups.ts'

type SummaryPanelProps = { summary: OrderSummary | undefined; totalLabel: string; children: ReactNode }

/** Every cent of the order, and the way on beneath it. It stays in sight where the window is high enough. */
export function SummaryPanel({ summary, totalLabel, children }: SummaryPanelProps) {
  return (
    <div className="top-8 grid grid-cols-[minmax(0,1fr)] rounded-panel bg-canvas p-8 mid:static! narrow:p-6 [@media(min-height:880px)]:sticky">
      <h2 className="sr-only">Order summary</h2>
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
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)]">{children}</div>
    </div>
  )
}
