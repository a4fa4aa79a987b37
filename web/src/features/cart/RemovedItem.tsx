import { useEffect, useRef } from 'react'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/card-item-look.ts'

type RemovedItemProps = { item: CardItem; onUndo: () => void }

/** Stands where the item stood and takes the focus: within a dialog the keyboard reaches no toast. */
export function RemovedItem({ item, onUndo }: RemovedItemProps) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <p className="flex items-center justify-between gap-4 py-3 text-muted">
      <span className="min-w-0 truncate">{item.name} is removed.</span>
      <Button ref={undo} look="link" onClick={onUndo} aria-label={`Undo: put ${item.name} back`}>
        Undo
      </Button>
    </p>
  )
}
