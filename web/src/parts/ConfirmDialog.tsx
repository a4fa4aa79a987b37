import { useState } from 'react'
import { formError } from '../app/api-problem.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import { Note } from './Note.tsx'

type ConfirmDialogProps = {
  title: string
  text: string
  /** Both say what they do: "Remove 11", "Keep them". */
  confirm: string
  cancel: string
  danger?: boolean
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** One question, two answers. Stays open while the answer is being carried out, and if that fails. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  danger,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  async function carryOut() {
    setPending(true)
    setProblem(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setProblem(cause)
      setPending(false)
    }
  }

  return (
    <Modal isOpen onClose={onClose} title={title} isAlert>
      <p className="mt-2 text-muted">{text}</p>
      {problem !== undefined && (
        <div className="mt-4">
          <Note tone="bad">{formError(problem) ?? 'That did not work. Try again in a moment.'}</Note>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {cancel}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} isPending={isPending} onClick={carryOut}>
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
