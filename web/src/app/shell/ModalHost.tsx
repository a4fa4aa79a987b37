import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { formError } from '../api-problem.ts'
import { closeModal, type OpenModal } from '../modal-store.ts'
import { useSite } from '../site.ts'
import { useTexts, withTexts } from '../texts.ts'

const AuthModal = lazy(() =>
  withTexts(['accounts'], import('../../features/accounts/AuthModal.tsx')).then((module) => ({
    default: module.AuthModal,
  })),
)

/** What each variant shows (docs/spec.md §4). */
export function ModalHost({ open }: { open: OpenModal }) {
  switch (open.variant) {
    case 'auth':
      return (
        <Suspense fallback={null}>
          <AuthModal {...open.props} onClose={closeModal} />
        </Suspense>
      )
    case 'confirm-dialog':
      return <ConfirmDialog {...open.props} onClose={closeModal} />
    case 'legal':
      return <LegalModal {...open.props} onClose={closeModal} />
    case 'reward-type':
    case 'account':
      return (
        <Modal isOpen onClose={closeModal} title={open.props.title}>
          {open.props.content}
        </Modal>
      )
  }
}

type LegalModalProps = { kind: 'terms' | 'privacy' | 'cardholder'; onClose: () => void }

export function LegalModal({ kind, onClose }: LegalModalProps) {
  const i18n = useTexts()
  const { legalTexts } = useSite()
  const legal = legalTexts.find((one) => one.kind === kind)
  return (
    <Modal isOpen onClose={onClose} title={legal?.title ?? i18n.t('Fine print')}>
      <div className="mt-4 grid gap-4">
        {(legal?.text ?? i18n.t('This text isn’t available right now.')).split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Modal>
  )
}

type ConfirmDialogProps = {
  title: string
  text: ReactNode
  /** Both buttons name their effect: "Remove 11 people", "Keep them". */
  confirm: string
  cancel: string
  danger?: boolean
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Stays open while the action runs, and if it fails. */
function ConfirmDialog({ title, text, confirm, cancel, danger, onConfirm, onClose }: ConfirmDialogProps) {
  const i18n = useTexts()
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
      <div className="mt-2 grid gap-2 text-muted">{text}</div>
      {problem !== undefined && (
        <div className="mt-4">
          <Note tone="bad">{formError(problem) ?? i18n.t('That didn’t work. Try again in a moment.')}</Note>
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
