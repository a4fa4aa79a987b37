import { cardLineProblems } from '@laurel/domain/message-merge'
import { tidyLine } from '@laurel/domain/printable-text'
import type { RewardType } from '@laurel/domain/reward-type'

/** What is wrong with a line on the card, as a sentence under its field. */
export function lineProblem(line: string, rewardType: RewardType): string | undefined {
  return cardLineProblems(tidyLine(line), rewardType, 'line')[0]?.message
}
