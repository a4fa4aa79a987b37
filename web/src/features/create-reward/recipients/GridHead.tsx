// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, the grid moves it
// biome-ignore-all lint/a11y/useSemanticElements: a table's elements cannot be placed one by one, as virtual rows must
import type { RewardType } from '@laurel/domain/reward-type'
import type { Column } from './columns.ts'
import { gridColumns } from './grid-layout.ts'

type GridHeadProps = {
  columns: readonly Column[]
  rewardType: RewardType
  isAllSelected: boolean
  onSelectAll: (isOn: boolean) => void
}

/** The grid's head; it stays in sight while the rows pass under it. */
export function GridHead({ columns, rewardType, isAllSelected, onSelectAll }: GridHeadProps) {
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-3 rounded-t-panel border-line border-b bg-canvas font-medium text-label text-muted mid:static mid:min-w-[940px]"
    >
      <div role="row" aria-rowindex={1} className={`min-h-[42px] items-center ${gridColumns(rewardType)}`}>
        <div role="columnheader" className="grid place-items-center">
          <input
            type="checkbox"
            aria-label="Select everybody in sight"
            checked={isAllSelected}
            onChange={(event) => onSelectAll(event.target.checked)}
            className="size-5 accent-accent-line"
          />
        </div>
        <div role="columnheader" className="px-2.5 text-end">
          Row
        </div>
        {columns.map(({ key, label, isNumber }) => (
          <div key={key} role="columnheader" className={`px-2.5 ${isNumber ? 'text-end' : ''}`}>
            {label}
          </div>
        ))}
        <div role="columnheader" className="px-2.5">
          Check
        </div>
      </div>
    </div>
  )
}
