// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, the grid moves it
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must
import type { RewardType } from '@laurel/domain/reward-type'
import { ClipboardPaste } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { columnsOf } from './columns.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { type CellAt, isWritten, moveCell, nextEditable } from './grid-keys.ts'
import { LEADING_CELLS, type Writing } from './grid-layout.ts'
import { ListProblem } from './ListProblem.tsx'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdits } from './row-edits.ts'
import type { RecipientList } from './use-recipient-list.ts'
import { useWindowRows } from './use-window-rows.ts'

export type ListProps = {
  list: RecipientList
  edits: RowEdits
  rewardType: RewardType
  everyoneCents: number | null
  /** Opens somebody in the sheet. */
  onAsk: (row: Recipient) => void
  onRemove: (row: Recipient) => void
}
type RecipientsGridProps = ListProps & {
  selected: ReadonlySet<number>
  onSelected: (ids: ReadonlySet<number>) => void
}

const ROW_PX = 45
const PAGE_ROWS = 12

/**
 * The list as a grid: arrow keys move, Enter edits, Esc undoes, Tab goes on to the next cell.
 * Only rows in sight exist; their number is told by `aria-rowcount`.
 */
export function RecipientsGrid(props: RecipientsGridProps) {
  const { list, edits, rewardType, everyoneCents, onAsk, onRemove, selected, onSelected } = props
  const columns = useMemo(() => columnsOf(rewardType), [rewardType])
  const byId = useStore(edits.store, ({ byId: known }) => known)
  const body = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<CellAt>({ row: 0, column: LEADING_CELLS })
  const [writing, setWriting] = useState<Writing | null>(null)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const wantsFocus = useRef(false)
  const { rows, items, top } = useWindowRows(body, {
    count: list.count,
    rowHeightPx: ROW_PX,
    keyOf: (index) => list.rowAt(index)?.id ?? `place ${index}`,
    onLook: list.look,
  })
  const firstEditable = LEADING_CELLS
  const lastEditable = LEADING_CELLS + columns.length - 1
  const size = { rows: list.count, columns: LEADING_CELLS + columns.length + 1, pageRows: PAGE_ROWS }
  const isActiveInSight = items.some(({ index }) => index === active.row)

  // The cell one moved to may come into being only after scrolling.
  useEffect(() => {
    if (!wantsFocus.current || writing) return
    const cell = body.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  function go(to: CellAt) {
    wantsFocus.current = true
    setActive(to)
    rows.scrollToIndex(to.row, { align: 'auto' })
  }

  function write(at: CellAt, text?: string) {
    const row = list.rowAt(at.row)
    const column = columns[at.column - LEADING_CELLS]
    if (!row || !column || byId[row.id]?.mark === 'deleted') return
    const failure = byId[row.id]?.failure
    setActive(at)
    rows.scrollToIndex(at.row, { align: 'auto' })
    setWriting({ ...at, text: text ?? (failure?.column === column.key ? failure.typed : column.text(row)) })
  }

  function finish(to?: CellAt) {
    if (!writing) return
    const row = list.rowAt(writing.row)
    const column = columns[writing.column - LEADING_CELLS]
    setWriting(null)
    if (row && column) edits.edit(row, column, writing.text)
    if (to) go(to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = cellOf(event.target)
    if (!at) return
    if (writing) return onWritingKey(event, writing)
    const to = moveCell(at, event, size)
    if (to) {
      event.preventDefault()
      return go(to)
    }
    onCellKey(event, at)
  }

  function onWritingKey(event: KeyboardEvent, at: Writing) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      setWriting(null)
      go(at)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      finish({ row: Math.min(at.row + 1, list.count - 1), column: at.column })
    } else if (event.key === 'Tab') {
      const next = nextEditable(at, event.shiftKey, {
        rows: list.count,
        first: firstEditable,
        last: lastEditable,
      })
      event.preventDefault()
      finish()
      if (next) write(next)
      else go(at)
    }
  }

  function onCellKey(event: KeyboardEvent, at: CellAt) {
    const isEditable = at.column >= firstEditable && at.column <= lastEditable
    const row = list.rowAt(at.row)
    if (isEditable && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault()
      write(at)
    } else if (isEditable && isWritten(event)) {
      event.preventDefault()
      write(at, event.key)
    } else if (isEditable && (event.key === 'Backspace' || event.key === 'Delete')) {
      event.preventDefault()
      write(at, '')
    } else if (!isEditable && event.key === 'Delete' && row) {
      event.preventDefault()
      onRemove(row)
    } else if (!isEditable && at.column > 0 && event.key === 'Enter' && row) {
      event.preventDefault()
      onAsk(row)
    }
  }

  function toggle(id: number) {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelected(next)
  }

  const inSight = items.flatMap(({ index }) => list.rowAt(index) ?? [])
  return (
    <>
      <div
        role="grid"
        aria-label="Recipients, in file order"
        aria-rowcount={list.count + 1}
        aria-colcount={size.columns}
        aria-busy={list.isSwitching}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        className="rounded-panel border border-line bg-surface text-note mid:overflow-x-auto"
      >
        <GridHead
          columns={columns}
          rewardType={rewardType}
          isAllSelected={inSight.length > 0 && inSight.every(({ id }) => selected.has(id))}
          onSelectAll={(isOn) => onSelected(isOn ? new Set(inSight.map(({ id }) => id)) : new Set())}
        />
        <div
          ref={body}
          role="rowgroup"
          {...(!isActiveInSight && list.count > 0 && { tabIndex: 0, onFocus: () => go(active) })}
          className="relative mid:min-w-[940px]"
          style={{ height: rows.getTotalSize() }}
        >
          {items.map((item) => {
            const row = list.rowAt(item.index)
            return (
              <GridRow
                key={item.key}
                ref={rows.measureElement}
                index={item.index}
                offsetPx={item.start - top}
                row={row}
                columns={columns}
                rewardType={rewardType}
                everyoneCents={everyoneCents}
                edit={row && byId[row.id]}
                activeColumn={item.index === active.row ? active.column : null}
                writing={writing?.row === item.index ? writing : null}
                isSelected={row !== undefined && selected.has(row.id)}
                isKept={row !== undefined && kept.has(row.id)}
                onActive={(column) => setActive({ row: item.index, column })}
                onWrite={(column, text) => write({ row: item.index, column }, text)}
                onText={(text) => setWriting((before) => before && { ...before, text })}
                onBlur={() => finish()}
                onToggle={() => row && toggle(row.id)}
                onSave={(change) => row && void edits.save(row, change).catch(() => undefined)}
                onDismiss={() => row && edits.dismiss(row.id)}
                onKeep={() => row && setKept(new Set([...kept, row.id]))}
                onRemove={() => row && onRemove(row)}
                onAsk={() => row && onAsk(row)}
              />
            )
          })}
        </div>
        {list.count === 0 && !list.isPending && (
          <p className="px-4 py-10 text-center text-muted">Nobody matches.</p>
        )}
        <p className="flex items-center justify-center gap-3 border-line border-t px-4 py-2.5 text-muted">
          <Icon of={ClipboardPaste} />
          Paste rows here, or drop a CSV file anywhere on this page
        </p>
      </div>
      <ListProblem list={list} />
      <p className="flex justify-between gap-4 px-1 py-3 text-muted text-small">
        <Sight items={items} total={list.count} />
        <span>Click a cell to change it. Ctrl V pastes rows from a spreadsheet.</span>
      </p>
    </>
  )
}

function Sight({ items, total }: { items: { index: number }[]; total: number }) {
  const first = items[0]?.index
  const last = items.at(-1)?.index
  if (first === undefined || last === undefined) return <span>0 of {count(total)}</span>
  return (
    <span>
      {count(first + 1)} to {count(last + 1)} of {count(total)}
    </span>
  )
}

/** The cell an event came from, by the place written on it. */
function cellOf(target: EventTarget): CellAt | undefined {
  const place = (target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [row, column] = place?.split('-').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
