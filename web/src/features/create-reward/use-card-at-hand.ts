import type { RewardType } from '@laurel/domain/reward-type'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type CardItem, cardItemQueries, catalogQueries, type Template } from './create-reward.queries.ts'
import { useSetupStore } from './setup-store.ts'

/** The type of the card being made. The step's guard has made sure that there is one. */
export function useRewardType(): RewardType {
  return useSetupStore((setup) => setup.rewardType) ?? 'direct'
}

export function useTemplate(): Template | undefined {
  const templateId = useSetupStore((setup) => setup.templateId)
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return templates.find(({ id }) => id === templateId) ?? templates[0]
}

/**
 * The draft at hand, for the steps behind the design. While the card is being handed over to the
 * cart the store is already empty and the screen still stands: it keeps the draft it had.
 */
export function useDraft(itemId: number): CardItem {
  return useSuspenseQuery(cardItemQueries.one(itemId)).data
}
