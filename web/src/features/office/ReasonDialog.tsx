import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type ReactNode, useState } from 'react'
import { TextArea } from '../../parts/TextArea.tsx'
import { OfficeDialog } from './OfficeDialog.tsx'
import { useDecision } from './order/use-decision.ts'

type ReasonDialogProps = {
  title: string
  lead: ReactNode
  submit: string
  isDanger?: boolean
  label?: string
  /** As the server names what is wrong with it. */
  name?: 'reason' | 'note'
  /** Who reads it, or what it may be. */
  hint: string
  maxLength: number
  decide: (reason: string, idempotencyKey: string) => Promise<unknown>
  /** Said once it is done. */
  done: string
  onClose: () => void
  onChanged?: ((cause: unknown) => void) | undefined
  /** What was typed before, kept by whoever opens the dialog; without it each dialog begins empty. */
  draft?: { text: string; onText: (text: string) => void }
}

/** A decision that is not taken without saying why. */
export function ReasonDialog({
  label = 'Reason',
  name = 'reason',
  hint,
  maxLength,
  decide,
  done,
  onChanged,
  draft,
  ...dialog
}: ReasonDialogProps) {
  const [typed, setTyped] = useState('')
  const { text: reason, onText: setReason } = draft ?? { text: typed, onText: setTyped }
  const [errors, setErrors] = useState<Record<string, string>>()
  const decision = useDecision({
    decide: (idempotencyKey) => decide(reason.trim(), idempotencyKey),
    done,
    onClose: dialog.onClose,
    onChanged,
  })

  function submit() {
    decision.reset()
    const isEmpty = reason.trim() === ''
    setErrors(isEmpty ? { [name]: FIELD_REQUIRED } : {})
    if (!isEmpty) decision.mutate()
  }

  return (
    <OfficeDialog
      {...dialog}
      isPending={decision.isPending}
      problem={decision.error}
      errors={errors}
      onSubmit={submit}
    >
      <TextArea
        label={label}
        name={name}
        hint={`Required. ${hint}`}
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={maxLength}
        isRequired
      />
    </OfficeDialog>
  )
}
