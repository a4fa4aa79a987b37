import { useEffect } from 'react'
import { isCommand } from './grid-keys.ts'
import { isTyping } from './is-typing.ts'
import type { ListChanges } from './list-changes.ts'

/** Ctrl Z takes back the newest change of the list wherever one stands. In a text field it stays the field's. */
export function useUndoKey(changes: ListChanges): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = isCommand(event) && event.key.toLowerCase() === 'z' && !event.shiftKey && !event.altKey
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      void changes.undoLast()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [changes])
}
