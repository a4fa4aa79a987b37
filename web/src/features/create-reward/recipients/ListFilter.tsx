import type { RewardType } from '@laurel/domain/reward-type'
import { Search, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import type { ListView, Only, ProblemCount } from './recipients.queries.ts'
import { kindName, kindsInOrder } from './row-problems.ts'
import type { RecipientList } from './use-recipient-list.ts'

type ListFilterProps = {
  rewardType: RewardType
  view: ListView
  list: RecipientList
  onView: (view: ListView) => void
}

/** As many kinds of problems as leave room for the search beside them. */
const SHOWN_KINDS = 3

/** Which people are shown: everybody, who needs attention, or one kind of problem. */
export function ListFilter({ rewardType, view, list, onView }: ListFilterProps) {
  const [isWhole, setWhole] = useState(false)
  const kinds = kindsInOrder(list.problemCounts)
  const shown = isWhole ? kinds : mostOf(kinds, view.only)
  const more = kinds.length - shown.length
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
            Check these
          </Chip>
        )}
        {shown.map(({ code, count: people }) => (
          <Chip key={code} {...chip(code)} number={people}>
            {kindName(code, rewardType)}
          </Chip>
        ))}
        {(more > 0 || (isWhole && kinds.length > SHOWN_KINDS + 1)) && (
          <Button
            look="link"
            className="min-h-11 shrink-0 px-2! text-label"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Fewer kinds' : `${count(more)} more kinds`}
          </Button>
        )}
      </Chips>
      <label className="flex min-h-11 w-[260px] items-center gap-2 rounded-control border border-line-strong bg-surface px-3.5 transition-[border-color,box-shadow] duration-(--fast) focus-within:border-accent-line focus-within:shadow-focus-field hover:border-muted narrow:w-full">
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

/** The first of them, and the one that is chosen; one alone is never left out. */
function mostOf(kinds: readonly ProblemCount[], only: Only): readonly ProblemCount[] {
  if (kinds.length <= SHOWN_KINDS + 1) return kinds
  return kinds.filter(({ code }, index) => index < SHOWN_KINDS || code === only)
}
