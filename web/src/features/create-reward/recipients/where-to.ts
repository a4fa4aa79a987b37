import type { RewardType } from '@laurel/domain/reward-type'
import type { PersonWords } from './columns.ts'

type Where = Pick<PersonWords, 'email' | 'address1' | 'address2' | 'city' | 'state' | 'zip'>

/** Where somebody's card goes, in one line. */
export function whereTo(row: Where, rewardType: RewardType): string {
  if (rewardType === 'digital') return row.email || 'No email yet'
  const street = [row.address1, row.address2].filter((part) => part !== '').join(', ')
  const place = [street, row.city, `${row.state} ${row.zip}`.trim()].filter((part) => part !== '')
  return place.join(', ') || 'No address yet'
}
