import type { SiteLimits } from '@laurel/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../../app/setup-store.ts'
import { useSite } from '../../../app/site.ts'
import { catalogQueries } from '../create-reward.queries.ts'

type RewardRange = { id: number; minValueCents: number; maxValueCents: number }

/** What one card may hold: what the site allows and the reward can carry. */
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

/** What one card at hand may hold. Until the rewards are known the site's own limits stand. */
export function useValueLimits() {
  const { limits } = useSite()
  const rewardId = useSetupStore((setup) => setup.rewardId)
  const { data: rewards = [] } = useQuery(catalogQueries.rewards())
  return valueLimits(limits, rewards, rewardId)
}
