import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Column, NameHalf } from './columns.ts'
import { type CellAt, placeOf } from './grid-keys.ts'
import { LEADING_CELLS, type Writing } from './grid-layout.ts'
import type { RowEdits } from './row-edits.ts'
import type { RecipientList } from './use-recipient-list.ts'

type GridCellsOptions = {
  grid: RefObject<HTMLElement | null>
  list: RecipientList
  columns: readonly Column[]
  edits: RowEdits
  /** Scrolls a row into sight. */
  show: (index: number) => void
  active: CellAt
  setActive: (at: CellAt) => void
}

export type GridCells = ReturnType<typeof useGridCells>

/** The cell one stands on and the one being written in; moving takes the focus along. */
export function useGridCells({ grid, list, columns, edits, show, active, setActive }: GridCellsOptions) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const wantsFocus = useRef(false)

  // The cell one moved to may come into being only after scrolling.
  useEffect(() => {
    if (!wantsFocus.current || writing) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${placeOf(active)}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  function go(to: CellAt) {
    wantsFocus.current = true
    setActive(to)
    if (to.row >= 0) show(to.row)
  }

  function columnAt({ column }: CellAt): Column | undefined {
    return columns[column - LEADING_CELLS]
  }

  function write(at: CellAt, { text, half }: { text?: string; half?: NameHalf } = {}) {
    const row = list.rowAt(at.row)
    const column = columnAt(at)
    if (!row || !column || edits.of(row.id).mark === 'deleted') return
    const { failure } = edits.of(row.id)
    const kept = failure?.column === column.key ? failure.typed : column.text(row)
    setActive(at)
    show(at.row)
    setWriting({ ...at, text: text ?? (half ? row[half] : kept), half })
  }

  function finish(to?: CellAt) {
    if (!writing) return
    const row = list.rowAt(writing.row)
    const column = columnAt(writing)
    setWriting(null)
    if (row && column) edits.edit(row, column, writing.text, writing.half)
    if (to) go(to)
  }

  return {
    writing,
    go,
    write,
    finish,
    /** What was typed is forgotten. */
    leave: () => {
      if (!writing) return
      setWriting(null)
      go(writing)
    },
    type: (text: string) => setWriting((before) => before && { ...before, text }),
    columnAt,
  }
}
