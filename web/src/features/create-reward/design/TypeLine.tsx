import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { changeSetup } from '../../../app/setup-store.ts'
import { openRewardTypeChange } from '../open-reward-type-chooser.tsx'
import { saveDraft } from '../save-draft.ts'
import { useRewardType } from '../use-card-at-hand.ts'

const TRAVELS: Record<RewardType, string> = {
  bulk: 'shipped by UPS to one location',
  direct: 'named and mailed by USPS',
  digital: 'sent by email',
}

/** Which kind of card this is, and the way to make it another. */
export function TypeLine({ className = '' }: { className?: string }) {
  const rewardType = useRewardType()
  function change(type: RewardType) {
    // What it is paid out as depends on how it travels: the server chooses anew.
    changeSetup({ rewardType: type, rewardId: null })
    saveDraft({ rewardType: type })
  }
  return (
    <p className={`flex items-center gap-3 text-muted text-small ${className}`}>
      {REWARD_TYPE_TITLES[rewardType]}: {TRAVELS[rewardType]}
      <button
        type="button"
        className="link min-h-6 touch:min-h-11"
        aria-label="Change how the cards travel"
        onClick={() => openRewardTypeChange(rewardType, change)}
      >
        Change
      </button>
    </p>
  )
}
