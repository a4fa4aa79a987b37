import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder, type NotNull, sql } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { ago, anyOf, literal, now, tableOf, unnest } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardItemRow } from './card-item-row.ts'
import { itemIdsOf } from './carts.repo.ts'
import type { StoredProblem } from './judged-recipient.ts'
import { isMeant, type MeantRecipients } from './recipient-filter.ts'
import {
  blocksIn,
  codesOf,
  hasCode,
  hasError,
  isAbout,
  keysIn,
  problemsBut,
  timeIn,
  withoutKept,
} from './recipient-fragments.ts'
import { retally } from './recipient-tallies.repo.ts'
import { refusalOf } from './shared-drafts.repo.ts'

export type Given = { amount_cents?: number | null | undefined; message?: string | undefined }
export type ChangeRow = {
  id: number
  card_item_id: number
  action: 'set' | 'delete' | 'edit'
  given: Given
  created_at: Date
}

/** Begins a change of many people. Add their state before it with {@link saveBefore}. The order must be locked. */
export async function insertChange(
  db: Db,
  siteId: number,
  change: {
    card_item_id: number
    token: string
    action: ChangeRow['action']
    given: Given
    import_id?: number
  },
): Promise<number> {
  await dropEarliest(db, siteId, change.card_item_id)
  const { id } = await db
    .insertInto('recipient_changes')
    .values({ ...change, site_id: siteId, given: json(change.given) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * How far back a list can be undone: as many changes as a page remembers, and as many people as ten long lists have.
 * Without these limits, one customer could fill the disk.
 */
const KEPT = { changes: 100, people: 100_000 }

/** Makes room for one more change of a list. */
async function dropEarliest(db: Db, siteId: number, itemId: number): Promise<void> {
  const changes = await db
    .selectFrom('recipient_changes as c')
    .select('c.id')
    .select(({ selectFrom }) =>
      selectFrom('recipient_change_rows as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('r.site_id', '=', 'c.site_id')
        .whereRef('r.change_id', '=', 'c.id')
        .as('people'),
    )
    .where('c.site_id', '=', siteId)
    .where('c.card_item_id', '=', itemId)
    .where('c.import_id', 'is', null)
    .orderBy('c.id', 'desc')
    .execute()
  let people = 0
  const last = changes.find((change, at) => {
    people += Number(change.people)
    return at + 1 >= KEPT.changes || people > KEPT.people
  })
  if (last === undefined) return
  await db
    .deleteFrom('recipient_changes')
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .where('import_id', 'is', null)
    .where('id', '<=', last.id)
    .execute()
}

const eb = expressionBuilder<Database, 'card_recipient_details'>()

const CHANGED_NOW = sql<object>`jsonb_build_object('changed_at', now())`

/** A person (`r`) as JSON, with the time of this change. */
const BEFORE = sql<object>`(to_jsonb(r) - '{site_id,search_text,find_name,find_first,find_email,find_city,find_zip}'::text[]) || ${CHANGED_NOW}`

const CHANGE_ROW = ['site_id', 'change_id', 'recipient_id', 'before'] as const

/** People as they are before a change: each a {@link CHANGE_ROW}. */
function asBefore(db: Db, changeId: number) {
  return db
    .selectFrom('card_recipient_details as r')
    .select(['site_id', eb.val(changeId).as('change_id'), 'id', BEFORE.as('before')])
}

/** What can be given to many at once. */
export const GIVEN_FIELDS = ['amount_cents', 'message'] as const
/** The given values and their problems. */
export type GivenTo = {
  fields: ReadonlyArray<(typeof GIVEN_FIELDS)[number]>
  amount_cents: number | null
  message: string
  problems: StoredProblem[]
  needs_attention: boolean
  codes: string[]
}

/**
 * Gives the selected people an amount or a message, and replaces the problems of these fields. The order must
 * be locked. @returns how many people there were
 */
export async function giveMeant(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  meant: MeantRecipients,
  given: GivenTo,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('recipient_change_rows')
    .columns(CHANGE_ROW)
    .expression(asBefore(db, changeId).where(isMeant(site_id, id, meant)))
    .executeTakeFirstOrThrow()
  const { fields } = given
  const problems = json(given.problems)
  const again = eb(problemsBut(eb.ref('problems'), fields), '||', problems)
  const isReplaced = given.problems.length > 0 ? eb.lit(true) : isAbout(eb.ref('problems'), fields)
  const hadNone = eb('problems', '=', json([]))
  const problemsOf = eb
    .case()
    .when(hadNone)
    .then(problems)
    .when(isReplaced)
    .then(again)
    .elseRef('problems')
    .end()
  const codes = eb
    .case()
    .when(hadNone)
    .then(given.codes)
    .when(isReplaced)
    .then(codesOf(again))
    .elseRef('codes')
    .end()
  const { blocks } = await db
    .with('changed', (site) =>
      site
        .updateTable('card_recipient_details')
        .set({
          ...(fields.includes('amount_cents') && { amount_cents: given.amount_cents }),
          ...(fields.includes('message') && { message: given.message }),
          ...withoutKept({ problems: problemsOf, codes }, eb.ref('kept_warnings')),
          needs_attention: eb
            .case()
            .when(hadNone)
            .then(given.needs_attention)
            .when(isReplaced)
            .then(hasError(again))
            .elseRef('needs_attention')
            .end(),
          edited: true,
          updated_at: now,
        })
        .where(isMeant(site_id, id, meant))
        .returning('position'),
    )
    .selectFrom('changed')
    .select(({ ref }) => blocksIn(ref('position')).as('blocks'))
    .executeTakeFirstOrThrow()
  await retally(db, site_id, id, blocks)
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Confirms a warning of the selected people: it isn't shown again until they change.
 * The order must be locked. @returns how many people there were
 */
export async function confirmWarningOfMany(
  db: Db,
  { site_id, id }: CardItemRow,
  meant: MeantRecipients,
  code: string,
): Promise<number> {
  const kept = eb.fn<string[]>('array_append', ['kept_warnings', eb.val(code)])
  const { people, blocks } = await db
    .with('changed', (site) =>
      site
        .updateTable('card_recipient_details')
        .set({
          kept_warnings: kept,
          ...withoutKept({ problems: eb.ref('problems'), codes: eb.ref('codes') }, kept),
        })
        .where(isMeant(site_id, id, meant))
        .where(hasCode(eb.ref('codes'), code))
        .returning('position'),
    )
    .selectFrom('changed')
    .select(({ fn, ref }) => [fn.countAll<number>().as('people'), blocksIn(ref('position')).as('blocks')])
    .executeTakeFirstOrThrow()
  await retally(db, site_id, id, blocks)
  return people
}

/**
 * Removes the selected people. The order must be locked.
 *
 * @returns how many there were, and the keys of remaining people who were their duplicates
 */
export async function removeMeant(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  meant: MeantRecipients,
): Promise<{ people: number; keys: number[] }> {
  await db
    .insertInto('recipient_change_rows')
    .columns(CHANGE_ROW)
    .expression(asBefore(db, changeId).where(isMeant(site_id, id, meant)))
    .execute()
  const { blocks, ...removed } = await db
    .with('gone', (site) =>
      site
        .deleteFrom('card_recipient_details')
        .where(isMeant(site_id, id, meant))
        .returning(['id', 'position', 'person_key']),
    )
    .selectNoFrom((all) => [
      all.selectFrom('gone').select(eb.fn.countAll<number>().as('people')).as('people'),
      all.fn
        .coalesce(
          all
            .selectFrom('card_recipient_details')
            .select(keysIn(eb.ref('person_key')).as('keys'))
            .where('site_id', '=', site_id)
            .where('card_item_id', '=', id)
            .where(hasCode(eb.ref('codes'), 'duplicate'))
            .where('person_key', 'in', all.selectFrom('gone').select('person_key'))
            .where('id', 'not in', all.selectFrom('gone').select('id')),
          all.val<number[]>([]),
        )
        .as('keys'),
      all
        .selectFrom('gone')
        .select(({ ref }) => blocksIn(ref('position')).as('blocks'))
        .as('blocks'),
    ])
    .$narrowType<{ people: NotNull; blocks: NotNull }>()
    .executeTakeFirstOrThrow()
  await retally(db, site_id, id, blocks)
  return removed
}

/** Saves people as they are before a change; if it changed them already, as they were before that. */
export async function saveBefore(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .insertInto('recipient_change_rows')
    .columns(CHANGE_ROW)
    .expression(
      db
        .selectFrom('card_recipient_details as r')
        .leftJoin('recipient_change_rows as c', (join) =>
          join
            .onRef('c.site_id', '=', 'r.site_id')
            .onRef('c.recipient_id', '=', 'r.id')
            .on('c.change_id', '=', changeId),
        )
        .select(({ eb, ref, val }) => {
          const kept = ref('c.before')
          const isOwnChange = eb('r.updated_at', '=', timeIn(kept, 'changed_at'))
          const before = eb
            .case()
            .when(isOwnChange)
            .then(eb(kept, '||', CHANGED_NOW))
            .else(BEFORE)
            .end()
          return ['r.site_id', val(changeId).as('change_id'), 'r.id', before.as('before')]
        })
        .where('r.site_id', '=', siteId)
        .where('r.id', '=', anyOf(ids)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'change_id', 'recipient_id'])
        .doUpdateSet(({ ref }) => ({ before: ref('excluded.before') })),
    )
    .execute()
}

/** Saves the values that a change gave to people: only these are undone. */
export async function saveWritten(
  db: Db,
  siteId: number,
  changeId: number,
  people: ReadonlyArray<{ id: number; wrote: object }>,
): Promise<void> {
  await db
    .updateTable('recipient_change_rows as c')
    .from(tableOf('person', people, { id: 'bigint', wrote: 'jsonb' }))
    .set(({ fn, ref }) => ({
      before: fn('jsonb_set', [ref('c.before'), literal('{wrote}'), ref('person.wrote')]),
    }))
    .where('c.site_id', '=', siteId)
    .where('c.change_id', '=', changeId)
    .whereRef('c.recipient_id', '=', 'person.id')
    .execute()
}

/** Saves that a change added these people. */
export async function saveAdded(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .insertInto('recipient_change_rows')
    .columns(['site_id', 'change_id', 'recipient_id'])
    .expression(
      db.selectNoFrom([
        eb.val(siteId).as('site_id'),
        eb.val(changeId).as('change_id'),
        unnest(ids).as('recipient_id'),
      ]),
    )
    .execute()
}

/** @throws {Refusal} `not_found` if it's missing, another customer's, or already undone */
export async function readChange(db: Db, actor: Customer, token: string): Promise<ChangeRow> {
  const row = await db
    .selectFrom('recipient_changes as change')
    .select(['change.id', 'change.card_item_id', 'change.action', 'change.given', 'change.created_at'])
    .where('change.site_id', '=', actor.siteId)
    .where('change.token', '=', token)
    .where('change.card_item_id', 'in', itemIdsOf(db, actor))
    .$narrowType<Pick<ChangeRow, 'action' | 'given'>>()
    .executeTakeFirst()
  if (row === undefined) {
    const seen = db.selectFrom('recipient_changes').select('card_item_id')
    const found = await seen.where('site_id', '=', actor.siteId).where('token', '=', token).executeTakeFirst()
    throw found === undefined ? new Refusal('not_found') : await refusalOf(db, actor, found.card_item_id)
  }
  return row
}

export async function dropChange(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('recipient_changes').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** A change can be undone for a day. */
export async function dropOldChanges(db: Db, siteId: number): Promise<void> {
  await db.deleteFrom('recipient_changes').where('site_id', '=', siteId).where(isOld).execute()
}

const changeOf = expressionBuilder<Database, 'recipient_changes'>()
const isOld = changeOf.and([changeOf('created_at', '<', ago('1 day')), changeOf('import_id', 'is', null)])

/** The changes that {@link dropOldChanges} removes, of every site. */
export const oldChanges = (db: Db) => db.selectFrom('recipient_changes').where(isOld)
