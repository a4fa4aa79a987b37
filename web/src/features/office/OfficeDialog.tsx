import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { TextArea } from '../../parts/TextField.tsx'
import { useDecision } from './use-decision.ts'

type OfficeDialogProps = {
  title: string
  /** What will happen. */
  lead: ReactNode
  /** The button says what it does. */
  submit: string
  isDanger?: boolean
  /** Nothing is chosen yet to do it with. */
  isDisabled?: boolean
  isPending: boolean
  problem: unknown
  errors?: Record<string, string> | undefined
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** One decision: what follows from it, what it needs, and two ways out. */
export function OfficeDialog({
  title,
  lead,
  submit,
  isDanger = false,
  isDisabled = false,
  isPending,
  problem,
  errors,
  onSubmit,
  onClose,
  children,
}: OfficeDialogProps) {
  return (
    <Modal isOpen onClose={onClose} title={title} isDismissable={!isPending}>
      <div className="mt-2 mb-5 grid gap-2 text-muted">{lead}</div>
      <Form onSubmit={onSubmit} problem={problem} errors={errors}>
        {children}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            look={isDanger ? 'danger' : 'primary'}
            isDisabled={isDisabled}
            isPending={isPending}
          >
            {submit}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

type ReasonDialogProps<Answer> = {
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
  decide: (reason: string, idempotencyKey: string) => Promise<Answer>
  /** Said once it is done. */
  done: string | ((answer: Answer) => string)
  onClose: () => void
  onChanged?: ((cause: unknown) => void) | undefined
  /** What was typed before, kept by whoever opens the dialog; without it each dialog begins empty. */
  draft?: { text: string; onText: (text: string) => void }
}

/** A decision that is not taken without saying why. */
export function ReasonDialog<Answer>({
  label = 'Reason',
  name = 'reason',
  hint,
  maxLength,
  decide,
  done,
  onChanged,
  draft,
  ...dialog
}: ReasonDialogProps<Answer>) {
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
