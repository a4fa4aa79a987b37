import { plural } from '../../../parts/format.ts'
import { useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { moment } from '../times.ts'
import { ordersOf } from './batch-words.ts'
import type { Batch } from './fulfillment.queries.ts'

export function BatchFacts({ batch }: { batch: Batch }) {
  const me = useMe()
  const often = batch.prints > 1 ? `, ${plural(batch.prints, 'time')} in all` : ''
  const printed = batch.printedAt && `${moment(batch.printedAt)}${often}`
  const facts: [label: string, value: string | null][] = [
    ['Orders', ordersOf(batch)],
    ['Made', `${moment(batch.createdAt)} by ${byWords(batch.createdBy, me.id)}`],
    ['Printed', printed],
    ['Mailed', batch.mailedAt && moment(batch.mailedAt)],
  ]
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-h3">
        About it
      </h2>
      <dl className="mt-3 grid gap-1.5">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="min-w-18 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
