import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'

type OneTimePasswordProps = { name: string; email: string; password: string; onClose: () => void }

/** Shown this once: it is kept nowhere. */
export function OneTimePassword({ name, email, password, onClose }: OneTimePasswordProps) {
  return (
    <Modal isOpen onClose={onClose} title={`Hand this to ${name}`} isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">
        It is shown this once and is good for seven days. They choose a password of their own at the first
        sign-in.
      </p>
      <div className="grid gap-4">
        <CopyField label="Email" value={email} />
        <CopyField label="One-time password" value={password} />
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      </div>
    </Modal>
  )
}

export type Delivery = 'mail' | 'shown'

const WAYS = [
  { value: 'mail', title: 'Mail it to them', detail: 'You do not see it' },
  { value: 'shown', title: 'Show it to me once', detail: 'You hand it over yourself' },
] as const

/** How a one-time password reaches the one it is for. */
export function DeliveryChoice({
  value,
  onChange,
}: {
  value: Delivery
  onChange: (value: Delivery) => void
}) {
  return (
    <div className="grid gap-2">
      <span className="font-medium text-label">One-time password</span>
      <RadioChoice label="One-time password" options={WAYS} value={value} onChange={onChange} />
    </div>
  )
}
