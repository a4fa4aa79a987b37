import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { SummaryLines } from '../../parts/SummaryLines.tsx'
import { type OrderSummary, summaryGroups } from '../../parts/summary-groups.ts'

type SummaryPanelProps = { summary: OrderSummary | undefined; totalLabel: string; children: ReactNode }

/** Every cent of the order, and the way on beneath it. It stays in sight beside a long step. */
export function SummaryPanel({ summary, totalLabel, children }: SummaryPanelProps) {
  return (
    <div className="sticky top-8 grid max-h-[calc(100dvh-64px)] overflow-auto rounded-panel bg-canvas p-8 mid:static mid:max-h-none narrow:p-6">
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
      <div className="mt-5 grid">{children}</div>
    </div>
  )
}
