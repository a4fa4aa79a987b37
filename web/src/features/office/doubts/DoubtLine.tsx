import { Link } from '@tanstack/react-router'
import { Button } from '../../../parts/Button.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { type Doubt, useMay, useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { moment } from '../times.ts'
import type { DoubtDecision } from './DoubtDialog.tsx'
import { DOUBT_STATE_WORDS, reasonWords, reportedWords } from './doubt-words.ts'

type DoubtLineProps = { doubt: Doubt; onAsk: (decision: DoubtDecision) => void }

/** One payment that does not fit: what is reported, why it is doubted, and what may be done. */
export function DoubtLine({ doubt, onAsk }: DoubtLineProps) {
  const me = useMe()
  const may = useMay()
  const { word, tone } = DOUBT_STATE_WORDS[doubt.state]
  const reported = reportedWords(doubt)
  const decisions: [DoubtDecision, isOffered: boolean, word: string][] = [
    ['accept', doubt.canAccept, 'Count it for the order'],
    ['give_back', doubt.canGiveBack, 'Give it back'],
    ['dismiss', doubt.canDismiss, 'None of our money'],
  ]
  const offered = may('money.refund') ? decisions.filter(([, isOffered]) => isOffered) : []
  return (
    <li className="grid gap-1.5 border-line border-b py-4 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 break-words text-body">{reported}</h3>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p>{reasonWords(doubt)}</p>
      <p className="break-words text-muted text-small">
        <OrderOf doubt={doubt} /> Found {moment(doubt.foundAt)}.
        {doubt.providerTransactionId && ` The provider calls it ${doubt.providerTransactionId}.`}
      </p>
      {doubt.note && (
        <p className="break-words text-muted text-small">
          {doubt.note} Decided by {byWords(doubt.decidedBy, me.id)}, {moment(doubt.updatedAt)}.
        </p>
      )}
      {offered.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-3">
          {offered.map(([decision, , label]) => (
            <Button
              key={decision}
              size="compact"
              aria-label={`${label}: ${reported}`}
              onClick={() => onAsk(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

/** A cart has no number, and the office does not open it. */
function OrderOf({ doubt: { orderId, orderNumber, orderStatus } }: { doubt: Doubt }) {
  if (orderNumber === '' || orderStatus === 'cart') return <>For a cart that is not ordered yet.</>
  return (
    <>
      For{' '}
      <Link to="/office/orders/$id" params={{ id: String(orderId) }} className="link">
        order {orderNumber}
      </Link>
      .
    </>
  )
}
