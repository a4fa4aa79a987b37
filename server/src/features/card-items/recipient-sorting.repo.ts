import { type Expression, expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { slice } from '../../database/sql.ts'
import { beginnings, type Filter, opposite, orderOf } from './recipient-filter.ts'
import { NO_CODES } from './recipient-fragments.ts'
import { type Block, findPlace } from './recipient-pages.ts'
import { filtered, ofItem } from './recipients.repo.ts'

const eb = expressionBuilder<Database, 'card_recipient_details'>()

/** A page of a sorted or filtered list, by count. */
type Page = { skip: number; take: number }

/**
 * The positions of a page's people in a sorted list, by an index that has nothing but the sort keys. Pages past the
 * middle are read from the end.
 *
 * @param count how many people the filter shows
 */
export async function listSorted(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  sort: string,
  { skip, take }: Page,
  count: number,
): Promise<number[]> {
  const shown = Math.min(take, count - skip)
  if (shown <= 0) return []
  const isNearEnd = skip > count / 2
  const order = isNearEnd ? opposite(sort) : sort
  const page = { skip: isNearEnd ? count - skip - shown : skip, take: shown }
  const rows = await sortedPage(db, siteId, itemId, filter, order, page).execute()
  const positions = rows.map(({ position }) => position)
  return isNearEnd ? positions.reverse() : positions
}

/** The query of a page: it reads the sort's index from its beginning to the end of the page. */
export function sortedPage(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  sort: string,
  { skip, take }: Page,
) {
  const { keys, direction } = orderOf(sort)
  let sorted = filtered(ofItem(db, siteId, itemId), filter).select('position')
  for (const key of keys) sorted = sorted.orderBy(key, direction)
  return sorted.offset(skip).limit(take)
}

/**
 * Like {@link listSorted}, by problems: recipients with problems come first, and have an index of their own. The others
 * follow in file order, where the blocks' counts lead to any page.
 */
export async function listByProblems(
  db: Db,
  siteId: number,
  itemId: number,
  sort: 'problems' | '-problems',
  { skip, take }: Page,
  blocks: readonly Block[],
): Promise<number[]> {
  const clean = blocks.map(({ block, people, needing_attention, to_check }) => ({
    block,
    clean: people - needing_attention - to_check,
  }))
  const count = blocks.reduce((sum, { people }) => sum + people, 0)
  const flawed = count - clean.reduce((sum, block) => sum + block.clean, 0)
  const shown = Math.max(0, Math.min(take, count - skip))
  const isTurned = sort.startsWith('-')
  const from = isTurned ? count - skip - shown : skip

  const first = await listSorted(
    db,
    siteId,
    itemId,
    { isFlawed: true },
    'problems',
    { skip: from, take: shown },
    flawed,
  )
  const left = shown - first.length
  const place = left > 0 && findPlace(clean, 'clean', Math.max(0, from - flawed))
  const others = place
    ? await ofItem(db, siteId, itemId)
        .select('position')
        .where('codes', '=', NO_CODES)
        .where('position', '>=', place.fromPosition)
        .orderBy('position')
        .offset(place.skip)
        .limit(left)
        .execute()
    : []
  const positions = [...first, ...others.map(({ position }) => position)]
  return isTurned ? positions.reverse() : positions
}

/** How many people a search finds, and the positions of a page's people, in one pass. */
export function findPeople(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  sort: string,
  { skip, take }: Page,
): Promise<{ count: number; positions: number[] }> {
  const pageBy = (keys: readonly Expression<unknown>[], direction: 'asc' | 'desc') => {
    let all = eb.fn.agg<number[]>('array_agg', ['position'])
    for (const key of keys) all = all.orderBy(key, direction)
    return [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(slice(all, skip + 1, skip + take), eb.val<number[]>([])).as('positions'),
    ] as const
  }
  const { keys, direction } = orderOf(sort)
  const { search, only, isLong } = filter
  if (search && isLong && !only && keys.length === 1) {
    return positionsFound(db, siteId, itemId, search)
      .select(pageBy([eb.ref('position')], direction))
      .executeTakeFirstOrThrow()
  }
  return filtered(ofItem(db, siteId, itemId), filter)
    .select(pageBy(keys, direction))
    .executeTakeFirstOrThrow()
}

/** Whom a search finds in a long list: each index alone finds positions, and no person is read. */
export function positionsFound(db: Db, siteId: number, itemId: number, search: string) {
  const [first, ...others] = beginnings(search).map((found) =>
    ofItem(db, siteId, itemId).select('position').where(found),
  )
  return db.selectFrom(others.reduce((all, one) => all.union(one), first!).as('found'))
}
