import { useQueryClient } from '@tanstack/react-query'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { CartItem } from './CartItem.tsx'
import { RemovedItem } from './RemovedItem.tsx'
import { removeFromCart, undoRemoval } from './removals.ts'

type CartListProps = {
  items: readonly CardItem[]
  removed: readonly CardItem[]
  isFrozen: boolean
  onLeave: () => void
}

/** The cart's designs in their order; one that was removed leaves a line with Undo in its place. */
export function CartList({ items, removed, isFrozen, onLeave }: CartListProps) {
  const queryClient = useQueryClient()
  const rows = [
    ...items.map((item) => ({ item, isRemoved: false })),
    ...removed.map((item) => ({ item, isRemoved: true })),
  ].sort((a, b) => a.item.id - b.item.id)
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ item, isRemoved }) => (
        <li key={item.id}>
          {isRemoved ? (
            <RemovedItem item={item} onUndo={() => undoRemoval(item.id)} />
          ) : (
            <CartItem
              item={item}
              isFrozen={isFrozen}
              onRemove={() => removeFromCart(queryClient, item)}
              onLeave={onLeave}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
