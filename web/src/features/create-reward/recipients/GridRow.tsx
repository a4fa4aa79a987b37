// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, the grid moves it
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must
import type { RewardType } from '@laurel/domain/reward-type'
import type { Ref } from 'react'
import { count } from '../../../parts/format.ts'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { CellInput } from './CellInput.tsx'
import { type Column, type RecipientChange, shownValue } from './columns.ts'
import { columnOfField, gridColumns, LEADING_CELLS, type Writing } from './grid-layout.ts'
import { RowMessage } from './RowMessage.tsx'
import { RowMark, RowState } from './RowState.tsx'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdit } from './row-edits.ts'
import { rowTone } from './row-problems.ts'

type GridRowProps = {
  ref: Ref<HTMLDivElement>
  index: number
  offsetPx: number
  /** Absent while its page is on its way. */
  row: Recipient | undefined
  columns: readonly Column[]
  rewardType: RewardType
  everyoneCents: number | null
  edit: RowEdit | undefined
  activeColumn: number | null
  writing: Writing | null
  isSelected: boolean
  /** Its doubts are answered. */
  isKept: boolean
  onActive: (column: number) => void
  onWrite: (column: number, text?: string) => void
  onText: (text: string) => void
  onBlur: () => void
  onToggle: () => void
  onSave: (change: RecipientChange) => void
  onDismiss: () => void
  onKeep: () => void
  onRemove: () => void
  onAsk: () => void
}

const UNCHANGED: RowEdit = { mark: 'unchanged' }
const GROUNDS = { fix: 'bg-bad-tint', doubt: 'bg-warn-tint', ready: 'bg-surface hover:bg-canvas' }
const CELL = 'flex min-w-0 items-center px-2.5 outline-offset-[-2px]'

/** One person. What is wrong with them stands under their row. */
export function GridRow(props: GridRowProps) {
  const { ref, index, offsetPx, row, columns, rewardType, edit = UNCHANGED, activeColumn, isKept } = props
  const frame = `absolute inset-x-0 top-0 border-b border-line/60 ${gridColumns(rewardType)}`
  const style = { transform: `translateY(${offsetPx}px)` }
  if (!row) {
    return (
      <div ref={ref} role="row" data-index={index} aria-rowindex={index + 2} style={style} className={frame}>
        <div
          role="gridcell"
          aria-busy="true"
          aria-colspan={columns.length + 3}
          className="col-span-full grid min-h-11 content-center px-4"
        >
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
    )
  }

  const isDeleted = edit.mark === 'deleted'
  const problems = isDeleted
    ? []
    : isKept
      ? row.problems.filter(({ severity }) => severity === 'error')
      : row.problems
  const hasMessage = problems.length > 0 || (edit.failure !== undefined && !isDeleted)
  const tone = edit.failure && !isDeleted ? 'fix' : rowTone(problems)
  const lastColumn = LEADING_CELLS + columns.length
  const tabIndex = (column: number) => (activeColumn === column ? 0 : -1)
  const name = `${row.firstName} ${row.lastName}`.trim() || `row ${count(row.position)}`

  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      style={style}
      className={`${frame} ${isDeleted ? 'bg-sunken' : GROUNDS[tone]}`}
    >
      <div role="gridcell" aria-colindex={1} className="relative grid min-h-11 place-items-center">
        <RowMark mark={edit.mark} />
        <input
          type="checkbox"
          data-cell={`${index}-0`}
          tabIndex={tabIndex(0)}
          aria-label={`Select ${name}`}
          checked={props.isSelected}
          disabled={isDeleted}
          onFocus={() => props.onActive(0)}
          onChange={props.onToggle}
          className="size-5 accent-accent-line"
        />
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        data-cell={`${index}-1`}
        tabIndex={tabIndex(1)}
        onFocus={() => props.onActive(1)}
        className={`${CELL} justify-end text-muted`}
      >
        {count(row.position)}
      </div>
      {columns.map((column, at) => (
        <DataCell key={column.key} {...props} row={row} edit={edit} column={column} at={at + LEADING_CELLS} />
      ))}
      <div
        role="gridcell"
        aria-colindex={lastColumn + 1}
        data-cell={`${index}-${lastColumn}`}
        tabIndex={tabIndex(lastColumn)}
        onFocus={() => props.onActive(lastColumn)}
        className={CELL}
      >
        {isDeleted ? (
          <span className="text-muted">Removed</span>
        ) : (
          <RowState problems={problems} hasFailed={edit.failure !== undefined} />
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
            row={row}
            edit={edit}
            problems={problems}
            onFix={props.onSave}
            onChange={(field) => {
              const column = columnOfField(columns, field)
              if (column === undefined) props.onAsk()
              else props.onWrite(column)
            }}
            onChangeFailed={(failure) => {
              const column = columns.findIndex(({ key }) => key === failure.column)
              props.onWrite(column + LEADING_CELLS, failure.typed)
            }}
            onDismissFailed={props.onDismiss}
            onKeep={props.onKeep}
            onRemove={props.onRemove}
          />
        </div>
      )}
    </div>
  )
}

type DataCellProps = GridRowProps & { row: Recipient; edit: RowEdit; column: Column; at: number }

function DataCell({
  row,
  edit,
  column,
  at,
  index,
  writing,
  activeColumn,
  everyoneCents,
  ...on
}: DataCellProps) {
  const isDeleted = edit.mark === 'deleted'
  const failed = edit.failure?.column === column.key && !isDeleted ? edit.failure : undefined
  const isWrong =
    failed !== undefined ||
    row.problems.some(({ field, severity }) => severity === 'error' && column.fields.includes(field))
  if (writing?.column === at) {
    return (
      <div role="gridcell" aria-colindex={at + 1} className="flex min-w-0 items-center px-1">
        <CellInput
          place={`${index}-${at}`}
          label={`${column.label}, row ${row.position}`}
          text={writing.text}
          isWrong={isWrong}
          isNumber={column.isNumber}
          onText={on.onText}
          onBlur={on.onBlur}
        />
      </div>
    )
  }
  const shown = failed?.typed ?? (column.key === 'value' ? shownValue(row, everyoneCents) : column.text(row))
  const look = failed ? 'rounded-small bg-surface shadow-bad' : ''
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its cells
    <div
      role="gridcell"
      aria-colindex={at + 1}
      data-cell={`${index}-${at}`}
      tabIndex={activeColumn === at ? 0 : -1}
      {...(isWrong && { 'aria-invalid': true })}
      {...(isDeleted && { 'aria-readonly': true })}
      onFocus={() => on.onActive(at)}
      onClick={() => on.onWrite(at)}
      className={`${CELL} cursor-text ${column.isNumber ? 'justify-end' : ''} ${column.key === 'name' ? 'font-semibold' : ''} ${isDeleted ? 'text-muted line-through' : ''}`}
    >
      <span
        className={`truncate ${failed ? 'px-2 py-1' : ''} ${look} ${column.key === 'value' && row.amountCents === null ? 'text-muted' : ''}`}
      >
        {shown || <span className="font-normal text-muted">{isDeleted ? '' : 'Empty'}</span>}
      </span>
    </div>
  )
}
