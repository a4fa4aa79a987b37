import { formatCents } from '@laurel/domain/money'
import { count } from '../../../parts/format.ts'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import type { OrderedOverTime } from '../office.queries.ts'
import { STEP_WORDS, stepName } from './ordered-words.ts'
import { SERIES } from './series.ts'

/** Every number of the bars, the latest first. */
export function OrderedTable({ ordered: { steps, period, total } }: { ordered: OrderedOverTime }) {
  return (
    <Table aria-label={STEP_WORDS[period].per} className="text-small">
      <thead>
        <tr>
          <HeadCell>{STEP_WORDS[period].head}</HeadCell>
          <HeadCell isNumber>Orders</HeadCell>
          {SERIES.map(({ key, label }) => (
            <HeadCell key={key} isNumber>
              {label}
            </HeadCell>
          ))}
          <HeadCell isNumber>Together</HeadCell>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
      <tfoot>
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
      </tfoot>
    </Table>
  )
}
