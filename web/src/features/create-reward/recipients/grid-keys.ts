/** A place in the grid: rows and columns are counted from 0, the header not counted. */
export type CellAt = { row: number; column: number }

type GridSize = { rows: number; columns: number; pageRows: number }
type Key = { key: string; ctrlKey: boolean }

/**
 * Where a key moves the cell one stands on; at an edge it stays.
 *
 * @returns undefined when the key moves nothing
 */
export function moveCell(at: CellAt, { key, ctrlKey }: Key, size: GridSize): CellAt | undefined {
  const to = moved(at, key, ctrlKey, size)
  if (!to) return undefined
  return { row: within(to.row, size.rows), column: within(to.column, size.columns) }
}

function moved(
  { row, column }: CellAt,
  key: string,
  ctrlKey: boolean,
  { rows, columns, pageRows }: GridSize,
): CellAt | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: ctrlKey ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: ctrlKey ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: ctrlKey ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: ctrlKey ? columns - 1 : column + 1 }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: row - pageRows, column }
    case 'PageDown':
      return { row: row + pageRows, column }
    default:
      return undefined
  }
}

/** Where Tab leads while editing: the next cell that can be edited, on the next row after the last. */
export function nextEditable(
  { row, column }: CellAt,
  isBack: boolean,
  { rows, first, last }: { rows: number; first: number; last: number },
): CellAt | undefined {
  const to = column + (isBack ? -1 : 1)
  if (to >= first && to <= last) return { row, column: to }
  const toRow = row + (isBack ? -1 : 1)
  return toRow < 0 || toRow >= rows ? undefined : { row: toRow, column: isBack ? last : first }
}

/** A key that writes: the cell opens with it. */
export function isWritten({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Key & { metaKey: boolean; altKey: boolean }): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}
