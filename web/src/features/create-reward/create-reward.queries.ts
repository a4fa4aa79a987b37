import { api } from '@laurel/contract/routes'
import type { SiteLimits } from '@laurel/domain/limits'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'
import { useSetupStore } from '../../app/setup-store.ts'
import { useSite } from '../../app/site.ts'
import { noteLost, noteRegained } from './draft-editing.ts'

export type RewardInfo = AnswerOf<'listRewardInfos'>[number]
export type Reward = AnswerOf<'listRewards'>[number]
export type Template = AnswerOf<'listTemplates'>[number]
export type PredefinedMessage = AnswerOf<'listPredefinedMessages'>[number]
export type StoredFile = AnswerOf<'uploadFile'>

/** Keys: ['card-items', 7] is one. */
export const cardItemQueries = {
  one: (id: number) =>
    queryOptions({
      queryKey: ['card-items', id],
      queryFn: ({ client }) => writesOf(client, id).read(() => call(api.getCardItem, { params: { id } })),
    }),
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

type CardWrites = ReturnType<typeof makeCardWrites>

const writesByClient = new WeakMap<QueryClient, Map<number, CardWrites>>()

/** The writes of one card and its list, shared by the screens that send them and the queries that read. */
export function writesOf(queryClient: QueryClient, itemId: number): CardWrites {
  const byItem = writesByClient.get(queryClient) ?? new Map<number, CardWrites>()
  writesByClient.set(queryClient, byItem)
  const writes = byItem.get(itemId) ?? makeCardWrites(itemId)
  byItem.set(itemId, writes)
  return writes
}

/**
 * Sends changes of one card in sequence, so that the server gets them in order,
 * and discards reads that overlap a change, because they may be older than what is on screen.
 */
function makeCardWrites(itemId: number) {
  let last: Promise<unknown> = Promise.resolve()
  let begun = 0
  let waiting = 0

  return {
    /** Sends a change once those before it are answered or have failed. */
    write<Answer>(send: () => Promise<Answer>): Promise<Answer> {
      begun += 1
      waiting += 1
      const answer = last.then(send).finally(() => {
        waiting -= 1
      })
      last = answer.then(
        () => noteRegained(itemId),
        (cause) => noteLost(itemId, cause),
      )
      return answer
    },
    /** Reads when no write is in progress, and again if one started in the meantime. */
    async read<Answer>(get: () => Promise<Answer>): Promise<Answer> {
      for (;;) {
        while (waiting > 0) await last
        const seen = begun
        const answer = await get()
        if (begun === seen) return answer
      }
    },
  }
}
