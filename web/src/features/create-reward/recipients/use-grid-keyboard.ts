import type { KeyboardEvent } from 'react'
import type { Column } from './columns.ts'
import { type CellAt, cellOf, isCommand, isWritten, moveCell, nextEditable } from './grid-keys.ts'
import { LEADING_CELLS, type Writing } from './grid-layout.ts'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdits } from './row-edits.ts'
import type { GridCells } from './use-grid-cells.ts'
import type { RecipientList } from './use-recipient-list.ts'
import type { SelectionAtHand } from './use-selection.ts'

const PAGE_ROWS = 12

type GridKeyboardOptions = {
  list: RecipientList
  columns: readonly Column[]
  cells: GridCells
  edits: RowEdits
  selection: SelectionAtHand
  onRemoveSelected: () => void
  onRemove: (row: Recipient) => void
  onAsk: (row: Recipient) => void
}

/**
 * The keys of the grid. Ctrl Enter opens the person in their sheet.
 * Arrows move, with Shift they select; Enter and F2 edit, Tab goes on to the next cell, Esc undoes
 * what is typed, Delete empties a cell or removes who is selected, Ctrl A selects.
 */
export function useGridKeyboard(grid: GridKeyboardOptions) {
  const { list, columns, cells, edits, selection } = grid
  const first = LEADING_CELLS
  const last = LEADING_CELLS + columns.length - 1
  const size = { rows: list.count, columns: last + 2, pageRows: PAGE_ROWS }

  function onWritingKey(event: KeyboardEvent, at: Writing) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cells.leave()
    else if (event.key === 'Enter') {
      const step = event.shiftKey ? -1 : 1
      cells.finish({ row: Math.max(0, Math.min(at.row + step, list.count - 1)), column: at.column })
    } else if (event.key === 'Tab') {
      const next = nextEditable(at, event.shiftKey, { rows: list.count, first, last })
      cells.finish()
      if (next) cells.write(next)
      else cells.go(at)
    } else return
    event.preventDefault()
  }

  function onCellKey(event: KeyboardEvent, at: CellAt): boolean {
    const isEditable = at.column >= first && at.column <= last
    const row = list.rowAt(at.row)
    const column = cells.columnAt(at)
    if (!row || at.row < 0) return false
    if (event.key === 'Delete' && selection.size > 0) grid.onRemoveSelected()
    else if (event.key === ' ' && at.column > 0) selection.toggle(at.row, row.id)
    else if (event.key === 'Enter' && isCommand(event)) grid.onAsk(row)
    else if (isEditable && (event.key === 'Enter' || event.key === 'F2')) cells.write(at)
    else if (isEditable && isWritten(event)) cells.write(at, { text: event.key })
    else if (isEditable && event.key === 'Backspace') cells.write(at, { text: '' })
    else if (column && event.key === 'Delete') edits.edit(row, column, '')
    else if (event.key === 'Delete') grid.onRemove(row)
    else if (at.column > 0 && event.key === 'Enter') grid.onAsk(row)
    else return false
    return true
  }

  function onCommand(event: KeyboardEvent): boolean {
    if (event.altKey || !isCommand(event)) return false
    if (event.key.toLowerCase() !== 'a') return false
    selection.selectAll()
    return true
  }

  return (event: KeyboardEvent) => {
    const at = cellOf(event.target)
    if (!at) return
    if (cells.writing) return onWritingKey(event, cells.writing)

    const to = moveCell(at, event, size)
    if (to) {
      if (!event.shiftKey) selection.endRange()
      else if (to.row >= 0 && to.row !== at.row) void selection.extendTo(to.row, Math.max(0, at.row))
      cells.go(to)
    } else if (event.key === 'Escape' && selection.size > 0) selection.clear()
    else if (!onCommand(event) && !onCellKey(event, at)) return
    event.preventDefault()
  }
}
