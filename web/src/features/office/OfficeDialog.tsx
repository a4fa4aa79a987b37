import type { ReactNode } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'

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
