import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Form, type FormProps } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'

type DialogProps = {
  title: string
  lead?: ReactNode
  submit: string
  isDanger?: boolean
  save: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  check?: FormProps['check']
  onClose: () => void
  children?: ReactNode
}

export function Dialog({
  title,
  lead,
  submit,
  isDanger = false,
  save,
  check,
  onClose,
  children,
}: DialogProps) {
  return (
    <Modal isOpen onClose={onClose} title={title} isDismissable={!save.isPending}>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <Form onSubmit={() => save.mutate()} check={check} problem={save.error} className="mt-5 grid gap-4">
        {children}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isPending={save.isPending}>
            {submit}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** Saves, then reads what it changed again. */
export function useSave<T>(
  send: () => Promise<T>,
  onDone: (answer: T) => void = () => {},
  changes: readonly string[] = ['platform', 'organizations'],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      await queryClient.invalidateQueries({ queryKey: changes })
      onDone(answer)
    },
  })
}

type ShownOnceProps = { title: string; password: string; children: ReactNode; onClose: () => void }

/** A first password, which isn't shown again. */
export function ShownOnce({ title, password, children, onClose }: ShownOnceProps) {
  return (
    <Modal isOpen isKept onClose={onClose} title={title}>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      <CopyField label="First password" value={password} />
      <Button look="primary" className="mt-6 w-full" onClick={onClose}>
        Done
      </Button>
    </Modal>
  )
}
