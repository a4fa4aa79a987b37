// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, the grid moves it
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must
import type { RewardType } from '@laurel/domain/reward-type'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import type { Column } from './columns.ts'
import { HEAD_ROW, placeOf } from './grid-keys.ts'
import { gridColumns, LEADING_CELLS } from './grid-layout.ts'
import type { ListSort, SortKey } from './recipients.queries.ts'

type GridHeadProps = {
  columns: readonly Column[]
  rewardType: RewardType
  activeColumn: number | null
  sort: ListSort
  onSort: (sort: ListSort) => void
  /** Everybody, some, or nobody of those in view. */
  selected: 'all' | 'some' | 'none'
  onSelectAll: (isOn: boolean) => void
}

/** The grid's head; it stays in sight while the rows pass under it, and sorts them. */
export function GridHead({ columns, rewardType, selected, onSelectAll, ...head }: GridHeadProps) {
  const last = LEADING_CELLS + columns.length
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-3 rounded-t-panel border-line border-b bg-canvas font-medium text-label text-muted mid:static mid:min-w-[940px]"
    >
      <div role="row" aria-rowindex={1} className={`min-h-[42px] items-stretch ${gridColumns(rewardType)}`}>
        <div role="columnheader" aria-colindex={1} className="grid place-items-center">
          <input
            type="checkbox"
            aria-label="Select everyone"
            data-cell={placeOf({ row: HEAD_ROW, column: 0 })}
            tabIndex={head.activeColumn === 0 ? 0 : -1}
            checked={selected === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selected === 'some'
            }}
            onChange={(event) => onSelectAll(event.target.checked)}
            className="size-5 accent-accent-line"
          />
        </div>
        <SortHead {...head} by="row" label="Row" at={1} isNumber />
        {columns.map(({ key, label, isNumber }, index) => (
          <SortHead
            key={key}
            {...head}
            by={key === 'street' ? undefined : key}
            label={label}
            at={index + LEADING_CELLS}
            isNumber={isNumber}
          />
        ))}
        <SortHead {...head} by="check" label="Check" at={last} isNumber={false} />
      </div>
    </div>
  )
}

type SortHeadProps = Pick<GridHeadProps, 'activeColumn' | 'sort' | 'onSort'> & {
  /** Absent where a column has no order. */
  by: SortKey | undefined
  label: string
  at: number
  isNumber: boolean
}

function SortHead({ by, label, at, isNumber, activeColumn, sort, onSort }: SortHeadProps) {
  const place = {
    'data-cell': placeOf({ row: HEAD_ROW, column: at }),
    tabIndex: activeColumn === at ? 0 : -1,
  }
  const look = `flex size-full min-h-[42px] items-center gap-1 px-2.5 outline-offset-[-2px] ${isNumber ? 'flex-row-reverse' : ''}`
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
