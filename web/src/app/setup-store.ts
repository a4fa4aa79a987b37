import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { CardItem } from '../parts/card/card-item-look.ts'
import { EMPTY_SETUP, type ProductSetup, repairSetup, selectionsOf } from './repair-setup.ts'
import { subscribeToSession } from './session.ts'
import { NEW_CARD, type Unsaved, withoutCard, withUnsaved } from './unsaved.ts'

const NOTHING_UNSAVED: Unsaved = {}

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
  useSetupStore.setState(({ unsaved }) => ({
    ...EMPTY_SETUP,
    rewardType,
    unsaved: withoutCard(unsaved, NEW_CARD),
  }))
}

export function changeSetup(change: Partial<ProductSetup>): void {
  useSetupStore.setState(change)
}

export function changeDesign(change: Partial<CardDesign>): void {
  useSetupStore.setState(({ design }) => ({ design: { ...design, ...change } }))
}

/** Goes on with a card the server keeps, and with what was typed on it and could not be saved. */
export function adoptCard(item: CardItem): void {
  const { line1, line2, quantity, denominationCents } = unsavedOf(item.id)
  useSetupStore.setState({
    rewardType: item.rewardTypeData.name,
    rewardId: item.reward.id,
    templateId: item.rewardCardTemplateId,
    design: { ...item.design, line1: line1 ?? item.design.line1, line2: line2 ?? item.design.line2 },
    cardItemId: item.id,
    quantity: quantity ?? item.quantity,
    denominationCents: denominationCents ?? item.denominationCents,
  })
}

/** The card at hand has got a draft: what could not be saved of it goes along. */
export function adoptDraft(cardItemId: number): void {
  useSetupStore.setState(({ unsaved }) => {
    const { [NEW_CARD]: kept = {}, ...others } = unsaved
    return { cardItemId, unsaved: withUnsaved(others, String(cardItemId), kept) }
  })
}

/** Keeps what can't be saved of the card at hand; `undefined` where it was saved or taken back. */
export function keepUnsaved(change: { [Field in keyof Unsaved]: Unsaved[Field] | undefined }): void {
  useSetupStore.setState(({ unsaved, cardItemId }) => ({
    unsaved: withUnsaved(unsaved, String(cardItemId ?? NEW_CARD), change as Partial<Unsaved>),
  }))
}

/** What could not be saved of a card; of the one at hand where none is named. */
export function unsavedOf(cardItemId = useSetupStore.getState().cardItemId): Unsaved {
  return useSetupStore.getState().unsaved[String(cardItemId ?? NEW_CARD)] ?? NOTHING_UNSAVED
}

/** The same for a screen; of the one at hand where none is named. */
export function useUnsaved(id?: number): Unsaved {
  return (
    useSetupStore(({ unsaved, cardItemId }) => unsaved[String(id ?? cardItemId ?? NEW_CARD)]) ??
    NOTHING_UNSAVED
  )
}

/** The card is in the cart. Other cards keep what could not be saved of them. */
export function forgetCard(): void {
  useSetupStore.setState(({ unsaved, cardItemId }) => ({
    ...EMPTY_SETUP,
    unsaved: withoutCard(unsaved, String(cardItemId ?? NEW_CARD)),
  }))
}

/** The customer has left. */
function forgetEverything(): void {
  useSetupStore.setState(EMPTY_SETUP)
  useSetupStore.persist.clearStorage()
}

subscribeToSession((state) => {
  if (state === 'signed-out') forgetEverything()
})
