import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type ModalProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** False if a click outside must not close the modal, for example to keep input. */
  isDismissable?: boolean
  /** For content that is shown only once: Escape doesn't close the modal either. */
  isKept?: boolean
  /** For questions: no close button, announced as an alert. */
  isAlert?: boolean
}

/** At most 30rem wide (docs/spec.md §9) and centered; a bottom sheet on phones. Closing returns the focus. */
export function Modal({
  isOpen,
  onClose,
  title,
  children,
  isDismissable = true,
  isKept = false,
  isAlert = false,
}: ModalProps) {
  const i18n = useTexts()

  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable && !isAlert && !isKept}
      isKeyboardDismissDisabled={isKept}
      className="fixed inset-0 z-50 grid place-items-center overflow-auto bg-veil p-5 backdrop-blur-[6px] data-[entering]:animate-appear narrow:items-end narrow:p-0"
    >
      <AriaModal className="relative w-[min(30rem,100%)] rounded-modal bg-raised p-8 shadow-lift-3 data-[entering]:animate-rise narrow:rounded-b-none narrow:p-6 narrow:data-[entering]:animate-sheet-up">
        <Dialog data-modal role={isAlert ? 'alertdialog' : 'dialog'} className="outline-none">
          <Heading slot="title" level={2} className={isAlert ? 'text-h3' : 'pe-12 text-h2'}>
            {title}
          </Heading>
          {!isAlert && !isKept && (
            <Button
              look="plain"
              size="round"
              aria-label={i18n.t('Close')}
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

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  subtitle?: ReactNode
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
}

/** 520 px wide, at the right, over the page. */
export function Drawer({ isOpen, onClose, title, subtitle, children, footer }: DrawerProps) {
  const i18n = useTexts()

  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 grid overflow-hidden bg-veil backdrop-blur-[6px] data-[entering]:animate-appear"
    >
      <AriaModal className="h-dvh w-[min(520px,100%)] justify-self-end bg-raised shadow-lift-3 data-[entering]:animate-slide-in">
        <Dialog className="relative flex h-full flex-col outline-none">
          <header className="px-8 pt-[26px] pb-4 narrow:px-5">
            <Heading slot="title" level={2} className="pe-12 text-h2">
              {title}
            </Heading>
            {subtitle && <p className="text-muted">{subtitle}</p>}
            <Button
              look="plain"
              size="round"
              aria-label={i18n.t('Close: {title}', { title })}
              onClick={onClose}
              className="absolute! top-3.5 right-3.5"
            >
              <Icon of={X} />
            </Button>
          </header>
          <div className="flex-1 overflow-auto px-8 narrow:px-5">{children}</div>
          {footer && (
            <footer data-drawer-foot className="grid gap-4 border-line border-t px-8 pt-6 pb-8 narrow:px-5">
              {footer}
            </footer>
          )}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
