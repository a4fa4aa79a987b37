import { formatCents } from '@laurel/domain/money'
import type { ReportPeriod } from '@laurel/domain/report-period'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { count } from '../../../parts/format.ts'
import type { OrderedOverTime } from '../office.queries.ts'
import { SERIES, type Shown, shortDollars, stepName } from './ordered-words.ts'

type OrderedChartProps = { ordered: OrderedOverTime; shown: Shown }

const LABEL = { fontSize: 12, fill: 'var(--ink)' }

/** Draws the table's numbers: one bar per step, of orders or of value by reward type. */
export function OrderedChart({ ordered: { steps, period }, shown }: OrderedChartProps) {
  const ofValue = shown === 'value'
  const isEmpty = steps.every(({ orderCount }) => orderCount === 0)
  return (
    <BarChart
      responsive
      data={steps}
      accessibilityLayer={false}
      barCategoryGap="20%"
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      style={{ width: '100%', height: '100%' }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="startsOn"
        tickFormatter={(day: string) => stepName(day, period)}
        tick={LABEL}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        minTickGap={16}
      />
      <YAxis
        tickFormatter={(value: number) => (ofValue ? shortDollars(value) : count(value))}
        tick={LABEL}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        // Without orders, every tick would read $0, and zero would be in the middle.
        {...(isEmpty && { ticks: [0], domain: [0, 1] })}
        width={48}
      />
      <Tooltip
        cursor={{ fill: 'var(--sunken)' }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const step = payload?.[0]?.payload as OrderedOverTime['steps'][number] | undefined
          return active && step ? <StepCard step={step} period={period} /> : null
        }}
      />
      {(ofValue ? SERIES : [{ key: 'orderCount', color: 'var(--accent-line)' } as const]).map(
        ({ key, color }) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="all"
            fill={color}
            className="stroke-surface"
            maxBarSize={28}
            isAnimationActive={false}
          />
        ),
      )}
    </BarChart>
  )
}

function StepCard({ step, period }: { step: OrderedOverTime['steps'][number]; period: ReportPeriod }) {
  return (
    <div className="rounded-toast bg-raised px-4 py-3 text-small shadow-lift-3">
      <b className="font-semibold">{stepName(step.startsOn, period)}</b>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4">
        <dt>Orders</dt>
        <dd className="text-end">{count(step.orderCount)}</dd>
        {SERIES.map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>{label}</dt>
            <dd className="text-end">{formatCents(step[key])}</dd>
          </div>
        ))}
        <dt className="font-semibold">Total</dt>
        <dd className="text-end font-semibold">{formatCents(step.totalCents)}</dd>
      </dl>
    </div>
  )
}
