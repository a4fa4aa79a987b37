import type { SiteLimits } from '@laurel/domain/limits'

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
