import { lazy, Suspense } from 'react'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { closeModal, type OpenModal } from '../modal-store.ts'
import { useSite } from '../site.ts'

const AuthModal = lazy(() =>
  import('../../features/accounts/AuthModal.tsx').then((module) => ({ default: module.AuthModal })),
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
  const { legalTexts } = useSite()
  const legal = legalTexts.find((one) => one.kind === kind)
  return (
    <Modal isOpen onClose={onClose} title={legal?.title ?? 'Small print'}>
      <div className="mt-4 grid gap-4">
        {(legal?.text ?? 'This text isn’t available right now.').split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Modal>
  )
}
