// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must

import { Pencil } from 'lucide-react'
import { memo, type Ref, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../app/texts.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Skeleton } from '../../../parts/Progress.tsx'
import { type Column, type NameHalf, type RecipientChange, shownValue } from './columns.ts'
import {
  CELL,
  cellPlace,
  columnOfField,
  GRID,
  HALF_LABELS,
  halfOfField,
  LEADING_CELLS,
  SELECTED,
  type Writing,
} from './grid-cells.ts'
import { RowMark, RowMessage, RowState } from './RowMessage.tsx'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdit, RowEdits } from './row-edits.ts'
import { markOf, nameOf, type RowProblem, rowText, rowTone } from './row-problems.ts'

type RowActions = {
  onActive: (index: number, column: number) => void
  onWrite: (index: number, column: number, how?: { text?: string; half?: NameHalf }) => void
  onText: (text: string) => void
  onBlur: () => void
  onToggle: (index: number, row: Recipient, isRange: boolean) => void
  onSave: (row: Recipient, change: RecipientChange) => void
  onDismiss: (row: Recipient) => void
  onKeep: (row: Recipient, problem: RowProblem) => void
  onRemove: (row: Recipient) => void
  onAsk: (row: Recipient, field?: string) => void
  onShowRow: (position: number) => void
}

type GridRowProps = {
  ref: Ref<HTMLDivElement>
  index: number
  topPx: number
  /** Undefined while its page loads. */
  row: Recipient | undefined
  columns: readonly Column[]
  everyoneCents: number | null
  edits: RowEdits
  activeColumn: number | null
  writing: Writing | null
  isSelected: boolean
  actions: RowActions
}

const GROUNDS = { fix: 'bg-bad-tint', check: 'bg-warn-tint', ready: 'bg-surface hover:bg-canvas' }

/** One person, with problems below. Memoized, because scrolling renders the grid often. */
export const GridRow = memo(function GridRow({ row, ...props }: GridRowProps) {
  if (row) return <PersonRow row={row} {...props} />
  const { ref, index, topPx, columns } = props
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${topPx}px)` }}
      className={`absolute inset-x-0 top-0 border-line/60 border-b ${GRID}`}
    >
      <div
        role="gridcell"
        aria-busy="true"
        aria-colspan={columns.length + 3}
        className="col-span-full grid min-h-[42px] content-center px-4 touch:min-h-11"
      >
        <Skeleton className="h-4 w-2/3" />
      </div>
    </div>
  )
})

type PersonRowProps = Omit<GridRowProps, 'row'> & { row: Recipient }

function PersonRow(props: PersonRowProps) {
  const i18n = useTexts()
  const { ref, index, topPx, row, columns, everyoneCents, edits, actions } = props
  const edit = useStore(edits.store, () => edits.of(row.id))
  const isDeleted = edit.mark === 'deleted'
  const problems = isDeleted ? [] : row.problems
  const hasMessage = problems.length > 0 || (edit.failure !== undefined && !isDeleted)
  const tone = edit.failure && !isDeleted ? 'fix' : rowTone(problems)
  const lastColumn = LEADING_CELLS + columns.length
  const tabIndex = (column: number) => (props.activeColumn === column ? 0 : -1)
  const ground = isDeleted ? 'bg-sunken' : props.isSelected ? SELECTED : GROUNDS[tone]

  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      style={{ transform: `translateY(${topPx}px)` }}
      className={`absolute inset-x-0 top-0 border-line/60 border-b group/row ${GRID} ${ground}`}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className="relative grid min-h-[42px] place-items-center touch:min-h-11"
      >
        <input
          type="checkbox"
          data-cell={cellPlace({ row: index, column: 0 })}
          tabIndex={tabIndex(0)}
          aria-label={i18n.t('Select {name}', { name: nameOf(row) || rowText(row) })}
          checked={props.isSelected}
          disabled={isDeleted}
          onFocus={() => actions.onActive(index, 0)}
          onChange={(event) => actions.onToggle(index, row, (event.nativeEvent as MouseEvent).shiftKey)}
          className="size-5 accent-accent-line"
        />
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        data-cell={cellPlace({ row: index, column: 1 })}
        tabIndex={tabIndex(1)}
        onFocus={() => actions.onActive(index, 1)}
        {...(row.importRow !== null && {
          title: i18n.t('Row {row, number} of the file', { row: row.importRow }),
        })}
        className={`${CELL} justify-end gap-1.5 text-muted`}
      >
        <RowMark mark={markOf(row, edit.mark)} />
        {count(row.position)}
      </div>
      {columns.map((column, at) => (
        <DataCell
          key={column.key}
          index={index}
          row={row}
          edit={edit}
          column={column}
          at={at + LEADING_CELLS}
          everyoneCents={everyoneCents}
          isActive={props.activeColumn === at + LEADING_CELLS}
          writing={props.writing?.column === at + LEADING_CELLS ? props.writing : null}
          actions={actions}
        />
      ))}
      <div
        role="gridcell"
        aria-colindex={lastColumn + 1}
        data-cell={cellPlace({ row: index, column: lastColumn })}
        tabIndex={tabIndex(lastColumn)}
        onFocus={() => actions.onActive(index, lastColumn)}
        className={`${CELL} relative`}
      >
        {isDeleted ? (
          <span className="text-muted">{i18n.t('Removed')}</span>
        ) : (
          <>
            <RowState
              problems={problems}
              hasFailed={edit.failure !== undefined}
              hasValue={row.amountCents !== null || everyoneCents !== null}
            />
            <OpenPerson row={row} onOpen={() => actions.onAsk(row)} />
          </>
        )}
      </div>
      {hasMessage && (
        <div
          role="gridcell"
          aria-colindex={LEADING_CELLS + 1}
          aria-colspan={columns.length + 1}
          className="-col-end-1 col-start-3 px-2.5 pb-3"
        >
          <RowMessage
            edit={edit}
            problems={problems}
            state={row.state}
            everyoneCents={everyoneCents}
            onFix={(change) => actions.onSave(row, change)}
            onChange={(field) => {
              const column = columnOfField(columns, field)
              const half = halfOfField(field)
              if (column === undefined) actions.onAsk(row, field)
              else actions.onWrite(index, column, half && { half })
            }}
            onChangeFailed={(failure) => {
              const column = columns.findIndex(({ key }) => key === failure.column)
              actions.onWrite(index, column + LEADING_CELLS, { text: failure.typed })
            }}
            onDismissFailed={() => actions.onDismiss(row)}
            onKeep={(problem) => actions.onKeep(row, problem)}
            onRemove={() => actions.onRemove(row)}
            onShowRow={actions.onShowRow}
          />
        </div>
      )}
    </div>
  )
}

type OpenPersonProps = { row: Recipient; onOpen: () => void }

/**
 * Opens the person's form. Visible in the hovered row; by keyboard, Ctrl Enter does the same,
 * so the button is not in the tab order.
 */
function OpenPerson({ row, onOpen }: OpenPersonProps) {
  const i18n = useTexts()

  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={i18n.t('Open {name}', { name: nameOf(row) || rowText(row) })}
      title={i18n.t('Open (Ctrl Enter)')}
      onClick={onOpen}
      className="absolute inset-y-1 end-1 grid w-9 place-items-center rounded-control border border-line bg-surface text-muted opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:static pointer-coarse:ms-auto pointer-coarse:h-11 pointer-coarse:shrink-0 pointer-coarse:opacity-100"
    >
      <Icon of={Pencil} size={17} />
    </button>
  )
}

type DataCellProps = {
  index: number
  row: Recipient
  edit: RowEdit
  column: Column
  /** The column's index, from 0. */
  at: number
  everyoneCents: number | null
  isActive: boolean
  writing: Writing | null
  actions: RowActions
}

/** One cell of a person's row. A click edits it. */
function DataCell({ index, row, edit, column, at, writing, actions, ...cell }: DataCellProps) {
  const i18n = useTexts()
  const isDeleted = edit.mark === 'deleted'
  const failed = edit.failure?.column === column.key && !isDeleted ? edit.failure : undefined
  const isWrong =
    failed !== undefined ||
    row.problems.some(({ field, severity }) => severity === 'error' && column.fields.includes(field))
  const place = cellPlace({ row: index, column: at })
  if (writing) {
    return (
      <div role="gridcell" aria-colindex={at + 1} className="flex min-w-0 items-center px-1">
        <CellInput
          place={place}
          label={i18n.t('{column}, row {position}', {
            column: i18n.t(writing.half ? HALF_LABELS[writing.half] : column.label),
            position: row.position,
          })}
          {...(writing.half && { placeholder: i18n.t(HALF_LABELS[writing.half]) })}
          text={writing.text}
          isWrong={isWrong}
          isNumber={column.isNumber}
          onText={actions.onText}
          onBlur={actions.onBlur}
        />
      </div>
    )
  }
  const ownValue = column.key === 'value' && row.amountCents === null
  const shown =
    failed?.typed ?? (column.key === 'value' ? shownValue(row, cell.everyoneCents) : column.text(row))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
    <div
      role="gridcell"
      aria-colindex={at + 1}
      data-cell={place}
      tabIndex={cell.isActive ? 0 : -1}
      {...(isWrong && { 'aria-invalid': true })}
      {...(isDeleted && { 'aria-readonly': true })}
      onFocus={() => actions.onActive(index, at)}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey) actions.onToggle(index, row, event.shiftKey)
        else actions.onWrite(index, at)
      }}
      className={`${CELL} cursor-text ${column.isNumber ? 'justify-end' : ''} ${column.key === 'name' ? 'font-semibold' : ''} ${isDeleted ? 'text-muted line-through' : ''}`}
    >
      <span
        className={`truncate ${failed ? 'rounded-small bg-surface px-2 py-1 shadow-bad' : ''} ${ownValue ? 'text-muted' : ''}`}
      >
        {shown || <span className="font-normal text-muted">{isDeleted ? '' : i18n.t('Empty')}</span>}
      </span>
    </div>
  )
}

type CellInputProps = {
  place: string
  label: string
  placeholder?: string
  text: string
  isWrong: boolean
  isNumber: boolean
  onText: (text: string) => void
  onBlur: () => void
}

/** A cell while it is edited. The grid handles its keys. */
function CellInput({ place, label, placeholder, text, isWrong, isNumber, onText, onBlur }: CellInputProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = ref.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  return (
    <input
      ref={ref}
      data-cell={place}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      className={`h-[34px] w-full rounded-small border-2 bg-surface px-2 outline-none ${isNumber ? 'text-end' : ''} ${isWrong ? 'border-bad shadow-[0_0_0_3px_color-mix(in_srgb,var(--bad)_20%,transparent)]' : 'border-accent-line shadow-[0_0_0_3px_var(--accent-wash)]'}`}
    />
  )
}
