import { type CardDesign, EMPTY_DESIGN, repairDesign } from '@laurel/domain/card-design'
import { isRewardType, type RewardType } from '@laurel/domain/reward-type'
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { CardItem } from '../parts/card/CardItemCanvas.tsx'
import { subscribeToSession } from './session.ts'
import {
  NEW_CARD,
  repairUnsaved,
  type Unsaved,
  type UnsavedByCard,
  withoutCard,
  withUnsaved,
} from './unsaved.ts'

/** The customer's choices for the current card. */
export type ProductSetup = {
  rewardType: RewardType | null
  rewardId: number | null
  templateId: number | null
  design: CardDesign
  /** The draft on the server, which has the texts and the recipients. */
  cardItemId: number | null
  quantity: number | null
  denominationCents: number | null
  unsaved: UnsavedByCard
}

/** The part the browser stores: selections, and texts only if the server could not save them. */
type StoredSetup = Omit<ProductSetup, 'design'> & { design: Omit<CardDesign, 'line1' | 'line2'> }

export const EMPTY_SETUP: Readonly<ProductSetup> = {
  rewardType: null,
  rewardId: null,
  templateId: null,
  design: EMPTY_DESIGN,
  cardItemId: null,
  quantity: null,
  denominationCents: null,
  unsaved: {},
}

/** docs/spec.md §9, "product-setup-storage". */
export function selectionsOf(setup: ProductSetup): StoredSetup {
  const { tone, gradient, logoFileKey, logoOneColor } = setup.design
  return {
    rewardType: setup.rewardType,
    rewardId: setup.rewardId,
    templateId: setup.templateId,
    design: { tone, gradient, logoFileKey, logoOneColor },
    cardItemId: setup.cardItemId,
    quantity: setup.quantity,
    denominationCents: setup.denominationCents,
    unsaved: setup.unsaved,
  }
}

/**
 * Makes a setup from storage: values of an old or unknown shape are dropped, and the
 * rest is kept. Without a reward type, the other selections are meaningless and are dropped.
 */
export function repairSetup(stored: unknown): ProductSetup {
  if (typeof stored !== 'object' || stored === null) return EMPTY_SETUP
  const values: Partial<Record<keyof ProductSetup, unknown>> = stored
  const unsaved = repairUnsaved(values.unsaved)
  if (!isRewardType(values.rewardType)) return { ...EMPTY_SETUP, unsaved }
  return {
    unsaved,
    rewardType: values.rewardType,
    rewardId: positive(values.rewardId),
    templateId: positive(values.templateId),
    design: { ...repairDesign(values.design), line1: '', line2: '' },
    cardItemId: positive(values.cardItemId),
    quantity: positive(values.quantity),
    denominationCents: positive(values.denominationCents),
  }
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

const NOTHING_UNSAVED: Unsaved = {}

/** The current card over all steps. Selections survive a reload; the rest comes from the server. */
export const useSetupStore = create<ProductSetup>()(
  persist((): ProductSetup => EMPTY_SETUP, {
    name: STORAGE_KEYS.productSetup,
    version: 1,
    partialize: selectionsOf,
    // Keep the usable values of another version.
    migrate: (stored) => stored as ReturnType<typeof selectionsOf>,
    merge: (stored) => repairSetup(stored),
  }),
)

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

/** The card whose texts the store has: those of a draft are not kept over a reload. */
let loadedId: number | null = null

/** Whether the store has all of a draft; otherwise, adopt it from the server. */
export function isLoaded(cardItemId: number): boolean {
  return loadedId === cardItemId
}

/** Changes of a card that the server has not answered. */
type Pending = {
  rewardType?: RewardType | undefined
  rewardId?: number | undefined
  rewardCardTemplateId?: number | undefined
  design?: CardDesign | undefined
  quantity?: number | null | undefined
  denominationCents?: number | null | undefined
}

/** Continues with a card from the server, with pending changes and unsaved input on top of it. */
export function adoptCard(item: CardItem, pending: Pending = {}): void {
  const { line1, line2, ...unsaved } = unsavedOf(item.id)
  const {
    design = item.design,
    quantity = item.quantity,
    denominationCents = item.denominationCents,
  } = pending
  loadedId = item.id
  useSetupStore.setState({
    rewardType: pending.rewardType ?? item.rewardTypeData.name,
    rewardId: pending.rewardId ?? item.reward.id,
    templateId: pending.rewardCardTemplateId ?? item.rewardCardTemplateId,
    design: { ...design, line1: line1 ?? design.line1, line2: line2 ?? design.line2 },
    cardItemId: item.id,
    quantity: unsaved.quantity ?? quantity,
    denominationCents: unsaved.denominationCents ?? denominationCents,
  })
}

/** The current card got a draft, which takes over its unsaved input. */
export function adoptDraft(cardItemId: number): void {
  loadedId = cardItemId
  useSetupStore.setState(({ unsaved }) => {
    const { [NEW_CARD]: kept = {}, ...others } = unsaved
    return { cardItemId, unsaved: withUnsaved(others, String(cardItemId), kept) }
  })
}

/** Remembers input of the current card that can't be saved; `undefined` once it was saved or undone. */
export function rememberUnsaved(change: { [Field in keyof Unsaved]: Unsaved[Field] | undefined }): void {
  useSetupStore.setState(({ unsaved, cardItemId }) => ({
    unsaved: withUnsaved(unsaved, String(cardItemId ?? NEW_CARD), change as Partial<Unsaved>),
  }))
}

/** Discards a card's unsaved input in some fields. */
export function forgetUnsaved(cardItemId: number, fields: readonly string[]): void {
  const change = Object.fromEntries(fields.map((field) => [field, undefined])) as Partial<Unsaved>
  useSetupStore.setState(({ unsaved }) => ({ unsaved: withUnsaved(unsaved, String(cardItemId), change) }))
}

/** A card's unsaved input; the current card's by default. */
export function unsavedOf(cardItemId = useSetupStore.getState().cardItemId): Unsaved {
  return useSetupStore.getState().unsaved[String(cardItemId ?? NEW_CARD)] ?? NOTHING_UNSAVED
}

export function useUnsaved(id?: number): Unsaved {
  return (
    useSetupStore(({ unsaved, cardItemId }) => unsaved[String(id ?? cardItemId ?? NEW_CARD)]) ??
    NOTHING_UNSAVED
  )
}

/** Called once the card is in the cart. Other cards keep their unsaved input. */
export function forgetCard(): void {
  useSetupStore.setState(({ unsaved, cardItemId }) => ({
    ...EMPTY_SETUP,
    unsaved: withoutCard(unsaved, String(cardItemId ?? NEW_CARD)),
  }))
}

function forgetEverything(): void {
  loadedId = null
  useSetupStore.setState(EMPTY_SETUP)
  useSetupStore.persist.clearStorage()
}

subscribeToSession((state) => {
  if (state === 'signed-out') forgetEverything()
})
