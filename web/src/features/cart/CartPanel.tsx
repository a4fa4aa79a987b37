import { Drawer } from '../../parts/Drawer.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'

/** The shopping cart: what is in it, what it comes to, and the way to check out. */
export function CartPanel({ onClose }: { onClose: () => void }) {
  return (
    <Drawer isOpen onClose={onClose} title="Your cart">
      <EmptyState title="Nothing in your cart yet">
        Cards you finish wait here, of all three kinds, until you check out.
      </EmptyState>
    </Drawer>
  )
}
