import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Refund, useMay, useMe } from '../office.queries.ts'
import { withStop } from '../office-words.ts'
import { useDecision } from '../use-decision.ts'

type RefundDecisionProps = { refund: Refund; onChanged?: ((cause: unknown) => void) | undefined }

/** What a refund waits for, as buttons for who may do it. */
export function RefundDecision({ refund, onChanged }: RefundDecisionProps) {
  const [asked, setAsked] = useState<'agree' | 'refuse' | 'finish'>()
  const me = useMe()
  const may = useMay()
  const isOwn = refund.askedBy === `staff:${me.id}`
  const onClose = () => setAsked(undefined)

  if (refund.state === 'asked' && (isOwn || !may('money.refund_large'))) {
    return (
      <p className="text-small">
        {isOwn ? 'Above the limit for one person: somebody else must agree.' : 'Somebody must agree to it.'}
      </p>
    )
  }
  if (refund.state === 'asked') {
    return (
      <div className="flex flex-wrap gap-3">
        <Button size="compact" onClick={() => setAsked('agree')}>
          Agree
        </Button>
        <Button size="compact" onClick={() => setAsked('refuse')}>
          Do not agree
        </Button>
        {(asked === 'agree' || asked === 'refuse') && (
          <DecideDialog refund={refund} agree={asked === 'agree'} onClose={onClose} onChanged={onChanged} />
        )}
      </div>
    )
  }
  const goesByHand = refund.kind === 'by_hand' || refund.stuckSince !== null
  if (refund.state === 'approved' && goesByHand && may('money.refund')) {
    return (
      <div>
        <Button size="compact" onClick={() => setAsked('finish')}>
          It has been sent
        </Button>
        {asked === 'finish' && <FinishDialog refund={refund} onClose={onClose} onChanged={onChanged} />}
      </div>
    )
  }
  return null
}

type DialogProps = RefundDecisionProps & { onClose: () => void }

function DecideDialog({ refund, agree, onClose, onChanged }: DialogProps & { agree: boolean }) {
  const amount = formatCents(refund.amountCents)
  const decide = useDecision({
    decide: (idempotencyKey) =>
      call(api.decideRefund, { params: { id: refund.id }, body: { agree }, idempotencyKey }),
    done: agree ? `The refund of ${amount} is approved` : 'The refund is refused',
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={agree ? `Approve the refund of ${amount}?` : `Refuse the refund of ${amount}?`}
      lead={
        <p>
          {agree
            ? `For order ${refund.orderNumber}: ${withStop(refund.reason)} The refund starts right away.`
            : `For order ${refund.orderNumber}: ${withStop(refund.reason)} The money stays; the refund can be requested again.`}
        </p>
      }
      submit={agree ? 'Agree' : 'Do not agree'}
      isDanger={!agree}
      isPending={decide.isPending}
      problem={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    />
  )
}

function FinishDialog({ refund, onClose, onChanged }: DialogProps) {
  const [documentNumber, setDocumentNumber] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
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

  function submit() {
    finish.reset()
    const isEmpty = documentNumber.trim() === ''
    setErrors(isEmpty ? { documentNumber: FIELD_REQUIRED } : {})
    if (!isEmpty) finish.mutate()
  }

  return (
    <OfficeDialog
      title={`${formatCents(refund.amountCents)} has been sent?`}
      lead={<p>The order then shows it as refunded.</p>}
      submit="It has been sent"
      isPending={finish.isPending}
      problem={finish.error}
      errors={errors}
      onSubmit={submit}
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
