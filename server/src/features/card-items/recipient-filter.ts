import type { RecipientSort } from '@laurel/contract/recipients'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import { firstOfEach } from '../../database/long-lists.ts'
import { anyOf, asSearched, containing, folded, isBeginning } from '../../database/sql.ts'
import { hasCode, NO_CODES } from './recipient-fragments.ts'

/** Which people of a list to show; all by default. */
export type Filter = {
  search?: string | undefined
  /** People with errors, or with this code. */
  only?: string | undefined
  /** People with any problem. */
  isFlawed?: boolean
  /** A search of a long list finds beginnings; of any other, all parts. */
  isLong?: boolean | undefined
}

/** Reading this many people takes a search a fiftieth of a second. */
const LONG_FROM_POSITION = 20_480

/** @param lastPosition of the list, or the first of its last block */
export function isLongList(lastPosition: number): boolean {
  return lastPosition >= LONG_FROM_POSITION
}

const eb = expressionBuilder<Database, 'card_recipient_details'>()

/** What a list is sorted by, before the position (migration lists-that-stay-flat). */
const SORT_KEYS: Readonly<Record<string, ReadonlyArray<Expression<unknown>>>> = {
  name: [eb.ref('find_name')],
  email: [eb.ref('find_email')],
  city: [eb.ref('find_city')],
  state: [eb.ref('state')],
  zip: [eb.ref('find_zip')],
  amount: [eb.ref('amount_cents')],
  problems: [eb.not('needs_attention'), eb.neg(eb.fn<number>('cardinality', ['codes']))],
} satisfies Record<Exclude<RecipientSort, 'position'>, unknown>

/** What to sort by: the field, after `-` from the end. */
export function orderOf(sort: string) {
  const keys = [...(SORT_KEYS[sort.replace('-', '')] ?? []), eb.ref('position')]
  return { keys, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

/** The opposite order. */
export function opposite(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`
}

/** A filter as conditions; none if it's empty. */
export function shownBy({ search, only, isFlawed, isLong = false }: Filter): Array<Expression<SqlBool>> {
  return [
    ...(only ? [hasOnly(only)] : []),
    // The condition of the index `recipients_with_codes`.
    ...(isFlawed ? [eb('codes', '<>', NO_CODES)] : []),
    ...(search ? [isFound(search, isLong)] : []),
  ]
}

function isFound(search: string, isLong: boolean): Expression<SqlBool> {
  return isLong ? eb.or(beginnings(search)) : isAnywhere(search)
}

/** In any part of what a search looks through. */
export function isAnywhere(search: string): Expression<SqlBool> {
  return eb('search_text', 'like', folded(eb.val(containing(search))))
}

/** The last name, the first name, the email, the city, or the ZIP code: each is found by its own index. */
export function beginnings(search: string): Array<Expression<SqlBool>> {
  return (['find_name', 'find_first', 'find_email', 'find_city', 'find_zip'] as const).map((column) =>
    isBeginning(eb.ref(column), asSearched(search)),
  )
}

function hasOnly(only: string): Expression<SqlBool> {
  // A literal: with a parameter, a generic plan couldn't use the index of these people.
  if (only === 'attention') return eb('needs_attention', '=', eb.lit(true))
  const bearing = hasCode(eb.ref('codes'), only)
  // People with an error are found by it, not among those to check.
  return only === 'warning' ? eb.and([bearing, eb.not('needs_attention')]) : bearing
}

/**
 * The people of all of a site's lists whose last name, full name, or email begins with this (migration
 * recipients-found), or the lists they're on.
 */
export function peopleFound(siteId: number, search: string, column: 'id' | 'card_item_id') {
  const [first, ...others] = peopleByBeginning(siteId, search, column)
  return others.reduce((found, one) => found.union(one), first!)
}

/** Some of {@link peopleFound}: at most this many per query. */
export function somePeopleFound(siteId: number, search: string, most: number) {
  return firstOfEach(peopleByBeginning(siteId, search, 'id'), most)
}

/** One query per index lookup. */
function peopleByBeginning(siteId: number, search: string, column: 'id' | 'card_item_id') {
  const beginning = (within: 'find_name' | 'find_email', text: string) =>
    expressionBuilder<Database>()
      .selectFrom('card_recipient_details as person')
      .select(`person.${column} as id`)
      .where('person.site_id', '=', siteId)
      .where(({ ref }) => isBeginning(ref(`person.${within}`), asSearched(text)))
  const name = search.replaceAll(/\s+/g, ' ')
  const names = [...new Set([name, ...turned(name)])].map((one) => beginning('find_name', one))
  return [...names, beginning('find_email', name)]
}

/** The people of an order's lists whose last name, first name, email, city, or ZIP code begins with this. */
export function peopleOfOrderFound(siteId: number, orderId: number, search: string) {
  const { selectFrom } = expressionBuilder<Database>()
  const lists = selectFrom('card_items as item')
    .select('item.id')
    .where('item.site_id', '=', siteId)
    .where('item.order_id', '=', orderId)
  const [first, ...others] = beginnings(search).map((found) =>
    selectFrom('card_recipient_details')
      .select('id as found')
      .where('site_id', '=', siteId)
      .where('card_item_id', 'in', lists)
      .where(found),
  )
  return others.reduce((all, one) => all.union(one), first!)
}

/** Names are stored last name first. In the usual order, the last name is the last word, or all but the first. */
function turned(name: string): string[] {
  const words = name.split(' ')
  if (words.length === 1) return []
  const [first, ...rest] = words
  return [`${words.at(-1)} ${words.slice(0, -1).join(' ')}`, `${rest.join(' ')} ${first}`]
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
