import type { ReactNode } from 'react'
import { create } from 'zustand'

/** What each variant of the modal shows (docs/spec.md §4, "Modal variants"). */
type ModalProps = {
  'reward-type': { title: string; content: ReactNode }
  auth: { screen?: 'signIn' | 'signUp' | 'forgotPassword' | undefined }
  'confirm-dialog': {
    title: string
    text: ReactNode
    confirm: string
    cancel: string
    danger?: boolean
    onConfirm: () => void | Promise<void>
  }
  account: { title: string; content: ReactNode }
  legal: { kind: 'terms' | 'privacy' | 'cardholder' }
}
type ModalVariant = keyof ModalProps

export type OpenModal = { [V in ModalVariant]: { variant: V; props: ModalProps[V] } }[ModalVariant]
type ModalState = { open: OpenModal | null; onClose: (() => void) | undefined }

const CLOSED: ModalState = { open: null, onClose: undefined }

export const useModalStore = create<ModalState>(() => CLOSED)

/**
 * Opens the page's only modal. One that is open is closed first, callback included.
 *
 * @example openModal('legal', { kind: 'terms' })
 */
export function openModal<V extends ModalVariant>(
  variant: V,
  props: ModalProps[V],
  options: { onClose?: () => void } = {},
): void {
  closeModal()
  useModalStore.setState({ open: { variant, props } as OpenModal, onClose: options.onClose })
}

/** Clears the content, then runs the close callback once. */
export function closeModal(): void {
  const { open, onClose } = useModalStore.getState()
  if (!open) return
  useModalStore.setState(CLOSED)
  onClose?.()
}

/** Whether the shopping cart panel is visible (docs/spec.md §4). */
export const useCartPanelStore = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openCartPanel(): void {
  useCartPanelStore.setState({ isOpen: true })
}

export function closeCartPanel(): void {
  useCartPanelStore.setState({ isOpen: false })
}
