import type { RewardType } from '@laurel/domain/reward-type'
import type { CSSProperties } from 'react'
import type { Column, NameHalf } from './columns.ts'

/** The checkbox and the row number precede the editable columns. */
export const LEADING_CELLS = 2

export const CELL = 'flex min-w-0 items-center px-2.5 outline-offset-[-2px]'

/** A neutral background with a brand-colored edge, because an orange brand's tint would look like an error. */
export const SELECTED = 'bg-sunken shadow-[inset_3px_0_0_var(--accent-line)]'

/** A row of cells, within an element that has {@link gridTracks}. */
export const GRID = 'grid grid-cols-(--tracks) mid:grid-cols-(--tracks-mid)'

/** The tracks of the checkbox and the row number before the columns, and of the check after them. */
const AROUND: Readonly<Record<'direct' | 'digital', Record<'before' | 'after', Column['width']>>> = {
  direct: { before: { wide: '46px 76px', mid: '46px 68px' }, after: { wide: '164px', mid: '132px' } },
  digital: { before: { wide: '46px 76px' }, after: { wide: '176px' } },
}

/** The style that sets the widths of the cells, and how wide the grid is at least where it scrolls sideways. */
export function gridTracks(rewardType: RewardType, columns: readonly Column[]): CSSProperties {
  const { before, after } = AROUND[rewardType === 'digital' ? 'digital' : 'direct']
  const widths = [before, ...columns.map(({ width }) => width), after]
  const tracks = widths.map(({ wide }) => wide).join(' ')
  const mid = widths.map(({ wide, mid = wide }) => mid).join(' ')
  return { '--tracks': tracks, '--tracks-mid': mid, '--grid-min': `${leastPx(mid)}px` } as CSSProperties
}

/** The least width of tracks. */
export function leastPx(tracks: string): number {
  return [...tracks.matchAll(/(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), 0)
}

/** The cell being edited, or only the missing half of a name. */
export type Writing = CellAt & { text: string; half?: NameHalf | undefined }

export const HALF_LABELS: Readonly<Record<NameHalf, string>> = {
  firstName: /*i18n*/ 'First name',
  lastName: /*i18n*/ 'Last name',
}

/** Which half of a name a wire field is, if any. */
export function halfOfField(field: string): NameHalf | undefined {
  if (field === 'first_name') return 'firstName'
  return field === 'last_name' ? 'lastName' : undefined
}

/** The column of a wire field. */
export function columnOfField(columns: readonly Column[], field: string): number | undefined {
  const index = columns.findIndex(({ fields }) => fields.includes(field))
  return index === -1 ? undefined : index + LEADING_CELLS
}

/** A cell of the grid. Rows and columns count from 0; the head is row -1. */
export type CellAt = { row: number; column: number }

export const HEAD_ROW = -1

type GridSize = { rows: number; columns: number; pageRows: number }
type Key = { key: string; ctrlKey: boolean; metaKey?: boolean }

/**
 * The cell that a key moves to; at an edge, the same one.
 *
 * @returns undefined for other keys
 */
export function moveCell(at: CellAt, key: Key, size: GridSize): CellAt | undefined {
  const to = moved(at, key.key, isCommand(key), size)
  if (!to) return undefined
  // Only a single step up reaches the head; jumps stop at the first row.
  const top = to.row === HEAD_ROW && key.key === 'ArrowUp' && at.row <= 0 ? HEAD_ROW : 0
  const stays = at.row === HEAD_ROW && to.row === HEAD_ROW
  return {
    row: stays ? HEAD_ROW : Math.max(top, Math.min(size.rows - 1, to.row)),
    column: Math.max(0, Math.min(size.columns - 1, to.column)),
  }
}

function moved(
  { row, column }: CellAt,
  key: string,
  isFar: boolean,
  { rows, columns, pageRows }: GridSize,
): CellAt | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : Math.max(HEAD_ROW, row - 1), column }
    case 'ArrowDown':
      return { row: isFar ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isFar ? columns - 1 : column + 1 }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: Math.max(0, row - pageRows), column }
    case 'PageDown':
      return { row: row + pageRows, column }
    default:
      return undefined
  }
}

/** The next editable cell for Tab, continuing on the next row. */
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

/** Whether a key types a character, which starts editing. */
export function isWritten({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Key & { metaKey: boolean; altKey: boolean }): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

/** Ctrl, or Command on a Mac. */
export function isCommand({ ctrlKey, metaKey = false }: Key): boolean {
  return ctrlKey || metaKey
}

/** A cell's `data-cell` attribute. */
export function cellPlace({ row, column }: CellAt): string {
  return `${row}:${column}`
}

/** The cell of an event's target. */
export function cellOf(target: EventTarget): CellAt | undefined {
  const place = (target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [row, column] = place?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
