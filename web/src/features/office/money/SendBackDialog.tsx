import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { Funds } from '../office.queries.ts'
import { useDecision } from '../use-decision.ts'

/** Money that belongs to no order goes back to who sent it. */
export function SendBackDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const amount = formatCents(funds.amountCents)
  const [documentNumber, setDocumentNumber] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const sending = useDecision({
    decide: (idempotencyKey) =>
      call(api.sendBackFunds, {
        params: { id: funds.id },
        body: { documentNumber: documentNumber.trim(), reason: reason.trim() },
        idempotencyKey,
      }),
    done: ({ reversedAt }) =>
      reversedAt === null ? 'A second person must confirm the refund' : `${amount} is refunded to its payer`,
    onClose,
  })

  function submit() {
    sending.reset()
    const found = {
      ...(documentNumber.trim() === '' && { documentNumber: FIELD_REQUIRED }),
      ...(reason.trim() === '' && { reason: FIELD_REQUIRED }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) sending.mutate()
  }

  return (
    <OfficeDialog
      title={`Refund ${amount} to its payer?`}
      lead={<p>It belongs to no order. A large refund waits until a second person confirms it.</p>}
      submit={`Refund ${amount}`}
      isPending={sending.isPending}
      problem={sending.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Number of the check or transfer"
        name="documentNumber"
        value={documentNumber}
        onChange={setDocumentNumber}
        maxLength={60}
        isRequired
      />
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        maxLength={200}
        isRequired
      />
    </OfficeDialog>
  )
}
