import { formatDollars } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { changeSetup } from '../../../app/setup-store.ts'
import { useSite } from '../../../app/site.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { valueLimits } from '../amounts/value-limits.ts'
import type { Reward } from '../create-reward.queries.ts'
import { saveDraft } from '../save-draft.ts'
import { useReward, useRewardType } from '../use-card-at-hand.ts'

/** What the card is: where it can be spent, and how much it can hold. */
export function RewardTools() {
  const rewardType = useRewardType()
  const { limits } = useSite()
  const { rewards, reward } = useReward()

  function choose(id: string) {
    changeSetup({ rewardId: Number(id) })
    saveDraft({ rewardId: Number(id) })
  }

  const detail = (each: Reward) => {
    if (!each.rewardTypes.includes(rewardType)) {
      return `Not available for ${REWARD_TYPE_TITLES[rewardType].toLowerCase()} cards.`
    }
    const { minValueCents, maxValueCents } = valueLimits(limits, rewards, each.id)
    return `${each.description} ${formatDollars(minValueCents)} to ${formatDollars(maxValueCents)}.`.trim()
  }
  return (
    <RadioChoice
      label="Reward"
      value={reward ? String(reward.id) : null}
      onChange={choose}
      options={rewards.map((each) => ({
        value: String(each.id),
        title: each.name,
        detail: detail(each),
        aside: <span className="text-muted text-small">{each.network}</span>,
        isDisabled: !each.rewardTypes.includes(rewardType),
      }))}
    />
  )
}
