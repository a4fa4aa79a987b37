import type { RecipientRow } from './recipient-row.ts'
import type { RewardType } from './reward-type.ts'

/** How streets are shortened, so that "12 Elm Street" and "12 elm st." are one. */
const SHORT: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  boulevard: 'blvd',
  place: 'pl',
  terrace: 'ter',
  highway: 'hwy',
  apartment: 'apt',
  suite: 'ste',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/**
 * Two rows with the same key look like one person: the same name at the same address for mailed
 * cards, the same email for digital ones. Case, accents, punctuation and common street words do
 * not tell people apart.
 *
 * @returns undefined when the row says too little to compare
 */
export function duplicateKey(rewardType: RewardType, row: RecipientRow): string | undefined {
  if (rewardType === 'digital') return row.email ? row.email.toLowerCase() : undefined

  const name = plain(`${row.firstName} ${row.lastName}`)
  const street = plain(`${row.address1} ${row.address2}`)
  if (!name || !street) return undefined
  return [name, street, row.zip.slice(0, 5) || plain(row.city)].join('|')
}

function plain(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = letters.replace(/['.]/g, '').split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((each) => each !== '')
    .map((each) => SHORT[each] ?? each)
    .join(' ')
}
