import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../app/setup-store.ts'
import {
  type CardItem,
  cardItemQueries,
  catalogQueries,
  type Reward,
  type Template,
} from './create-reward.queries.ts'

/** The type of the card being made. The step's guard has made sure that there is one. */
export function useRewardType(): RewardType {
  return useSetupStore((setup) => setup.rewardType) ?? 'direct'
}

export function useTemplate(): Template | undefined {
  const templateId = useSetupStore((setup) => setup.templateId)
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return templates.find(({ id }) => id === templateId) ?? templates[0]
}

/** The rewards of this site, and the one that is chosen: without a choice the first that fits the kind of card. */
export function useReward(): { rewards: readonly Reward[]; reward: Reward | undefined } {
  const rewardType = useRewardType()
  const rewardId = useSetupStore((setup) => setup.rewardId)
  const { data: rewards = [] } = useQuery(catalogQueries.rewards())
  const reward =
    rewards.find(({ id }) => id === rewardId) ??
    rewards.find(({ rewardTypes }) => rewardTypes.includes(rewardType))
  return { rewards, reward }
}

/**
 * The draft at hand, for the steps behind the design. While the card is being handed over to the
 * cart the store is already empty and the screen still stands: it keeps the draft it had.
 */
export function useDraft(itemId: number): CardItem {
  return useSuspenseQuery(cardItemQueries.one(itemId)).data
}
