import { formatCents } from '@laurel/domain/money'
import { ChevronRight } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import type { OrderMoney } from '../office.queries.ts'
import { moment } from '../times.ts'
import { ACCOUNT_WORDS, eventWords } from './money-words.ts'

type Lines = OrderMoney['ledger']

/** The order's books, line by line: what does not come to nothing together is said in red. */
export function Ledger({ lines }: { lines: Lines }) {
  if (lines.length === 0) return null
  const sum = lines.reduce((all, { cents }) => all + cents, 0)
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-label">
        <span className="flex items-center gap-1.5">
          <Icon
            of={ChevronRight}
            size={18}
            className="transition-transform duration-(--fast) group-open:rotate-90"
          />
          Ledger
        </span>
        <span className={sum === 0 ? 'text-good' : 'text-bad'}>
          {sum === 0 ? 'Sums to $0.00' : `Out of balance by ${formatCents(sum)}`}
        </span>
      </summary>
      <Table aria-label="Ledger" className="text-small">
        <thead>
          <tr>
            <HeadCell>What</HeadCell>
            <HeadCell>Account</HeadCell>
            <HeadCell isNumber>Amount</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the books only grow at their end
            <tr key={index}>
              <Cell className="py-2!">
                {eventWords(line.event)}
                <time dateTime={line.at} className="block text-muted">
                  {moment(line.at)}
                </time>
              </Cell>
              <Cell className="py-2!">{ACCOUNT_WORDS[line.account]}</Cell>
              <Cell isNumber className="py-2!">
                {formatCents(line.cents)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
