import { type CardDesign, EMPTY_DESIGN, repairDesign } from '@laurel/domain/card-design'
import { isRewardType, type RewardType } from '@laurel/domain/reward-type'
import { repairUnsaved, type UnsavedByCard } from './unsaved.ts'

/** What the customer has chosen for the card being made. */
export type ProductSetup = {
  rewardType: RewardType | null
  rewardId: number | null
  templateId: number | null
  design: CardDesign
  /** The draft on the server; it alone knows the words and the recipients. */
  cardItemId: number | null
  quantity: number | null
  denominationCents: number | null
  unsaved: UnsavedByCard
}

/** What of it the browser keeps: selections, and of what was written only what the server did not take. */
export type StoredSetup = Omit<ProductSetup, 'design'> & { design: Omit<CardDesign, 'line1' | 'line2'> }

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

/** The part of a setup that may lie in the browser's storage. docs/spec.md §9, "product-setup-storage". */
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
 * Makes a setup of whatever lay in storage: each value of an old or foreign shape is dropped, the
 * rest stays. Without a reward type no other selection has a meaning, so they all go.
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
