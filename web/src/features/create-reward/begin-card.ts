import type { RewardType } from '@laurel/domain/reward-type'
import { forgetCard, startCard } from '../../app/setup-store.ts'
import { beginSaving } from './save-draft.ts'

/** Begins a new card of this type. A draft at hand stays on the server, under "My rewards". */
export function beginCard(rewardType: RewardType): void {
  beginSaving()
  startCard(rewardType)
}

/** The card has gone to the cart: nothing of it stays at hand. */
export function endCard(): void {
  beginSaving()
  forgetCard()
}
