import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { PERSON_FIELDS, type PersonField, PersonFields } from '../../../parts/address/PersonFields.tsx'
import { Note } from '../../../parts/Note.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import type { Delivery, DeliveryLine } from './deliveries.queries.ts'
import { recipientName } from './delivery-words.ts'

type FixDialogProps = { delivery: Delivery | DeliveryLine; onClose: () => void; onChanged: () => void }

/** Where it goes, put right; what has left already goes out again with that. */
export function FixDialog({ delivery, onClose, onChanged }: FixDialogProps) {
  const [values, setValues] = useState(() => valuesOf(delivery))
  const [errors, setErrors] = useState<Record<string, string>>()
  const before = valuesOf(delivery)
  const changed = PERSON_FIELDS.filter((field) => values[field] !== before[field])
  // A mail goes out again when it goes elsewhere; another name alone is only kept.
  const isSent =
    delivery.mayResend &&
    (changed.length === 0 || delivery.rewardType !== 'digital' || changed.includes('email'))
  const about = { params: { id: delivery.id } }
  const seenUpdatedAt = delivery.updatedAt
  const fix = useDecision({
    decide: (idempotencyKey) =>
      changed.length === 0
        ? call(api.resendOfficeDelivery, { ...about, body: { seenUpdatedAt }, idempotencyKey })
        : call(api.patchOfficeDelivery, {
            ...about,
            body: { ...Object.fromEntries(changed.map((field) => [field, values[field]])), seenUpdatedAt },
          }),
    done: isSent ? `Sent again to ${recipientName(delivery)}` : 'Saved',
    onClose,
    onChanged,
  })

  function submit() {
    fix.reset()
    const isWrong = delivery.mayFixEmail && !isEmail(values.email)
    setErrors(isWrong ? { email: EMAIL_INVALID } : {})
    if (isWrong) return
    if (changed.length === 0 && !delivery.mayResend) onClose()
    else fix.mutate()
  }

  return (
    <OfficeDialog
      title={recipientName(delivery)}
      lead={
        <p>
          {delivery.mayResend
            ? 'It is sent again to where it goes now.'
            : 'It has not left yet: it goes there when it does.'}
        </p>
      }
      submit={isSent ? 'Send again' : 'Save'}
      isPending={fix.isPending}
      problem={fix.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      {delivery.problem && <Note tone="warn">{delivery.problem}</Note>}
      <PersonFields
        values={values}
        onChange={(field, value) => setValues((all) => ({ ...all, [field]: value }))}
        asks={[delivery.rewardType === 'digital' ? 'email' : 'address']}
      />
    </OfficeDialog>
  )
}

function valuesOf(delivery: Delivery | DeliveryLine): Record<PersonField, string> {
  const { firstName, lastName, email, address1, address2, city, state, zip } = delivery
  return { firstName, lastName, email, address1, address2, city, state, zip }
}
