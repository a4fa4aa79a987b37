// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, the grid moves it
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must
import { CellInput } from './CellInput.tsx'
import { type Column, shownValue } from './columns.ts'
import type { RowActions } from './GridRow.tsx'
import { placeOf } from './grid-keys.ts'
import { CELL, HALF_LABELS, type Writing } from './grid-layout.ts'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdit } from './row-edits.ts'

type DataCellProps = {
  index: number
  row: Recipient
  edit: RowEdit
  column: Column
  /** Its column, from 0. */
  at: number
  everyoneCents: number | null
  isActive: boolean
  writing: Writing | null
  actions: RowActions
}

/** What one column says of a person; a press writes in it. */
export function DataCell({ index, row, edit, column, at, writing, actions, ...cell }: DataCellProps) {
  const isDeleted = edit.mark === 'deleted'
  const failed = edit.failure?.column === column.key && !isDeleted ? edit.failure : undefined
  const isWrong =
    failed !== undefined ||
    row.problems.some(({ field, severity }) => severity === 'error' && column.fields.includes(field))
  const place = placeOf({ row: index, column: at })
  if (writing) {
    return (
      <div role="gridcell" aria-colindex={at + 1} className="flex min-w-0 items-center px-1">
        <CellInput
          place={place}
          label={`${writing.half ? HALF_LABELS[writing.half] : column.label}, row ${row.position}`}
          {...(writing.half && { placeholder: HALF_LABELS[writing.half] })}
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its cells
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
        {shown || <span className="font-normal text-muted">{isDeleted ? '' : 'Empty'}</span>}
      </span>
    </div>
  )
}
