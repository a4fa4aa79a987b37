import { formatCents } from '@laurel/domain/money'
import { Tag } from '../../../parts/Tag.tsx'
import { type Refund, useMe } from '../office.queries.ts'
import { byWords, withStop } from '../office-words.ts'
import { moment } from '../times.ts'
import { REFUND_KIND_WORDS, REFUND_STATE_WORDS } from './money-words.ts'
import { RefundDecision } from './RefundDecision.tsx'

type RefundLineProps = { refund: Refund; onChanged?: ((cause: unknown) => void) | undefined }

/** One refund: how it travels, where it is, and what it waits for. */
export function RefundLine({ refund, onChanged }: RefundLineProps) {
  const { id } = useMe()
  const { word, tone } = REFUND_STATE_WORDS[refund.state]
  return (
    <li className="grid gap-1.5 border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="font-medium">
          {formatCents(refund.amountCents)}. {REFUND_KIND_WORDS[refund.kind]}
        </span>
        {refund.stuckSince ? <Tag tone="bad">Stuck</Tag> : <Tag tone={tone}>{word}</Tag>}
      </div>
      <p className="break-words text-muted text-small">
        {withStop(refund.reason)} Asked for by {byWords(refund.askedBy, id, refund.askedByName)},{' '}
        {moment(refund.createdAt)}
        {refund.approvedBy && `; agreed by ${byWords(refund.approvedBy, id, refund.approvedByName)}`}.
        {refund.message && ` ${refund.message}`}
      </p>
      {refund.stuckSince && (
        <p className="text-small">
          The provider has not carried it out since {moment(refund.stuckSince)}.
          {refund.state === 'approved' && ' It can be sent by check or transfer instead.'}
        </p>
      )}
      <RefundDecision refund={refund} onChanged={onChanged} />
    </li>
  )
}
