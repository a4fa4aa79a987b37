import type { RewardType } from '@laurel/domain/reward-type'
import type { ProblemCount } from './recipients.queries.ts'

/** What a kind of problem is called where it can be chosen. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  required: 'Something missing',
  email_doubtful: 'Email',
  email_typo: 'Email domain',
  not_in_state: 'ZIP and state',
  zero_restored: 'Leading zero',
  duplicate: 'Duplicate',
  already_received: 'Got a card before',
  not_reached: 'Did not arrive last time',
  not_reached_lately: 'Did not arrive last time',
  po_box: 'PO box',
  too_long: 'Too long',
  name_too_long: 'Name too wide',
  unprintable: 'Cannot be printed',
  unknown_field: 'Unknown field',
  too_small: 'Value too low',
  too_large: 'Value too high',
  amount_unreadable: 'Value unreadable',
  extra_cells: 'Too many cells',
}

export function kindName(code: string, rewardType: RewardType): string {
  if (code === 'invalid') return rewardType === 'digital' ? 'Email' : 'ZIP code or state'
  return KIND_NAMES[code] ?? sentence(code)
}

/** What a list suffers from, in the order to look at it: what must be fixed first, then doubts; most first. */
export function kindsInOrder(counts: readonly ProblemCount[]): ProblemCount[] {
  const weight = ({ severity }: ProblemCount) => (severity === 'error' ? 0 : 1)
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => weight(a) - weight(b) || b.count - a.count || a.code.localeCompare(b.code))
}

function sentence(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
