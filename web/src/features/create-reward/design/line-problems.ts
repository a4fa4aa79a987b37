import { LINE1_MAX } from '@laurel/domain/card-design'
import { namesRecipient, unknownFields } from '@laurel/domain/message-merge'
import { tidyLine, unprintableCharacters } from '@laurel/domain/printable-text'
import type { RewardType } from '@laurel/domain/reward-type'

/** What is wrong with a line on the card, as a sentence under its field. */
export function lineProblem(line: string, rewardType: RewardType): string | undefined {
  const length = Array.from(line).length
  if (length > LINE1_MAX) return `A line holds ${LINE1_MAX} characters. This one has ${length}.`

  const [unknown] = unknownFields(line)
  if (unknown)
    return `${unknown} is not something we can fill in. Use {first name}, {last name} or {card value}.`

  if (rewardType === 'bulk' && namesRecipient(line)) {
    return 'Bulk cards go to one location without names, so a line cannot name a recipient.'
  }
  const unprintable = unprintableCharacters(tidyLine(line))
  if (unprintable.length > 0 && rewardType !== 'digital') {
    return `The printer has no ${unprintable.join(' ')}. Write it another way.`
  }
  return undefined
}
