import type { ClipboardEvent } from 'react'
import { showToast } from '../../../app/toast-store.ts'
import { plural } from '../../../parts/format.ts'
import type { Column } from './columns.ts'
import { shownValue } from './columns.ts'
import { type CellAt, cellOf } from './grid-keys.ts'
import { LEADING_CELLS } from './grid-layout.ts'
import { readBlock, writeBlock } from './pasted-block.ts'
import type { Recipient } from './recipients.queries.ts'
import type { GridCells } from './use-grid-cells.ts'
import type { RecipientList } from './use-recipient-list.ts'
import type { SelectionAtHand } from './use-selection.ts'

/** What a clipboard of the browser takes without a pause. */
const MOST_COPIED = 20_000

type GridClipboardOptions = {
  list: RecipientList
  columns: readonly Column[]
  cells: GridCells
  selection: SelectionAtHand
  everyoneCents: number | null
  onBlock: (rows: Recipient[], columns: readonly Column[], block: string[][]) => void
  /** It is a list of its own, with headings or more columns than are left here. */
  onList: (text: string) => void
}

/** Copies who is selected, or a cell; writes a block of cells from where one stands. */
export function useGridClipboard(grid: GridClipboardOptions) {
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

  /** Who is selected may not be on screen: the rows are read first. */
  async function copySelected() {
    try {
      const rows = await list.readRows(0, Math.min(list.count, MOST_COPIED) - 1)
      const chosen = rows.filter(({ id }) => selection.has(id))
      const heads = columns.map(({ label }) => label)
      const block = [heads, ...chosen.map((row) => columns.map((column) => textOf(row, column)))]
      await navigator.clipboard.writeText(writeBlock(block))
      showToast({ title: `${plural(chosen.length, 'row')} copied` })
    } catch (cause) {
      console.error('Failed to copy', cause)
      showToast({ tone: 'bad', title: 'We couldn’t copy the rows', text: 'Export the list instead.' })
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

const HEADINGS =
  /^(full ?|first ?|last ?|card ?|e-?mail ?|street ?|mailing ?)?(name|street|address( ?line)? ?[12]?|city|state|zip( ?code)?|postal code|e-?mail|value|amount|message)$/i

/** Do these cells name columns? */
export function isHeading(cells: readonly string[]): boolean {
  return cells.filter((cell) => HEADINGS.test(cell.trim())).length >= Math.max(1, cells.length / 2)
}
