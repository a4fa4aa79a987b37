import { useQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../../app/setup-store.ts'
import { useSite } from '../../../app/site.ts'
import { catalogQueries } from '../create-reward.queries.ts'
import { valueLimits } from './value-limits.ts'

/** What one card at hand may hold. Until the rewards are known the site's own limits stand. */
export function useValueLimits() {
  const { limits } = useSite()
  const rewardId = useSetupStore((setup) => setup.rewardId)
  const { data: rewards = [] } = useQuery(catalogQueries.rewards())
  return valueLimits(limits, rewards, rewardId)
}
