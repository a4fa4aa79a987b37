import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextArea } from '../../../parts/TextArea.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { OrderDialogProps } from './ApproveDialog.tsx'
import { useDecision } from './use-decision.ts'

export function ReleaseDialog({ office: { order, heldReason }, onClose, onChanged }: OrderDialogProps) {
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const release = useDecision({
    decide: (idempotencyKey) =>
      call(api.releaseOrder, { params: { id: order.id }, body: { reason: reason.trim() }, idempotencyKey }),
    done: `Order ${order.number} goes on`,
    onClose,
    onChanged,
  })

  function submit() {
    release.reset()
    const isEmpty = reason.trim() === ''
    setErrors(isEmpty ? { reason: FIELD_REQUIRED } : {})
    if (!isEmpty) release.mutate()
  }

  return (
    <OfficeDialog
      title={`Release order ${order.number}?`}
      lead={
        <>
          <p>It was held: {heldReason}</p>
          <p>Released, it goes on as if its money were here. Say how it was settled.</p>
        </>
      }
      submit="Release order"
      isPending={release.isPending}
      problem={release.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        name="reason"
        hint="Kept in the audit trail."
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={500}
        isRequired
      />
    </OfficeDialog>
  )
}
