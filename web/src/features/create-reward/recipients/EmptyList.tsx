import type { RewardType } from '@laurel/domain/reward-type'
import { Users } from 'lucide-react'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Icon } from '../../../parts/Icon.tsx'

type EmptyListProps = { rewardType: RewardType; onTemplate: () => void }

/** Nobody on the list yet. */
export function EmptyList({ rewardType, onTemplate }: EmptyListProps) {
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
        action={
          <Button look="link" onClick={onTemplate}>
            Download a template to fill in
          </Button>
        }
      >
        Paste rows from a spreadsheet, drop a CSV or Excel file here, or add people one by one.{' '}
        {rewardType === 'digital'
          ? 'Each needs a name and an email address.'
          : 'Each needs a name and a postal address.'}
      </EmptyState>
    </div>
  )
}
