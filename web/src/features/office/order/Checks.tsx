import { formatCents } from '@laurel/domain/money'
import { REVIEW_WORDS } from '@laurel/domain/money-rules'
import { plural } from '../../../parts/format.ts'
import type { OfficeOrder, OrderMoney } from '../office.queries.ts'
import { moment } from '../times.ts'
import { ArtworkLines } from './ArtworkLines.tsx'
import { CheckLine } from './CheckLine.tsx'
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
        <ArtworkLines order={order} />
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
  const title = isOwed ? 'Outstanding' : isOwedBack ? 'Overpaid' : 'Paid'
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
