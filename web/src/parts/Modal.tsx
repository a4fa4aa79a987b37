import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type ModalProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** False while something must not be lost by a press beside the modal. */
  isDismissable?: boolean
  /** Shows what is never shown again: only its own button closes it, not Escape. */
  isKept?: boolean
  /** For a question that wants an answer: no cross, spoken as an alert. */
  isAlert?: boolean
}

/** At most 30rem wide (docs/spec.md §9), in the middle of the page; from the bottom on phones. Closing returns the focus. */
export function Modal({
  isOpen,
  onClose,
  title,
  children,
  isDismissable = true,
  isKept = false,
  isAlert = false,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable && !isAlert && !isKept}
      isKeyboardDismissDisabled={isKept}
      className="fixed inset-0 z-50 grid place-items-center overflow-auto bg-veil p-5 backdrop-blur-[6px] data-[entering]:animate-appear narrow:items-end narrow:p-0"
    >
      <AriaModal className="relative w-[min(30rem,100%)] rounded-modal bg-surface p-8 shadow-lift-3 data-[entering]:animate-rise narrow:rounded-b-none narrow:p-6 narrow:data-[entering]:animate-sheet-up">
        <Dialog data-modal role={isAlert ? 'alertdialog' : 'dialog'} className="outline-none">
          <Heading slot="title" level={2} className={isAlert ? 'text-h3' : 'pe-12 text-h2'}>
            {title}
          </Heading>
          {!isAlert && !isKept && (
            <Button
              look="plain"
              size="round"
              aria-label="Close"
              onClick={onClose}
              className="absolute! top-3.5 right-3.5"
            >
              <Icon of={X} />
            </Button>
          )}
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
