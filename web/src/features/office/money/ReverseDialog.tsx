import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { Funds } from '../office.queries.ts'
import { useDecision } from '../order/use-decision.ts'

/** A check bounced, or was recorded by mistake. */
export function ReverseDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const amount = formatCents(funds.amountCents)
  const reverse = useDecision({
    decide: (idempotencyKey) =>
      call(api.reverseFunds, { params: { id: funds.id }, body: { reason: reason.trim() }, idempotencyKey }),
    done: `${amount} is out of the books`,
    onClose,
  })

  function submit() {
    reverse.reset()
    const isEmpty = reason.trim() === ''
    setErrors(isEmpty ? { reason: FIELD_REQUIRED } : {})
    if (!isEmpty) reverse.mutate()
  }

  return (
    <OfficeDialog
      title={`Take ${amount} out of the books?`}
      lead={
        <p>
          {funds.orderId === null
            ? 'It was not matched to an order yet.'
            : `Order ${funds.orderNumber} is owed that much again; if it has gone on already, it is held.`}
        </p>
      }
      submit={`Take back ${amount}`}
      isDanger
      isPending={reverse.isPending}
      problem={reverse.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        name="reason"
        hint="The check bounced, or it was recorded twice, for example."
        value={reason}
        onChange={setReason}
        maxLength={200}
        isRequired
      />
    </OfficeDialog>
  )
}
