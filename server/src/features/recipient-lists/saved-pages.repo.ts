import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { asSearched, isAnyContaining, isBeginning, slice } from '../../database/sql.ts'
import type { Owner } from './recipient-lists.repo.ts'

/** The address book, or one of its lists. */
type Book = { listId?: number | undefined }

function saved(db: Db, actor: Owner) {
  return db
    .selectFrom('saved_people as person')
    .where('person.site_id', '=', actor.siteId)
    .where('person.customer_id', '=', actor.customerId)
}

export async function countSaved(db: Db, actor: Owner): Promise<number> {
  const { count } = await saved(db, actor)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Page = Book & { limit: number; offset: number; isFromEnd: boolean }

/** The IDs of a page's people, by name. */
export async function listSaved(db: Db, actor: Owner, page: Page): Promise<number[]> {
  const ids = (await pagedSaved(db, actor, page).execute()).map(({ id }) => id)
  return page.isFromEnd ? ids.reverse() : ids
}

/** The query of a page: it reads an index alone. */
export function pagedSaved(db: Db, actor: Owner, { listId, limit, offset, isFromEnd }: Page) {
  const named =
    listId === undefined
      ? saved(db, actor).select(['person.id', 'person.find_name'])
      : db
          .selectFrom('recipient_list_people')
          .select(['person_id as id', 'find_name'])
          .where('site_id', '=', actor.siteId)
          .where('list_id', '=', listId)
  const direction = isFromEnd ? 'desc' : 'asc'
  return db
    .selectFrom(named.as('named'))
    .select('id')
    .orderBy('find_name', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
}

type Search = Book & { search: string; isLong: boolean }

/** How many people a search finds, and the IDs of a page's people, by name. */
export function findSaved(
  db: Db,
  actor: Owner,
  search: Search,
  { skip, take }: { skip: number; take: number },
): Promise<{ count: number; ids: number[] }> {
  return savedFound(db, actor, search)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn
        .coalesce(
          fn<number[]>('to_jsonb', [
            slice(
              fn.agg<number[]>('array_agg', ['found.id']).orderBy('found.find_name').orderBy('found.id'),
              skip + 1,
              skip + take,
            ),
          ]),
          json<number[]>([]),
        )
        .as('ids'),
    ])
    .executeTakeFirstOrThrow()
}

/** The people that a search finds, with the names to sort by. In a long book or list, it reads indexes alone. */
export function savedFound(db: Db, actor: Owner, { listId, search, isLong }: Search) {
  const found = isLong ? beginning(db, actor, search) : containing(db, actor, search)
  return db
    .selectFrom(found.as('found'))
    .$if(listId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recipient_list_people as member')
            .where('member.site_id', '=', actor.siteId)
            .where('member.list_id', '=', listId!)
            .whereRef('member.person_id', '=', 'found.id'),
        ),
      ),
    )
}

function containing(db: Db, actor: Owner, search: string) {
  return saved(db, actor)
    .select(['person.id', 'person.find_name'])
    .where(({ eb, ref }) => {
      const name = eb(eb('person.first_name', '||', ' '), '||', ref('person.last_name'))
      return isAnyContaining([name, ref('person.email'), ref('person.city'), ref('person.zip')], search)
    })
}

function beginning(db: Db, actor: Owner, search: string) {
  const by = (column: 'find_name' | 'find_first' | 'find_email' | 'find_city' | 'find_zip') =>
    saved(db, actor)
      .select(['person.id', 'person.find_name'])
      .where(({ ref }) => isBeginning(ref(`person.${column}`), asSearched(search)))
  return by('find_name')
    .union(by('find_first'))
    .union(by('find_email'))
    .union(by('find_city'))
    .union(by('find_zip'))
}
