import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import type { Delivery } from './deliveries.queries.ts'
import { recipientName } from './delivery-words.ts'

const WORDS = {
  delivered: {
    title: 'Did it arrive?',
    text: 'Its customer sees it as delivered.',
    hint: 'Kept with the delivery.',
    submit: 'It arrived',
    done: 'It is recorded as delivered',
  },
  returned: {
    title: 'Did it come back?',
    text: 'Its customer sees it on the order and may fix the address, or send a digital card instead.',
    // It is what the order page says of the letter.
    hint: 'Its customer reads it.',
    submit: 'It came back',
    done: 'It is recorded as returned',
  },
} as const

type ArrivalDialogProps = {
  delivery: Delivery
  outcome: 'delivered' | 'returned'
  onClose: () => void
  onChanged: () => void
}

/** What became of a letter or parcel where no carrier says so, and how one knows. */
export function ArrivalDialog({ delivery, outcome, onClose, onChanged }: ArrivalDialogProps) {
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
