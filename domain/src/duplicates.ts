import type { RecipientRow } from './recipient-fields.ts'
import type { RewardType } from './reward-type.ts'

/** How streets are shortened, so that "12 Elm Street" and "12 elm st." match. */
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

/** What tells people apart. */
export const COMPARED_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'address1',
  'address2',
  'city',
  'zip',
] as const satisfies readonly (keyof RecipientRow)[]
type Identity = Pick<RecipientRow, (typeof COMPARED_FIELDS)[number]>

/**
 * Two rows with the same key look like one person: the same name and address for mailed cards, the same email
 * for digital ones. Case, accents, punctuation, and common street words don't matter.
 *
 * @returns undefined when the row says too little to compare
 */
export function duplicateKey(rewardType: RewardType, row: Identity): string | undefined {
  if (rewardType === 'digital') return row.email ? row.email.toLowerCase() : undefined

  const name = plain(`${row.firstName} ${row.lastName}`)
  const street = plain(`${row.address1} ${row.address2}`)
  if (!name || !street) return undefined
  return [name, street, row.zip.slice(0, 5) || plain(row.city)].join('|')
}

/**
 * {@link duplicateKey} as a number that a database compares and indexes well: 53 bits, so two of a million
 * people collide in about one of ten thousand lists.
 *
 * @returns a safe integer
 */
export function personKey(rewardType: RewardType, row: Identity): number | undefined {
  const key = duplicateKey(rewardType, row)
  return key === undefined ? undefined : hash53(`${rewardType === 'digital' ? 'mail' : 'post'}|${key}`)
}

/** Rows with the same key name a person in the same way. @returns a safe integer, as {@link personKey} */
export function identityKey(row: Omit<Identity, 'city'>): number {
  const { firstName, lastName, email, address1, address2, zip } = row
  const parts = [plain(`${firstName} ${lastName}`), email.toLowerCase(), plain(`${address1} ${address2}`)]
  return hash53([...parts, zip.slice(0, 5)].join('|'))
}

/** Two multiplicative hashes in parallel, mixed at the end (MurmurHash's finalizer). */
function hash53(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

/** A text as people are compared by it: in lower case, without accents and punctuation, street words shortened. */
export function plain(text: string): string {
  const letters = withoutAccents(text).toLowerCase()
  const words = letters.replace(/['.]/g, '').split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((each) => each !== '')
    .map((each) => SHORT[each] ?? each)
    .join(' ')
}

function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
}
