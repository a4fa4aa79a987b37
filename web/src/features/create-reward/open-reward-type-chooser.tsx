import type { RewardType } from '@laurel/domain/reward-type'
import { closeModal, openModal } from '../../app/modal-store.ts'
import { beginCard } from './begin-card.ts'
import { RewardTypeChooser } from './RewardTypeChooser.tsx'

type Opening = {
  /** The type is chosen and a new card has begun: go to `/create-reward/card-design`. */
  onBegun: () => void
  /** Closed without a choice. */
  onClose?: () => void
}

/**
 * Asks which kind of card to make, then begins it.
 *
 * @example openRewardTypeChooser({ onBegun: () => navigate({ to: '/create-reward/card-design' }) })
 */
export function openRewardTypeChooser({ onBegun, onClose }: Opening): void {
  askRewardType(
    'How will the cards travel?',
    null,
    (type) => {
      beginCard(type)
      onBegun()
    },
    onClose,
  )
}

/** Asks for another type for the card at hand. */
export function openRewardTypeChange(current: RewardType, onChosen: (type: RewardType) => void): void {
  askRewardType('Send it another way', current, onChosen)
}

function askRewardType(
  title: string,
  current: RewardType | null,
  onChosen: (type: RewardType) => void,
  onClose?: () => void,
): void {
  let isChosen = false
  const choose = (type: RewardType) => {
    isChosen = true
    closeModal()
    onChosen(type)
  }
  openModal(
    'reward-type',
    { title, content: <RewardTypeChooser current={current} onChoose={choose} /> },
    { onClose: () => !isChosen && onClose?.() },
  )
}
