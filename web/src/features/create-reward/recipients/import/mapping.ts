import type { RewardType } from '@laurel/domain/reward-type'
import type { ColumnMeaning } from './import.queries.ts'

/** A column gets a meaning; the one that had it before is ignored, for nothing is read twice. */
export function withMeaning(
  mapping: readonly ColumnMeaning[],
  at: number,
  meaning: ColumnMeaning,
): ColumnMeaning[] {
  return mapping.map((now, index) => {
    if (index === at) return meaning
    if (now === 'ignore') return now
    return now === meaning || isOtherWay(now, meaning) ? 'ignore' : now
  })
}

/** A whole name stands in place of its halves. */
function isOtherWay(now: ColumnMeaning, meaning: ColumnMeaning): boolean {
  const isHalf = (one: ColumnMeaning) => one === 'first_name' || one === 'last_name'
  return (meaning === 'name' && isHalf(now)) || (isHalf(meaning) && now === 'name')
}

type Needed = { holds: readonly ColumnMeaning[]; name: string }

const NAME: readonly Needed[] = [
  { holds: ['name', 'first_name'], name: 'first name' },
  { holds: ['name', 'last_name'], name: 'last name' },
]
const NEEDED: Readonly<Record<RewardType, readonly Needed[]>> = {
  bulk: [],
  direct: [
    ...NAME,
    { holds: ['address1'], name: 'street' },
    { holds: ['city'], name: 'city' },
    { holds: ['state'], name: 'state' },
    { holds: ['zip'], name: 'ZIP code' },
  ],
  digital: [NAME[0]!, { holds: ['email'], name: 'email' }],
}

/** What cards of this type need and no column holds. A repaired file names rows that have it all. */
export function missingColumns(mapping: readonly ColumnMeaning[], rewardType: RewardType): string[] {
  if (mapping.includes('row')) return []
  return NEEDED[rewardType]
    .filter(({ holds }) => !holds.some((meaning) => mapping.includes(meaning)))
    .map(({ name }) => name)
}
