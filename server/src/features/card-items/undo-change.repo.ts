import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardRecipientDetails } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import type { CardItemRow } from './card-item-row.ts'
import { BLANK_RECIPIENT } from './judged-recipient.ts'
import type { GivenTo } from './recipient-changes.repo.ts'
import {
  blocksIn,
  codesOf,
  hasError,
  isAbout,
  keptUnlessChanged,
  keysIn,
  NO_CODES,
  problemsAbout,
  problemsBut,
  timeIn,
  withoutKept,
} from './recipient-fragments.ts'
import { retally, TALLIED, tally } from './recipient-tallies.repo.ts'
import { lastPosition, PERSON_COLUMNS } from './recipients.repo.ts'

export type Before = { recipient_id: number; before: Record<string, unknown> | null }

/** The people of a change up to an ID, as rows (`b`) of what they were before it. */
function keptPeople(db: QueryCreator<Database>, siteId: number, changeId: number, last: number) {
  // Blank first: a person kept before an upgrade lacks the fields that it added.
  const kept = sql<
    Selectable<CardRecipientDetails>
  >`jsonb_populate_record(null::card_recipient_details, ${json(BLANK_RECIPIENT)} || c.before)`
  return db
    .selectFrom(['recipient_change_rows as c', kept.as('b')])
    .where('c.site_id', '=', siteId)
    .where('c.change_id', '=', changeId)
    .where('c.recipient_id', '<=', last)
}

/** The people of the next step of an undo: their number, and the last one's ID. */
export function nextBefore(db: Db, siteId: number, changeId: number, most: number) {
  return db
    .selectFrom((all) =>
      all
        .selectFrom('recipient_change_rows')
        .select('recipient_id')
        .where('site_id', '=', siteId)
        .where('change_id', '=', changeId)
        .orderBy('recipient_id')
        .limit(most)
        .as('step'),
    )
    .select(({ fn }) => [
      fn.max<number | null>('recipient_id').as('last'),
      fn.countAll<number>().as('people'),
    ])
    .executeTakeFirstOrThrow()
}

/** The people of a change that aren't undone yet, up to an ID. */
export function listBefore(db: Db, siteId: number, changeId: number, last: number): Promise<Before[]> {
  return db
    .selectFrom('recipient_change_rows')
    .select(['recipient_id', 'before'])
    .where('site_id', '=', siteId)
    .where('change_id', '=', changeId)
    .where('recipient_id', '<=', last)
    .orderBy('recipient_id')
    .$narrowType<Pick<Before, 'before'>>()
    .execute()
}

export async function dropBefore(db: Db, siteId: number, changeId: number, last: number) {
  await db
    .deleteFrom('recipient_change_rows')
    .where('site_id', '=', siteId)
    .where('change_id', '=', changeId)
    .where('recipient_id', '<=', last)
    .execute()
}

/**
 * Undoes an amount or a message for people who haven't changed since. The order must be locked. @returns how
 * many; the rest is kept for them
 */
export async function undoGiven(
  db: Db,
  { site_id: siteId, id }: CardItemRow,
  changeId: number,
  last: number,
  fields: GivenTo['fields'],
): Promise<number> {
  const { people, blocks } = await db
    .with('was', (site) =>
      keptPeople(site, siteId, changeId, last).select(({ eb, ref }) => [
        'c.recipient_id',
        'b.amount_cents',
        'b.message',
        'b.edited',
        'b.updated_at',
        timeIn(ref('c.before'), 'changed_at').as('changed_at'),
        eb
          .case()
          .when(isAbout(ref('b.problems'), fields))
          .then(problemsAbout(ref('b.problems'), fields))
          .else(json([]))
          .end()
          .as('said'),
      ]),
    )
    .with('back', (site) =>
      site
        .updateTable('card_recipient_details as r')
        .from('was')
        .set(({ eb, ref, or }) => {
          const again = eb(problemsBut(ref('r.problems'), fields), '||', ref('was.said'))
          const isReplaced = or([eb('was.said', '<>', json([])), isAbout(ref('r.problems'), fields)])
          return {
            ...(fields.includes('amount_cents') && { amount_cents: ref('was.amount_cents') }),
            ...(fields.includes('message') && { message: ref('was.message') }),
            ...withoutKept(
              {
                problems: eb.case().when(isReplaced).then(again).elseRef('r.problems').end(),
                codes: eb.case().when(isReplaced).then(codesOf(again)).elseRef('r.codes').end(),
              },
              ref('r.kept_warnings'),
            ),
            needs_attention: eb
              .case()
              .when(isReplaced)
              .then(hasError(again))
              .elseRef('r.needs_attention')
              .end(),
            edited: ref('was.edited'),
            updated_at: ref('was.updated_at'),
          }
        })
        .where('r.site_id', '=', siteId)
        .whereRef('r.id', '=', 'was.recipient_id')
        .whereRef('r.updated_at', '=', 'was.changed_at')
        .returning(['r.id', 'r.position']),
    )
    .with('dropped', (site) =>
      site
        .deleteFrom('recipient_change_rows')
        .where('site_id', '=', siteId)
        .where('change_id', '=', changeId)
        .where('recipient_id', 'in', site.selectFrom('back').select('id')),
    )
    .selectFrom('back')
    .select(({ fn, ref }) => [fn.countAll<number>().as('people'), blocksIn(ref('position')).as('blocks')])
    .executeTakeFirstOrThrow()
  await retally(db, siteId, id, blocks)
  return people
}

const KEPT_FIELDS = [
  ...PERSON_COLUMNS,
  ...(['delivery_state', 'import_id', 'import_row', 'edited', 'source', 'created_at', 'updated_at'] as const),
]

/**
 * Restores removed people to their positions, or to the end if a position is taken. The order must be locked.
 *
 * @returns the keys of people who may be duplicates, here or in another order
 */
export async function bringBack(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  last: number,
): Promise<number[]> {
  const kept = keptPeople(db, site_id, changeId, last).select(({ fn, val }) => [
    val(site_id).as('site_id'),
    val(id).as('card_item_id'),
    'b.id',
    fn.coalesce('b.kept_warnings', val<string[]>([])).as('kept_warnings'),
    ...KEPT_FIELDS.map((field) => `b.${field}` as const),
  ])
  const insert = (people: Expression<unknown>) =>
    tally(db, (site) =>
      site
        .insertInto('card_recipient_details')
        .columns(['site_id', 'card_item_id', 'id', 'kept_warnings', ...KEPT_FIELDS, 'position'])
        .expression(sql`overriding system value ${people}`)
        .onConflict((conflict) => conflict.doNothing())
        .returning(TALLIED),
    )
  await insert(kept.select('b.position'))
  const end = await lastPosition(db, site_id, id)
  await insert(
    kept
      .select(({ eb, fn, val }) =>
        eb(
          val(end),
          '+',
          fn.agg<number>('row_number').over((rows) => rows.orderBy('b.position')),
        ).as('position'),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('card_recipient_details as r')
              .whereRef('r.site_id', '=', 'c.site_id')
              .whereRef('r.id', '=', 'c.recipient_id'),
          ),
        ),
      ),
  )
  const { keys } = await db
    .selectFrom('recipient_change_rows as c')
    .innerJoin('card_recipient_details as r', (join) =>
      join.onRef('r.site_id', '=', 'c.site_id').onRef('r.id', '=', 'c.recipient_id'),
    )
    .select(({ ref }) => keysIn(ref('r.person_key')).as('keys'))
    .where('c.site_id', '=', site_id)
    .where('c.change_id', '=', changeId)
    .where('c.recipient_id', '<=', last)
    .where('r.person_key', 'is not', null)
    .where(({ eb, or, exists, selectFrom, val }) =>
      or([
        eb('r.codes', '&&', val(['duplicate', 'already_received'])),
        exists(
          selectFrom('card_recipient_details as o')
            .whereRef('o.site_id', '=', 'r.site_id')
            .whereRef('o.person_key', '=', 'r.person_key')
            .whereRef('o.id', '<>', 'r.id'),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return keys ?? []
}

/**
 * Restores people to their state before a change, except for those changed since. The order must be locked.
 *
 * @returns their old and new keys
 */
export async function makeAsBefore(
  db: Db,
  { site_id: siteId, id }: CardItemRow,
  changeId: number,
  last: number,
): Promise<number[]> {
  const was = keptPeople(db, siteId, changeId, last)
    .selectAll('b')
    .select(({ ref }) => ['c.recipient_id', timeIn(ref('c.before'), 'changed_at').as('changed_at')])
    .as('was')
  const keys = await db
    .selectFrom(was)
    .innerJoin('card_recipient_details as r', 'r.id', 'was.recipient_id')
    .select(({ ref }) => [
      keysIn(ref('was.person_key')).as('before'),
      keysIn(ref('r.person_key')).as('after'),
    ])
    .where('r.site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  const { blocks } = await db
    .with('back', (site) => {
      const people = site
        .updateTable('card_recipient_details as r')
        .from(was)
        .set(({ eb, fn, ref }) => {
          const before = fn.coalesce('was.kept_warnings', NO_CODES)
          const since = keptUnlessChanged(ref('r.kept_warnings'), 'r', 'was')
          const kept = eb.case().when(before, '<>', NO_CODES).then(before).else(since).end()
          const said = { problems: ref('was.problems'), codes: ref('was.codes') }
          return { kept_warnings: kept, ...withoutKept(said, kept) }
        })
        .where('r.site_id', '=', siteId)
        .whereRef('r.id', '=', 'was.recipient_id')
        .whereRef('r.updated_at', '=', 'was.changed_at')
      return KEPT_FIELDS.filter((field) => field !== 'problems' && field !== 'codes')
        .reduce((restored, field) => restored.set(field, ({ ref }) => ref(`was.${field}`)), people)
        .returning('r.position')
    })
    .selectFrom('back')
    .select(({ ref }) => blocksIn(ref('position')).as('blocks'))
    .executeTakeFirstOrThrow()
  await retally(db, siteId, id, blocks)
  return [...(keys.before ?? []), ...(keys.after ?? [])]
}
