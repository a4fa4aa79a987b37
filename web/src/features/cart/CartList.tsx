import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
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
  const list = useRef<HTMLUListElement>(null)

  /** The focus goes where the hand would take it next. */
  function putBack(itemId: number) {
    flushSync(() => undoRemoval(itemId))
    list.current?.querySelector<HTMLElement>(`[data-item="${itemId}"] button`)?.focus()
  }

  const rows = [
    ...items.map((item) => ({ item, isRemoved: false })),
    ...removed.map((item) => ({ item, isRemoved: true })),
  ].sort((a, b) => a.item.id - b.item.id)
  return (
    <ul ref={list} className="divide-y divide-line">
      {rows.map(({ item, isRemoved }) => (
        <li key={item.id} data-item={item.id}>
          {isRemoved ? (
            <RemovedItem item={item} onUndo={() => putBack(item.id)} />
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
