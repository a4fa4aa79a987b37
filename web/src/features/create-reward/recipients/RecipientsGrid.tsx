// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must

import type { RewardType } from '@laurel/domain/reward-type'
import { ArrowDown, ArrowUp, ClipboardPaste } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../app/texts.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { type Column, columnsOf } from './columns.ts'
import { GridRow } from './GridRow.tsx'
import { type CellAt, cellPlace, GRID, gridTracks, HEAD_ROW, LEADING_CELLS } from './grid-cells.ts'
import { useGridCells, useGridClipboard, useGridKeyboard } from './grid-input.ts'
import { ListProblem } from './ListStatus.tsx'
import type { ListChanges } from './list-changes.ts'
import type { ListSort, Recipient, SortKey } from './recipients.queries.ts'
import type { RowEdits } from './row-edits.ts'
import type { RowProblem } from './row-problems.ts'
import type { RecipientSelection } from './selection.ts'
import { type CardRecipients, shownPeople } from './use-recipient-list.ts'
import { useStable, useWindowRows } from './use-window-rows.ts'

export type ListProps = {
  list: CardRecipients
  edits: RowEdits
  rewardType: RewardType
  everyoneCents: number | null
  /** The row to scroll to. A new object scrolls again. */
  target: { index: number } | null
  /** Shown instead of rows when the view is empty. */
  nobody: ReactNode
  /** Opens the person's form, at a wire field if one needs fixing. */
  onAsk: (row: Recipient, field?: string) => void
  onRemove: (row: Recipient) => void
  /** The user says that a warned-about value is right. */
  onKeep: (row: Recipient, problem: RowProblem) => void
  /** Scrolls to the row with a position, in the view of everyone. */
  onShowRow: (position: number) => void
}
type RecipientsGridProps = ListProps & {
  changes: ListChanges
  selection: RecipientSelection
  sort: ListSort
  onSort: (sort: ListSort) => void
  onRemoveSelected: () => void
  /** Called when a whole list was pasted. */
  onList: (text: string) => void
}

const ROW_PX = 43

/** The list as a grid. Only visible rows are rendered; `aria-rowcount` has their number. */
export function RecipientsGrid(props: RecipientsGridProps) {
  const i18n = useTexts()
  const { list, edits, changes, rewardType, everyoneCents, selection } = props
  const columns = columnsOf(rewardType)
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [at, setActive] = useState<CellAt>({ row: 0, column: LEADING_CELLS })
  const active = { ...at, row: Math.max(HEAD_ROW, Math.min(at.row, list.count - 1)) }
  const rows = useWindowRows(body, {
    count: list.count,
    rowPx: ROW_PX,
    activeRow: Math.max(0, active.row),
    onLook: list.look,
  })
  const cells = useGridCells({ grid, list, columns, edits, show: rows.show, active, setActive })
  const { target } = props
  const shown = useRef(target)
  useEffect(() => {
    if (!target || shown.current === target || target.index >= list.count || list.isSwitching) return
    shown.current = target
    cells.go({ row: target.index, column: LEADING_CELLS })
  })
  const onKeyDown = useGridKeyboard({ ...props, columns, cells })
  const { onCopy, onPaste } = useGridClipboard({
    list,
    columns,
    cells,
    selection,
    everyoneCents,
    onList: props.onList,
    onBlock: (some, from, block) => void changes.paste(some, from, block),
  })
  const actions = useStable({
    onActive: (index: number, column: number) => setActive({ row: index, column }),
    onWrite: (row: number, column: number, how?: Parameters<typeof cells.write>[1]) =>
      cells.write({ row, column }, how),
    onText: cells.type,
    onBlur: () => cells.finish(),
    onToggle: (index: number, row: Recipient, isRange: boolean) => {
      if (isRange) void selection.extendTo(index, active.row)
      else selection.toggle(index, row.id)
    },
    onSave: (row: Recipient, change: object) => void edits.save(row, change).catch(() => undefined),
    onDismiss: (row: Recipient) => edits.dismiss(row.id),
    onKeep: props.onKeep,
    onRemove: props.onRemove,
    onAsk: props.onAsk,
    onShowRow: props.onShowRow,
  })

  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label={i18n.t('Recipients')}
        aria-rowcount={list.count + 1}
        aria-colcount={LEADING_CELLS + columns.length + 1}
        aria-busy={list.isSwitching}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        style={gridTracks(rewardType, columns)}
        className="rounded-panel border border-line bg-surface text-note mid:overflow-x-auto"
      >
        <GridHead
          columns={columns}
          activeColumn={active.row === HEAD_ROW ? active.column : null}
          sort={props.sort}
          onSort={props.onSort}
          selected={selection.size === 0 ? 'none' : selection.size >= list.count ? 'all' : 'some'}
          onSelectAll={(isOn) => (isOn ? selection.selectAll() : selection.clear())}
        />
        <div
          ref={body}
          role="rowgroup"
          className="relative mid:min-w-(--grid-min)"
          style={{ height: rows.totalPx }}
        >
          {rows.items.map(({ index, topPx }) => {
            const row = list.rowAt(index)
            return (
              <GridRow
                key={index}
                ref={rows.measure}
                index={index}
                topPx={topPx}
                row={row}
                columns={columns}
                everyoneCents={everyoneCents}
                edits={edits}
                activeColumn={index === active.row ? active.column : null}
                writing={cells.writing?.row === index ? cells.writing : null}
                isSelected={row !== undefined && selection.has(row.id)}
                actions={actions}
              />
            )
          })}
        </div>
        {list.count === 0 && !list.isPending && props.nobody}
        <p className="flex items-center justify-center gap-3 border-line border-t px-4 py-2.5 text-muted">
          <Icon of={ClipboardPaste} />
          {i18n.t('Paste rows here, or drop a file anywhere on this page')}
        </p>
      </div>
      <ListProblem list={list} />
      <p className="flex justify-between gap-4 px-1 py-3 text-muted text-small">
        <span>{shownPeople(list)}</span>
        <span>
          {i18n.t(
            'Click a cell to change it, Ctrl Enter opens the person. Ctrl V pastes cells from a spreadsheet, Ctrl Z undoes.',
          )}
        </span>
      </p>
    </>
  )
}

type GridHeadProps = {
  columns: readonly Column[]
  activeColumn: number | null
  sort: ListSort
  onSort: (sort: ListSort) => void
  selected: 'all' | 'some' | 'none'
  onSelectAll: (isOn: boolean) => void
}

/** The grid's sticky head, which sorts the rows. */
function GridHead({ columns, selected, onSelectAll, ...head }: GridHeadProps) {
  const i18n = useTexts()
  const last = LEADING_CELLS + columns.length
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-3 rounded-t-panel border-line border-b bg-canvas font-medium text-label text-muted mid:static mid:min-w-(--grid-min)"
    >
      <div role="row" aria-rowindex={1} className={`min-h-10 items-stretch ${GRID}`}>
        <div role="columnheader" aria-colindex={1} className="grid place-items-center">
          <input
            type="checkbox"
            aria-label={i18n.t('Select everyone')}
            data-cell={cellPlace({ row: HEAD_ROW, column: 0 })}
            tabIndex={head.activeColumn === 0 ? 0 : -1}
            checked={selected === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selected === 'some'
            }}
            onChange={(event) => onSelectAll(event.target.checked)}
            className="size-5 accent-accent-line"
          />
        </div>
        <SortHead {...head} by="position" label={i18n.t('Row')} at={1} isNumber />
        {columns.map(({ key, label, isNumber, sort }, index) => (
          <SortHead
            key={key}
            {...head}
            by={sort}
            label={i18n.t(label)}
            at={index + LEADING_CELLS}
            isNumber={isNumber}
          />
        ))}
        <SortHead {...head} by="problems" label={i18n.t('Review')} at={last} isNumber={false} />
      </div>
    </div>
  )
}

type SortHeadProps = Pick<GridHeadProps, 'activeColumn' | 'sort' | 'onSort'> & {
  /** Undefined for columns that can't be sorted. */
  by: SortKey | undefined
  label: string
  at: number
  isNumber: boolean
}

function SortHead({ by, label, at, isNumber, activeColumn, sort, onSort }: SortHeadProps) {
  const place = {
    'data-cell': cellPlace({ row: HEAD_ROW, column: at }),
    tabIndex: activeColumn === at ? 0 : -1,
  }
  const look = `flex size-full min-h-10 items-center gap-1 px-2.5 outline-offset-[-2px] ${isNumber ? 'flex-row-reverse' : ''}`
  if (by === undefined) {
    return (
      <div role="columnheader" aria-colindex={at + 1} {...place} className={look}>
        {label}
      </div>
    )
  }
  const isSorted = sort.by === by
  const direction = sort.isDescending ? 'descending' : 'ascending'
  return (
    <div role="columnheader" aria-colindex={at + 1} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        {...place}
        onClick={() =>
          onSort(isSorted ? { by, isDescending: !sort.isDescending } : { by, isDescending: false })
        }
        className={`group ${look} hover:text-ink ${isSorted ? 'text-ink' : ''}`}
      >
        {label}
        <Icon
          of={isSorted && sort.isDescending ? ArrowDown : ArrowUp}
          size={14}
          className={isSorted ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
        />
      </button>
    </div>
  )
}
