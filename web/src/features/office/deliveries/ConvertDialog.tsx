import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import type { Delivery } from './deliveries.queries.ts'
import { recipientName } from './delivery-words.ts'

type ConvertDialogProps = { delivery: Delivery; onClose: () => void; onChanged: () => void }

/** A letter that came back becomes a digital card. */
export function ConvertDialog({ delivery, onClose, onChanged }: ConvertDialogProps) {
  const [email, setEmail] = useState(delivery.email)
  const [errors, setErrors] = useState<Record<string, string>>()
  const name = recipientName(delivery)
  const convert = useDecision({
    decide: (idempotencyKey) =>
      call(api.convertOfficeDelivery, {
        params: { id: delivery.id },
        body: { email: email.trim(), seenUpdatedAt: delivery.updatedAt },
        idempotencyKey,
      }),
    done: `A digital card goes to ${name}`,
    onClose,
    onChanged,
  })

  function submit() {
    convert.reset()
    const isWrong = !isEmail(email.trim())
    setErrors(isWrong ? { email: EMAIL_INVALID } : {})
    if (!isWrong) convert.mutate()
  }

  return (
    <OfficeDialog
      title="Send by email instead?"
      lead={
        <p>{name} gets a digital card with the same value. The printed one is worth nothing from then on.</p>
      }
      submit="Send by email"
      isPending={convert.isPending}
      problem={convert.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
    </OfficeDialog>
  )
}
