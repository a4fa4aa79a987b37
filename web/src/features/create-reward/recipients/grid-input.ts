import { meaningOfHeading } from '@laurel/domain/recipient-fields'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { type Column, type NameHalf, shownValue } from './columns.ts'
import {
  type CellAt,
  cellOf,
  cellPlace,
  isCommand,
  isWritten,
  LEADING_CELLS,
  moveCell,
  nextEditable,
  type Writing,
} from './grid-cells.ts'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdits } from './row-edits.ts'
import type { RecipientSelection } from './selection.ts'
import type { CardRecipients } from './use-recipient-list.ts'

type GridCellsOptions = {
  grid: RefObject<HTMLElement | null>
  list: CardRecipients
  columns: readonly Column[]
  edits: RowEdits
  /** Scrolls a row into view. */
  show: (index: number) => void
  active: CellAt
  setActive: (at: CellAt) => void
}

type GridCells = ReturnType<typeof useGridCells>

/** The active cell, which has the focus, and the one being edited. */
export function useGridCells({ grid, list, columns, edits, show, active, setActive }: GridCellsOptions) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const wantsFocus = useRef(false)

  // The target cell may only be rendered after scrolling.
  useEffect(() => {
    if (!wantsFocus.current || writing) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${cellPlace(active)}"]`)
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
    /** Discards the input. */
    leave: () => {
      if (!writing) return
      setWriting(null)
      go(writing)
    },
    type: (text: string) => setWriting((before) => before && { ...before, text }),
    columnAt,
  }
}

const PAGE_ROWS = 12

type GridKeyboardOptions = {
  list: CardRecipients
  columns: readonly Column[]
  cells: GridCells
  edits: RowEdits
  selection: RecipientSelection
  onRemoveSelected: () => void
  onRemove: (row: Recipient) => void
  onAsk: (row: Recipient) => void
}

/**
 * The grid's keys: arrows move and with Shift select, Enter and F2 edit, Tab moves to the next cell,
 * Esc discards the input, Delete clears a cell or removes the selected people, Ctrl A selects
 * everyone, and Ctrl Enter opens the person.
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

/** The browser copies this many rows without a noticeable pause. */
const MOST_COPIED = 20_000

type GridClipboardOptions = {
  list: CardRecipients
  columns: readonly Column[]
  cells: GridCells
  selection: RecipientSelection
  everyoneCents: number | null
  onBlock: (rows: Recipient[], columns: readonly Column[], block: string[][]) => void
  /** Called with a whole list: with headings, or too many columns for this cell. */
  onList: (text: string) => void
}

/** Copies the selected people or a cell, and pastes a block of cells at the active one. */
export function useGridClipboard(grid: GridClipboardOptions) {
  const i18n = useTexts()
  const { list, columns, cells, selection } = grid

  function textOf(row: Recipient, column: Column): string {
    return column.key === 'value' ? shownValue(row, grid.everyoneCents) : column.text(row)
  }

  function onCopy(event: ClipboardEvent) {
    const at = cellOf(event.target)
    if (!at || cells.writing || document.getSelection()?.isCollapsed === false) return
    if (selection.size > 0) {
      event.preventDefault()
      void copySelected()
      return
    }
    const row = list.rowAt(at.row)
    const column = cells.columnAt(at)
    if (!row || !column) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeBlock([[textOf(row, column)]]))
  }

  /** Loads the rows first, since they may not be on screen. */
  async function copySelected() {
    try {
      const rows = await list.readRows(0, Math.min(list.count, MOST_COPIED) - 1)
      const chosen = rows.filter(({ id }) => selection.has(id))
      const heads = columns.map(({ label }) => label)
      const block = [heads, ...chosen.map((row) => columns.map((column) => textOf(row, column)))]
      await navigator.clipboard.writeText(writeBlock(block))
      showToast({
        title: i18n.t('{rows, plural, one {# row} other {# rows}} copied', { rows: chosen.length }),
      })
    } catch (cause) {
      console.error('Failed to copy', cause)
      showToast({
        tone: 'bad',
        title: i18n.t('We couldn’t copy the rows'),
        text: i18n.t('Export the list instead.'),
      })
    }
  }

  async function onPaste(event: ClipboardEvent) {
    const at = cells.writing ?? cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || at.row < 0 || text === '') return
    const block = readBlock(text)
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1
    if (!isBlock && cells.writing) return
    const column = cells.columnAt(at)
    if (!column) return
    event.preventDefault()
    cells.leave()
    if (isBlock && isList(block, at)) return grid.onList(text)
    const rows = await list.readRows(at.row, Math.min(list.count, at.row + block.length) - 1)
    grid.onBlock(rows, columns.slice(at.column - LEADING_CELLS), block)
  }

  function isList(block: readonly (readonly string[])[], { column }: CellAt): boolean {
    const width = Math.max(...block.map((line) => line.length))
    return width > columns.length - (column - LEADING_CELLS) || isHeading(block[0] ?? [])
  }

  return { onCopy, onPaste }
}

/** Whether a row contains column names. */
function isHeading(cells: readonly string[]): boolean {
  return cells.filter((cell) => meaningOfHeading(cell) !== undefined).length >= Math.max(1, cells.length / 2)
}

/**
 * Parses cells copied from a spreadsheet: rows end with line breaks, cells with tabs, and cells that
 * contain either are quoted. Other quotes ("Bob" Smith) are kept.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    rows.at(-1)!.push(quoted?.cell ?? text.slice(at, end))
    const parting = text[end]
    if (parting === undefined) break
    if (parting === '\t') {
      at = end + 1
      continue
    }
    at = end + (parting === '\r' && text[end + 1] === '\n' ? 2 : 1)
    // Spreadsheets end the last row with a line break too.
    if (at === text.length) break
    rows.push([])
  }
  return rows
}

/** Formats cells for pasting into a spreadsheet. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(writeCell).join('\t')).join('\r\n')
}

function quotedCell(text: string, start: number): { cell: string; end: number } | undefined {
  let cell = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at++
    } else {
      const next = text[at + 1]
      const isWhole = next === undefined || next === '\t' || next === '\n' || next === '\r'
      return isWhole ? { cell, end: at + 1 } : undefined
    }
  }
  return undefined
}

function endOfCell(text: string, start: number): number {
  const found = text.slice(start).search(/[\t\r\n]/)
  return found === -1 ? text.length : start + found
}

function writeCell(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
