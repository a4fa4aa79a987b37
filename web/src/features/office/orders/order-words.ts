import type { RewardType } from '@laurel/domain/reward-type'
import { count } from '../../../parts/format.ts'

const NAMES: Readonly<Record<RewardType, string>> = { bulk: 'Bulk', direct: 'Direct', digital: 'Digital' }

/** `Direct and digital, 96`. */
export function sentAs(types: readonly RewardType[], cardCount: number): string {
  const [first = '', ...rest] = types.map((type) => NAMES[type])
  const names = [first, ...rest.map((name) => name.toLowerCase())]
  const listed =
    names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${listed}, ${count(cardCount)}`
}

/** The business, or the person where there is none. */
export function customerName({ company, name, email }: Record<'company' | 'name' | 'email', string>): string {
  return company || name || email
}
