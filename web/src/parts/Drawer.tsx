import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  subtitle?: ReactNode
  children: ReactNode
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode
}

/** 520 px from the right, over the page. */
export function Drawer({ isOpen, onClose, title, subtitle, children, footer }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 grid overflow-hidden bg-veil backdrop-blur-[6px] data-[entering]:animate-appear"
    >
      <AriaModal className="h-dvh w-[min(520px,100%)] justify-self-end bg-surface shadow-lift-3 data-[entering]:animate-slide-in">
        <Dialog className="relative flex h-full flex-col outline-none">
          <header className="px-8 pt-[26px] pb-4 narrow:px-5">
            <Heading slot="title" level={2} className="pe-12 text-h2">
              {title}
            </Heading>
            {subtitle && <p className="text-muted">{subtitle}</p>}
            <Button
              look="plain"
              size="round"
              aria-label={`Close ${title.toLowerCase()}`}
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
