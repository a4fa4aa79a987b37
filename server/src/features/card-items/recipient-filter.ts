import type { RecipientSort } from '@laurel/contract/recipients'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import { anyOf, containing } from '../../database/sql.ts'
import { hasCode } from './recipient-fragments.ts'

/** Which people of a list to show; all by default. */
export type Filter = {
  search?: string | undefined
  /** People with errors, or with this code. */
  only?: string | undefined
}

const eb = expressionBuilder<Database, 'card_recipient_details'>()

function lowerCaseStart(column: 'last_name' | 'first_name' | 'email', length: number) {
  return eb.fn<string>('left', [eb.fn('lower', [column]), eb.lit(length)])
}

/** What a list is sorted by, before the position. The first two have indexes (migration lists_at_hand). */
const SORT_KEYS: Readonly<Record<string, ReadonlyArray<Expression<unknown>>>> = {
  name: [lowerCaseStart('last_name', 60), lowerCaseStart('first_name', 60)],
  email: [lowerCaseStart('email', 100)],
  city: [eb.fn('lower', ['city'])],
  state: [eb.ref('state')],
  zip: [eb.ref('zip')],
  amount: [eb.ref('amount_cents')],
  problems: [eb.not('needs_attention'), eb.neg(eb.fn<number>('cardinality', ['codes']))],
} satisfies Record<Exclude<RecipientSort, 'position'>, unknown>

/** What to sort by: the field, after `-` from the end. */
export function orderOf(sort: string) {
  const keys = [...(SORT_KEYS[sort.replace('-', '')] ?? []), eb.ref('position')]
  return { keys, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

/** The opposite order. */
export function turned(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`
}

/** A filter as conditions; none if it's empty. */
export function shownBy({ search, only }: Filter): Array<Expression<SqlBool>> {
  return [
    ...(only ? [hasOnly(only)] : []),
    ...(search ? [eb('search_text', 'like', eb.fn<string>('lower', [eb.val(containing(search))]))] : []),
  ]
}

function hasOnly(only: string): Expression<SqlBool> {
  // A literal: with a parameter, a generic plan couldn't use the index of these people.
  if (only === 'attention') return eb('needs_attention', '=', eb.lit(true))
  const bearing = hasCode(eb.ref('codes'), only)
  // People with an error are found by it, not among those to check.
  return only === 'warning' ? eb.and([bearing, eb.not('needs_attention')]) : bearing
}

/** The people selected by a bulk change: by ID, or by filter between two positions. */
export type MeantRecipients =
  | { ids: readonly number[] }
  | { filter: Filter; exceptIds: readonly number[]; from: number; to: number }

/** The selection as a condition on `card_recipient_details` alone. */
export function isMeant(siteId: number, itemId: number, meant: MeantRecipients): Expression<SqlBool> {
  return eb.and([
    eb('site_id', '=', siteId),
    eb('card_item_id', '=', itemId),
    ...('ids' in meant
      ? [eb('id', '=', anyOf(meant.ids))]
      : [
          eb.between('position', meant.from, meant.to),
          eb.not(eb('id', '=', anyOf(meant.exceptIds))),
          ...shownBy(meant.filter),
        ]),
  ])
}
