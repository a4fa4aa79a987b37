import { Modal } from '../../parts/Modal.tsx'
import { useSite } from '../site.ts'

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
