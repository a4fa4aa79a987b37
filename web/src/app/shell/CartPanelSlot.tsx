import { lazy, Suspense } from 'react'
import { closeCartPanel, useCartPanelStore } from '../cart-panel-store.ts'
import { useScrollLock } from '../use-scroll-lock.ts'
import { SlotBoundary } from './SlotBoundary.tsx'

const CartPanel = lazy(() =>
  import('../../features/cart/CartPanel.tsx').then((module) => ({ default: module.CartPanel })),
)

/** Where the shopping cart panel opens. The page behind it does not scroll (docs/spec.md §2). */
export function CartPanelSlot() {
  const isOpen = useCartPanelStore((store) => store.isOpen)
  useScrollLock(isOpen)
  if (!isOpen) return null
  return (
    <SlotBoundary onFail={closeCartPanel}>
      <Suspense fallback={null}>
        <CartPanel onClose={closeCartPanel} />
      </Suspense>
    </SlotBoundary>
  )
}
