import { formatCents } from '@laurel/domain/money'
import { REVIEW_WORDS } from '@laurel/domain/money-rules'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { moment, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import type { OfficeOrder, OrderMoney } from '../office.queries.ts'
import { paidBy } from './money-words.ts'

type ChecksProps = { office: OfficeOrder; money: OrderMoney | undefined }

/** What a person looks at before the order goes on: first what tripped a rule, then what is in order. */
export function Checks({ office: { order, reviewReasons }, money }: ChecksProps) {
  const attention = order.cardItems.reduce((sum, { attentionCount }) => sum + attentionCount, 0)
  const people = order.cardItems.reduce((sum, { recipientCount }) => sum + recipientCount, 0)
  const doubts = order.cardItems.flatMap(({ missing }) => missing)
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="text-h3">
        Checks
      </h2>
      <ul className="mt-1">
        {reviewReasons.map((reason) => (
          <CheckLine key={reason} isGood={false} title={REVIEW_WORDS[reason]}>
            Tripped a rule of this site when the order was paid.
          </CheckLine>
        ))}
        {money && <PaidLine money={money} />}
        <CheckLine
          isGood={attention === 0 && doubts.length === 0}
          title={attention === 0 ? 'Recipients complete' : `${plural(attention, 'recipient')} to look at`}
        >
          {people === 0
            ? 'Bulk cards travel in one parcel; nobody is named.'
            : `${plural(people, 'recipient')} with what their way of sending needs.`}
        </CheckLine>
      </ul>
    </section>
  )
}

function PaidLine({ money }: { money: OrderMoney }) {
  const paid = money.payments.findLast(({ receivedCents }) => receivedCents > 0)
  const isOwed = money.owedCents > 0
  const isOwedBack = money.owedCents < 0
  const title = isOwed ? 'Money still to come' : isOwedBack ? 'Money owed back' : 'Paid'
  return (
    <CheckLine isGood={!isOwed && !isOwedBack} title={title} aside={paid && moment(paid.createdAt)}>
      {paid
        ? `${formatCents(paid.receivedCents)} ${paidBy(paid)}.`
        : `${formatCents(money.receivedCents)} is here.`}{' '}
      {isOwed && `${formatCents(money.owedCents)} is missing.`}
      {isOwedBack && `${formatCents(-money.owedCents)} belongs to the customer.`}
    </CheckLine>
  )
}

type CheckLineProps = { isGood: boolean; title: string; aside?: ReactNode; children: ReactNode }

function CheckLine({ isGood, title, aside, children }: CheckLineProps) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-line border-b py-3.5 last:border-b-0">
      <Icon
        of={isGood ? CircleCheck : TriangleAlert}
        className={`mt-0.5 ${isGood ? 'text-good' : 'text-warn'}`}
        label={isGood ? 'In order:' : 'To look at:'}
      />
      <b className="font-semibold">{title}</b>
      <span className="text-small">{aside}</span>
      <p className="col-span-2 col-start-2 text-muted text-small">{children}</p>
    </li>
  )
}
