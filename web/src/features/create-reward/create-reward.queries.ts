import { api } from '@laurel/contract/routes'
import type { SiteLimits } from '@laurel/domain/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'
import { useSetupStore } from '../../app/setup-store.ts'
import { useSite } from '../../app/site.ts'

export type RewardInfo = AnswerOf<'listRewardInfos'>[number]
export type Reward = AnswerOf<'listRewards'>[number]
export type Template = AnswerOf<'listTemplates'>[number]
export type PredefinedMessage = AnswerOf<'listPredefinedMessages'>[number]
export type StoredFile = AnswerOf<'uploadFile'>

/** Keys: ['card-items', 7] is one. */
export const cardItemQueries = {
  one: (id: number) =>
    queryOptions({ queryKey: ['card-items', id], queryFn: () => call(api.getCardItem, { params: { id } }) }),
}

/** The catalog rarely changes, so it is loaded once per visit. */
const catalog = { staleTime: Number.POSITIVE_INFINITY }

export const catalogQueries = {
  rewardInfos: () =>
    queryOptions({
      ...catalog,
      queryKey: ['catalog', 'reward-infos'],
      queryFn: () => call(api.listRewardInfos),
    }),
  rewards: () =>
    queryOptions({ ...catalog, queryKey: ['catalog', 'rewards'], queryFn: () => call(api.listRewards) }),
  templates: () =>
    queryOptions({ ...catalog, queryKey: ['catalog', 'templates'], queryFn: () => call(api.listTemplates) }),
  amounts: () =>
    queryOptions({
      ...catalog,
      queryKey: ['catalog', 'amounts'],
      queryFn: () => call(api.listPredefinedAmounts),
    }),
  messages: () =>
    queryOptions({
      ...catalog,
      queryKey: ['catalog', 'messages'],
      queryFn: () => call(api.listPredefinedMessages),
    }),
}

type RewardRange = { id: number; minValueCents: number; maxValueCents: number }

/** The values that both the site and the reward allow. */
export function valueLimits(
  site: SiteLimits,
  rewards: readonly RewardRange[],
  rewardId: number | null,
): Pick<SiteLimits, 'minValueCents' | 'maxValueCents'> {
  const reward = rewards.find(({ id }) => id === rewardId)
  if (!reward) return { minValueCents: site.minValueCents, maxValueCents: site.maxValueCents }
  return {
    minValueCents: Math.max(site.minValueCents, reward.minValueCents),
    maxValueCents: Math.min(site.maxValueCents, reward.maxValueCents),
  }
}

/** The current card's limits; the site's until the rewards have loaded. */
export function useValueLimits() {
  const { limits } = useSite()
  const rewardId = useSetupStore((setup) => setup.rewardId)
  const { data: rewards = [] } = useQuery(catalogQueries.rewards())
  return valueLimits(limits, rewards, rewardId)
}
