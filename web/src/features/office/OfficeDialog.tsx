import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Form, type FormProps, missing } from '../../parts/Form.tsx'
import { Drawer, Modal } from '../../parts/Modal.tsx'
import { TextArea } from '../../parts/TextField.tsx'
import { useDecision } from './office-mutations.ts'

type OfficeDialogProps = {
  title: string
  /** What will happen. */
  lead: ReactNode
  /** The button's label. */
  submit: string
  isDanger?: boolean
  isDisabled?: boolean
  /** What the button sends. */
  request: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  check?: FormProps['check']
  errorsOf?: FormProps['errorsOf']
  onClose: () => void
  children?: FormProps['children']
}

/** Asks for a decision: its effect, its fields, and buttons to confirm or cancel. */
export function OfficeDialog({
  title,
  lead,
  submit,
  isDanger = false,
  isDisabled = false,
  request: { mutate, isPending, error },
  onClose,
  check,
  errorsOf,
  children,
}: OfficeDialogProps) {
  return (
    <Modal isOpen onClose={onClose} title={title} isDismissable={!isPending}>
      <div className="mt-2 mb-5 grid gap-2 text-muted">{lead}</div>
      <Form onSubmit={() => mutate()} problem={error} check={check} errorsOf={errorsOf}>
        {(errors, passes) => (
          <>
            {typeof children === 'function' ? children(errors, passes) : children}
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
          </>
        )}
      </Form>
    </Modal>
  )
}

type OfficeDrawerProps = Pick<OfficeDialogProps, 'title' | 'submit' | 'request' | 'onClose'> & {
  /** Stays above the form. */
  before?: ReactNode
  children: ReactNode
  className?: string
}

/** A form with many fields, at the side of its list. */
export function OfficeDrawer({
  title,
  submit,
  request: { mutate, isPending, error },
  onClose,
  before,
  children,
  className = 'grid gap-4 pb-8',
}: OfficeDrawerProps) {
  const id = useId()
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <div className="flex justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} look="primary" isPending={isPending}>
            {submit}
          </Button>
        </div>
      }
    >
      {before}
      <Form id={id} onSubmit={() => mutate()} problem={error} className={className}>
        {children}
      </Form>
    </Drawer>
  )
}

type ShownOnceProps = { title: string; text: ReactNode; onClose: () => void; children: ReactNode }

/** Secrets to copy, which aren't stored anywhere or never shown again. */
export function ShownOnce({ title, text, onClose, children }: ShownOnceProps) {
  return (
    <Modal isOpen onClose={onClose} title={title} isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">{text}</p>
      <div className="grid gap-4">{children}</div>
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}

type ReasonDialogProps<Answer> = {
  title: string
  lead: ReactNode
  submit: string
  isDanger?: boolean
  label?: string
  /** The field's name in the server's errors. */
  name?: 'reason' | 'note' | 'text'
  /** Who will read it, or what to write. */
  hint: string
  maxLength: number
  decide: (reason: string, idempotencyKey: string) => Promise<Answer>
  /** The toast after success. */
  done: string | ((answer: Answer) => string)
  onClose: () => void
  onChanged?: ((cause: unknown) => void) | undefined
  /** Text kept by the caller between dialogs. Without it each dialog starts empty. */
  draft?: { text: string; onText: (text: string) => void }
}

/** A decision that requires a reason. */
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
  const decision = useDecision({
    decide: (idempotencyKey) => decide(reason.trim(), idempotencyKey),
    done,
    onClose: dialog.onClose,
    onChanged,
  })

  return (
    <OfficeDialog {...dialog} request={decision} check={() => missing({ [name]: reason })}>
      <TextArea
        label={label}
        name={name}
        hint={`Required. ${hint}`}
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={maxLength}
        isRequired
        autoFocus
      />
    </OfficeDialog>
  )
}
