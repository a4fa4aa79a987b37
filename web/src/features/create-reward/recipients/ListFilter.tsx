import type { RewardType } from '@laurel/domain/reward-type'
import { Search, TriangleAlert } from 'lucide-react'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { kindName, kindsInOrder } from './problem-kinds.ts'
import type { ListView, Only } from './recipients.queries.ts'
import type { RecipientList } from './use-recipient-list.ts'

type ListFilterProps = {
  rewardType: RewardType
  view: ListView
  list: RecipientList
  onView: (view: ListView) => void
}

/** Which people are shown: everybody, who needs attention, or one kind of problem. */
export function ListFilter({ rewardType, view, list, onView }: ListFilterProps) {
  const kinds = kindsInOrder(list.problemCounts)
  const chip = (only: Only) => ({
    isSelected: view.only === only,
    onPress: () => onView({ ...view, only: view.only === only ? 'everyone' : only }),
  })
  return (
    <div className="mt-2 mb-3.5 flex flex-wrap items-center justify-between gap-3">
      <Chips label="Show">
        <Chip
          isSelected={view.only === 'everyone'}
          number={list.totalCount}
          onPress={() => onView({ ...view, only: 'everyone' })}
        >
          Everyone
        </Chip>
        <Chip {...chip('attention')} number={list.attentionCount}>
          <Icon of={TriangleAlert} size={17} className="text-warn" />
          Need attention
        </Chip>
        {list.warningCount > 0 && (
          <Chip {...chip('warning')} number={list.warningCount}>
            Doubtful
          </Chip>
        )}
        {kinds.map(({ code, count }) => (
          <Chip key={code} {...chip(code)} number={count}>
            {kindName(code, rewardType)}
          </Chip>
        ))}
      </Chips>
      <label className="flex min-h-11 w-[300px] items-center gap-2 rounded-control border border-line-strong bg-surface px-3.5 transition-[border-color,box-shadow] duration-(--fast) focus-within:border-accent-line focus-within:shadow-focus-field hover:border-muted narrow:w-full">
        <Icon of={Search} />
        <input
          type="search"
          aria-label="Search recipients"
          placeholder={rewardType === 'digital' ? 'Search name or email' : 'Search name, city or ZIP'}
          value={view.search}
          onChange={(event) => onView({ ...view, search: event.target.value })}
          className="min-h-[42px] min-w-0 flex-1 border-0 bg-transparent p-0 outline-none"
        />
      </label>
    </div>
  )
}
