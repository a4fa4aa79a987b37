import type { RewardType } from '@laurel/domain/reward-type'
import { Users } from 'lucide-react'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Icon } from '../../../parts/Icon.tsx'

/** Nobody on the list yet. */
export function EmptyList({ rewardType }: { rewardType: RewardType }) {
  return (
    <div className="rounded-panel border border-line-mid border-dashed">
      <h2 className="sr-only">The list</h2>
      <EmptyState
        title="No one here yet"
        picture={
          <span className="mx-auto grid size-15 place-items-center rounded-full bg-accent-wash text-accent-text">
            <Icon of={Users} size={26} />
          </span>
        }
      >
        Paste rows from a spreadsheet, upload a CSV file, or add people one by one.{' '}
        {rewardType === 'digital'
          ? 'Each needs a name and an email address.'
          : 'Each needs a name and a postal address.'}
      </EmptyState>
    </div>
  )
}
