import { create } from 'zustand'

/** Whether the shopping cart panel is visible: a plain flag (docs/spec.md §4). */
export const useCartPanelStore = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openCartPanel(): void {
  useCartPanelStore.setState({ isOpen: true })
}

export function closeCartPanel(): void {
  useCartPanelStore.setState({ isOpen: false })
}
