import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { REFUND_KIND_WORDS, REFUND_STATE_WORDS } from '@laurel/domain/money-words'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { missing } from '../../../parts/Form.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Refund, useMay, useMe } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { byWords, withStop } from '../office-words.ts'
import { officeMoment } from '../times.ts'
import { REFUND_STATE_TONES } from './money-words.ts'

type RefundLineProps = { refund: Refund; onChanged?: ((cause: unknown) => void) | undefined }

/** One refund: its method, its state, and what it waits for. */
export function RefundLine({ refund, onChanged }: RefundLineProps) {
  const { id } = useMe()
  return (
    <li className="grid gap-1.5 border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="font-medium">
          {formatCents(refund.amountCents)}. {REFUND_KIND_WORDS[refund.kind]}
          {refund.discrepancyId !== null && ', of a payment discrepancy'}
        </span>
        {refund.stuckSince ? (
          <Tag tone="bad">Stuck</Tag>
        ) : (
          <Tag tone={REFUND_STATE_TONES[refund.state]}>{REFUND_STATE_WORDS[refund.state]}</Tag>
        )}
      </div>
      <p className="break-words text-muted text-small">
        {withStop(refund.reason)} Requested by {byWords(refund.askedBy, id, refund.askedByName)},{' '}
        {officeMoment(refund.createdAt)}
        {refund.approvedBy && `; approved by ${byWords(refund.approvedBy, id, refund.approvedByName)}`}.
        {refund.message && ` ${refund.message}`}
      </p>
      {refund.stuckSince && (
        <p className="text-small">
          The provider hasn’t processed this refund since {officeMoment(refund.stuckSince)}.
          {refund.state === 'approved' && ' It can be sent by check or transfer instead.'}
        </p>
      )}
      <RefundDecision refund={refund} onChanged={onChanged} />
    </li>
  )
}

type RefundDecisionProps = { refund: Refund; onChanged?: ((cause: unknown) => void) | undefined }

/** Buttons for what a refund waits for, if the signed-in person may do it. */
function RefundDecision({ refund, onChanged }: RefundDecisionProps) {
  const [asked, setAsked] = useState<keyof typeof DECISIONS | 'finish'>()
  const me = useMe()
  const may = useMay()
  const isOwn = refund.askedBy === `staff:${me.id}`
  const onClose = () => setAsked(undefined)

  if (refund.state === 'asked' && !may('money.refund_large')) {
    return <p className="text-small">A second person must approve it.</p>
  }
  if (refund.state === 'asked') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        {isOwn ? (
          <p className="text-small">A refund this large needs a colleague’s approval.</p>
        ) : (
          <Button size="compact" onClick={() => setAsked('approve')}>
            Approve
          </Button>
        )}
        <Button size="compact" onClick={() => setAsked(isOwn ? 'withdraw' : 'reject')}>
          {isOwn ? 'Withdraw request' : 'Reject'}
        </Button>
        {asked !== undefined && asked !== 'finish' && (
          <DecideDialog refund={refund} decision={asked} onClose={onClose} onChanged={onChanged} />
        )}
      </div>
    )
  }
  const goesByHand = refund.kind === 'by_hand' || refund.stuckSince !== null
  if (refund.state === 'approved' && goesByHand && may('money.refund')) {
    return (
      <div>
        <Button size="compact" onClick={() => setAsked('finish')}>
          Mark as sent{' '}
        </Button>
        {asked === 'finish' && <FinishDialog refund={refund} onClose={onClose} onChanged={onChanged} />}
      </div>
    )
  }
  return null
}

type DialogProps = RefundDecisionProps & { onClose: () => void }

const STAYS = 'We won’t refund the payment. You can request the refund again.'
const DECISIONS = {
  approve: {
    verb: 'Approve',
    submit: 'Approve refund',
    effect: 'The refund starts right away.',
    done: 'Refund approved',
  },
  withdraw: { verb: 'Withdraw', submit: 'Withdraw request', effect: STAYS, done: 'Request withdrawn' },
  reject: { verb: 'Reject', submit: 'Reject refund', effect: STAYS, done: 'Refund rejected' },
} as const

function DecideDialog({
  refund,
  decision,
  onClose,
  onChanged,
}: DialogProps & { decision: keyof typeof DECISIONS }) {
  const { verb, submit, effect, done } = DECISIONS[decision]
  const agree = decision === 'approve'
  const decide = useDecision({
    decide: (idempotencyKey) =>
      call(api.decideRefund, { params: { id: refund.id }, body: { agree }, idempotencyKey }),
    done,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`${verb} the refund of ${formatCents(refund.amountCents)}?`}
      lead={
        <p>
          For order {refund.orderNumber}: {withStop(refund.reason)} {effect}
        </p>
      }
      submit={submit}
      isDanger={!agree}
      request={decide}
      onClose={onClose}
    />
  )
}

function FinishDialog({ refund, onClose, onChanged }: DialogProps) {
  const [documentNumber, setDocumentNumber] = useState('')
  const finish = useDecision({
    decide: (idempotencyKey) =>
      call(api.finishRefund, {
        params: { id: refund.id },
        body: { documentNumber: documentNumber.trim() },
        idempotencyKey,
      }),
    done: `${formatCents(refund.amountCents)} is refunded`,
    onClose,
    onChanged,
  })

  return (
    <OfficeDialog
      title={`Mark ${formatCents(refund.amountCents)} as sent?`}
      lead={<p>The order shows it as refunded.</p>}
      submit="Mark as sent"
      request={finish}
      check={() => missing({ documentNumber })}
      onClose={onClose}
    >
      <TextField
        label="Check or transfer number"
        name="documentNumber"
        value={documentNumber}
        onChange={setDocumentNumber}
        maxLength={60}
        isRequired
      />
    </OfficeDialog>
  )
}
