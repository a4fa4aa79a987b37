import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { changedFields, PersonFields, personValues } from '../../../parts/address/PersonFields.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { isOvertaken, useDecision } from '../office-mutations.ts'
import type { DeliveryLine, OfficeDelivery } from './deliveries.queries.ts'
import { destinationOf, recipientName } from './delivery-words.ts'

type DeliveryActionsProps = { delivery: OfficeDelivery; onChanged: () => void }
type Asked = 'fix' | 'resend' | 'convert' | 'arrived' | 'returned'

export function DeliveryActions({ delivery, onChanged }: DeliveryActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  const { status, rewardType } = delivery
  const isPost = rewardType !== 'digital'
  const mayFix = delivery.mayFixEmail || delivery.mayFixAddress
  const ask = useDecision({
    decide: () => call(api.trackDelivery, { params: { id: delivery.id } }),
    done: ({ status: now }) =>
      now === 'mailed'
        ? `${delivery.carrier} says it’s still in transit`
        : `${delivery.carrier} says it’s ${now}`,
    onClose: () => {},
    onChanged,
  })
  const dialog = { delivery, onClose: () => setAsked(undefined), onChanged }
  return (
    <>
      {status === 'mailed' && delivery.trackingNumber !== '' && (
        <Button isPending={ask.isPending} onClick={() => ask.mutate()}>
          Check with carrier
        </Button>
      )}
      {isPost && status === 'mailed' && <Button onClick={() => setAsked('arrived')}>Mark delivered</Button>}
      {isPost && (status === 'mailed' || status === 'delivered') && (
        <Button onClick={() => setAsked('returned')}>Mark returned</Button>
      )}
      {delivery.mayConvert && <Button onClick={() => setAsked('convert')}>Send by email instead</Button>}
      {delivery.mayResend && <Button onClick={() => setAsked('resend')}>Send again</Button>}
      {mayFix && (
        <Button look="primary" onClick={() => setAsked('fix')}>
          {delivery.mayResend ? 'Fix and send again' : 'Change address'}
        </Button>
      )}
      {ask.error && !isOvertaken(ask.error) && (
        <Note tone="bad" className="w-full">
          {formError(ask.error)}
        </Note>
      )}
      {asked === 'fix' && <OfficeFixDialog {...dialog} />}
      {asked === 'resend' && <ResendDialog {...dialog} />}
      {asked === 'convert' && <ConvertDialog {...dialog} />}
      {asked === 'arrived' && <ArrivalDialog outcome="delivered" {...dialog} />}
      {asked === 'returned' && <ArrivalDialog outcome="returned" {...dialog} />}
    </>
  )
}

type ResendDialogProps = { delivery: OfficeDelivery; onClose: () => void; onChanged: () => void }

function ResendDialog({ delivery, onClose, onChanged }: ResendDialogProps) {
  const resend = useDecision({
    decide: (idempotencyKey) =>
      call(api.resendOfficeDelivery, {
        params: { id: delivery.id },
        body: { seenUpdatedAt: delivery.updatedAt },
        idempotencyKey,
      }),
    done: `Sent again to ${recipientName(delivery)}`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title="Send again?"
      lead={<p className="wrap-anywhere">We’ll send it to {destinationOf(delivery)} again.</p>}
      submit="Send again"
      request={resend}
      onClose={onClose}
    />
  )
}

const WORDS = {
  delivered: {
    title: 'Mark as delivered?',
    text: 'The customer sees it as delivered.',
    hint: 'Only your team can see this.',
    submit: 'Mark delivered',
    done: 'Marked as delivered',
  },
  returned: {
    title: 'Mark as returned?',
    text: 'The customer sees this on the order and can fix the address, or send a digital card instead.',
    // The order page shows the reason.
    hint: 'The customer can see this.',
    submit: 'Mark returned',
    done: 'Marked as returned',
  },
} as const

type ArrivalDialogProps = {
  delivery: OfficeDelivery
  outcome: 'delivered' | 'returned'
  onClose: () => void
  onChanged: () => void
}

/** Records by hand that a letter or parcel arrived or was returned, with the reason. */
function ArrivalDialog({ delivery, outcome, onClose, onChanged }: ArrivalDialogProps) {
  const { text, ...words } = WORDS[outcome]
  const seenStatus = delivery.status === 'delivered' ? 'delivered' : 'mailed'
  return (
    <ReasonDialog
      {...words}
      lead={
        <p>
          To {recipientName(delivery)}. {text}
        </p>
      }
      label="How do you know?"
      maxLength={200}
      decide={(reason, idempotencyKey) =>
        call(api.recordArrival, {
          params: { id: delivery.id },
          body: { seenStatus, outcome, reason },
          idempotencyKey,
        })
      }
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

type ConvertDialogProps = { delivery: OfficeDelivery; onClose: () => void; onChanged: () => void }

/** Replaces a returned letter with a digital card. */
function ConvertDialog({ delivery, onClose, onChanged }: ConvertDialogProps) {
  const [email, setEmail] = useState(delivery.email)
  const name = recipientName(delivery)
  const convert = useDecision({
    decide: (idempotencyKey) =>
      call(api.convertOfficeDelivery, {
        params: { id: delivery.id },
        body: { email: email.trim(), seenUpdatedAt: delivery.updatedAt },
        idempotencyKey,
      }),
    done: `Digital card sent to ${name}`,
    onClose,
    onChanged,
  })

  return (
    <OfficeDialog
      title="Send by email instead?"
      lead={<p>{name} gets a digital card with the same value. The printed card stops working.</p>}
      submit="Send by email"
      request={convert}
      check={() => ({ email: isEmail(email.trim()) ? undefined : EMAIL_INVALID })}
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

type FixDialogProps = { delivery: OfficeDelivery | DeliveryLine; onClose: () => void; onChanged: () => void }

/** Fixes the address. A delivery that has already left is sent again. */
export function OfficeFixDialog({ delivery, onClose, onChanged }: FixDialogProps) {
  const [values, setValues] = useState(() => personValues(delivery))
  const changed = changedFields(delivery, values)
  // An email is sent again only if its address changes; a new name alone is just saved.
  const isSent =
    delivery.mayResend &&
    (changed.length === 0 || delivery.rewardType !== 'digital' || changed.includes('email'))
  const isUnchanged = changed.length === 0 && !delivery.mayResend
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

  return (
    <OfficeDialog
      title={recipientName(delivery)}
      lead={
        <p>
          {delivery.mayResend
            ? 'We’ll send it again to this address.'
            : 'It hasn’t been sent yet. We’ll send it to this address.'}
        </p>
      }
      submit={isSent ? 'Send again' : 'Save'}
      request={isUnchanged ? { ...fix, mutate: onClose } : fix}
      check={() => ({ email: delivery.mayFixEmail && !isEmail(values.email) ? EMAIL_INVALID : undefined })}
      onClose={onClose}
    >
      {delivery.problem && <Note tone="warn">{delivery.problem}</Note>}
      <PersonFields
        values={values}
        onChange={(field, value) => setValues((all) => ({ ...all, [field]: value }))}
        asks={[delivery.rewardType === 'digital' ? 'email' : 'address']}
        isOffice
      />
    </OfficeDialog>
  )
}
