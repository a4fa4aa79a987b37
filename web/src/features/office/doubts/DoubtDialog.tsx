import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import type { Doubt } from '../office.queries.ts'
import { reasonWords, reportedWords } from './doubt-words.ts'

export type DoubtDecision = 'accept' | 'give_back' | 'dismiss'

const DECISIONS = {
  accept: {
    route: api.acceptPaymentDoubt,
    title: 'Count it for its order?',
    text: 'The provider is asked once more. If the order still costs this much, it goes on as paid.',
    submit: 'Count it',
    done: 'The money counts for its order',
    isDanger: false,
  },
  give_back: {
    route: api.giveBackPaymentDoubt,
    title: 'Give it back?',
    text: 'It goes back to where it came from. A large sum waits until a second person agrees.',
    submit: 'Give it back',
    done: 'The money is on its way back',
    isDanger: true,
  },
  dismiss: {
    route: api.dismissPaymentDoubt,
    title: 'None of our money?',
    text: 'We keep nothing and refund nothing. This discrepancy is closed.',
    submit: 'It is none of ours',
    done: 'It is set aside',
    isDanger: false,
  },
} as const

type DoubtDialogProps = {
  doubt: Doubt
  decision: DoubtDecision
  onClose: () => void
  onChanged: () => void
}

/** Somebody decides about a payment that does not fit, and says what they found out. */
export function DoubtDialog({ doubt, decision, onClose, onChanged }: DoubtDialogProps) {
  const { route, text, ...words } = DECISIONS[decision]
  return (
    <ReasonDialog
      {...words}
      lead={
        <>
          <p>
            {reportedWords(doubt)}. {reasonWords(doubt)}
          </p>
          <p>{text}</p>
        </>
      }
      label="What did you find out?"
      name="note"
      hint="Kept in the audit log."
      maxLength={200}
      decide={(note, idempotencyKey) =>
        call(route, { params: { id: doubt.id }, body: { note }, idempotencyKey })
      }
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}
