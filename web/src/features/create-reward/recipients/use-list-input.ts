import { useEffect, useRef, useState } from 'react'
import { isCommand } from './grid-cells.ts'
import type { ListChanges } from './list-changes.ts'

type ListInput = { onText: (text: string) => void; onFile: (file: File) => void }

/**
 * Handles rows pasted and files dropped anywhere on the screen, except text pasted into a field.
 *
 * @returns whether a file is being dragged over the screen
 */
export function useListInput(handlers: ListInput): boolean {
  const latest = useRef(handlers)
  latest.current = handlers
  const [isDropping, setDropping] = useState(false)

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (event.defaultPrevented || isTyping(event.target) || !isList(text)) return
      event.preventDefault()
      latest.current.onText(text)
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDropping(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDropping(false)
    }
    const drop = (event: DragEvent) => {
      setDropping(false)
      const file = event.dataTransfer?.files[0]
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      latest.current.onFile(file)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return isDropping
}

/** Whether a text has more than one cell: rows of a spreadsheet or lines of a CSV file. */
function isList(text: string): boolean {
  return /[\t\n]/.test(text.trim()) || text.split(',').length > 2
}

/** Ctrl Z undoes the newest change of the list, except in text fields, which have their own undo. */
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

/** Whether an event belongs to a text field, or to a dialog over the screen. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('input:not([type=checkbox]), textarea, [contenteditable=true], [role=dialog]') !== null ||
      document.querySelector('[role=dialog], [role=alertdialog]') !== null)
  )
}
