import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { subscribeToSession } from '../../app/session.ts'
import type { CardItem } from './create-reward.queries.ts'
import { EMPTY_SETUP, type ProductSetup, repairSetup, selectionsOf } from './repair-setup.ts'

/** The card being made, over all steps. Selections survive a reload; the rest comes from the server. */
export const useSetupStore = create<ProductSetup>()(
  persist((): ProductSetup => EMPTY_SETUP, {
    name: STORAGE_KEYS.productSetup,
    version: 1,
    partialize: selectionsOf,
    // A shape of another version is not refused: what is usable of it is used.
    migrate: (stored) => stored as ReturnType<typeof selectionsOf>,
    merge: (stored) => repairSetup(stored),
  }),
)

/** Begins a new card of this type. */
export function startCard(rewardType: RewardType): void {
  useSetupStore.setState({ ...EMPTY_SETUP, rewardType })
}

export function changeSetup(change: Partial<ProductSetup>): void {
  useSetupStore.setState(change)
}

export function changeDesign(change: Partial<CardDesign>): void {
  useSetupStore.setState(({ design }) => ({ design: { ...design, ...change } }))
}

/** Goes on with a card the server keeps. */
export function adoptCard(item: CardItem): void {
  useSetupStore.setState({
    rewardType: item.rewardTypeData.name,
    rewardId: item.reward.id,
    templateId: item.rewardCardTemplateId,
    design: item.design,
    cardItemId: item.id,
    quantity: item.quantity,
    denominationCents: item.denominationCents,
  })
}

/** The card is in the cart, or its customer has left. */
export function forgetCard(): void {
  useSetupStore.setState(EMPTY_SETUP)
  useSetupStore.persist.clearStorage()
}

subscribeToSession((state) => {
  if (state === 'signed-out') forgetCard()
})
