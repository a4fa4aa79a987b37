import { formatCents } from '@laurel/domain/money'
import type { ReportPeriod } from '@laurel/domain/report-period'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Figures } from '../../../parts/Figures.tsx'
import { count } from '../../../parts/format.ts'
import { Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Panel } from '../ListParts.tsx'
import { type OrderedOverTime, officeQueries } from '../office.queries.ts'
import { comparedWords, PERIODS, SERIES, type Shown, STEP_WORDS, stepName } from './ordered-words.ts'

// The chart library is larger than the rest of the screen, so it loads afterwards.
const OrderedChart = lazy(() =>
  import('./OrderedChart.tsx').then((module) => ({ default: module.OrderedChart })),
)

const SHOWN = [
  { value: 'value', label: 'Value' },
  { value: 'orders', label: 'Orders' },
] as const

/** Orders and their value over time, as a chart and a table. */
export function OrderedPanel() {
  const [period, setPeriod] = useState<ReportPeriod>('days')
  const [shown, setShown] = useState<Shown>('value')
  const read = useQuery(officeQueries.ordered(period))
  const { data, error, isPlaceholderData } = read

  return (
    <Panel title={STEP_WORDS[data?.period ?? period].per} className={isPlaceholderData ? 'opacity-60' : ''}>
      <div className="mt-3 mb-5 flex flex-wrap items-center gap-3">
        <Segment label="Period" options={PERIODS} value={period} onChange={setPeriod} />
        <Segment label="Chart value" options={SHOWN} value={shown} onChange={setShown} />
      </div>
      {data ? (
        <Ordered ordered={data} shown={shown} />
      ) : error ? (
        <ReadProblem read={read} />
      ) : (
        <Skeleton className="h-[380px]" />
      )}
    </Panel>
  )
}

function Ordered({ ordered, shown }: { ordered: OrderedOverTime; shown: Shown }) {
  const [isTable, setTable] = useState(false)
  return (
    <>
      <Figures
        figures={[
          {
            label: 'Value',
            value: formatCents(ordered.total.totalCents),
            note: 'cards, fees and delivery',
          },
          { label: 'Orders', value: count(ordered.total.orderCount) },
        ]}
      />
      <p className="mt-2 text-muted text-small">{comparedWords(ordered)}</p>
      {shown === 'value' && (
        <ul aria-label="Colors" className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-small">
          {SERIES.map(({ key, label, swatch }) => (
            <li key={key} className="flex items-center gap-2">
              <span aria-hidden="true" data-swatch className={`size-2.5 rounded-[3px] ${swatch}`} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={drawnWords(ordered, shown)} className="mt-3 h-[260px]">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <OrderedChart ordered={ordered} shown={shown} />
        </Suspense>
      </div>
      <Button
        look="link"
        aria-expanded={isTable}
        aria-controls="ordered-table"
        onClick={() => setTable(!isTable)}
      >
        {isTable ? 'Hide the table' : 'Show as a table'}
      </Button>
      {/* Screen readers read the table even while it is hidden, because they can't read the chart. */}
      <div id="ordered-table" className={isTable ? '' : 'sr-only'}>
        <OrderedTable ordered={ordered} />
      </div>
    </>
  )
}

function drawnWords({ steps, period }: OrderedOverTime, shown: Shown): string {
  const what = shown === 'value' ? 'Value ordered by card type' : 'Orders'
  const amount = (step: OrderedOverTime['steps'][number]) =>
    shown === 'value' ? step.totalCents : step.orderCount
  const highest = steps.reduce((most, step) => (amount(step) > amount(most) ? step : most))
  if (amount(highest) === 0) return `${what}: none in this period.`
  const most = shown === 'value' ? formatCents(highest.totalCents) : count(highest.orderCount)
  return `${what}, from ${stepName(steps[0]!.startsOn, period)} to ${stepName(steps.at(-1)!.startsOn, period)}; the most is ${most} at ${stepName(highest.startsOn, period)}. The table after it has every number.`
}

/** Every number of the chart, newest first. */
function OrderedTable({ ordered: { steps, period, total } }: { ordered: OrderedOverTime }) {
  return (
    <Table
      aria-label={STEP_WORDS[period].per}
      className="text-small"
      columns={[
        STEP_WORDS[period].head,
        { title: 'Orders', isNumber: true },
        ...SERIES.map(({ label }) => ({ title: label, isNumber: true })),
        { title: 'Total', isNumber: true },
      ]}
      foot={
        <tr className="font-semibold">
          <Cell>All</Cell>
          <Cell isNumber>{count(total.orderCount)}</Cell>
          {SERIES.map(({ key }) => (
            <Cell key={key} isNumber>
              {formatCents(steps.reduce((sum, step) => sum + step[key], 0))}
            </Cell>
          ))}
          <Cell isNumber>{formatCents(total.totalCents)}</Cell>
        </tr>
      }
    >
      {steps.toReversed().map((step) => (
        <tr key={step.startsOn}>
          <Cell className="whitespace-nowrap py-2!">{stepName(step.startsOn, period)}</Cell>
          <Cell isNumber className="py-2!">
            {count(step.orderCount)}
          </Cell>
          {SERIES.map(({ key }) => (
            <Cell key={key} isNumber className="py-2!">
              {formatCents(step[key])}
            </Cell>
          ))}
          <Cell isNumber className="py-2!">
            {formatCents(step.totalCents)}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
