import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder, type Selectable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardRecipientDetails } from '../../database/generated/tables.ts'
import {
  anyOf,
  columnsOfType,
  now,
  numberedTableOf,
  tableOf,
  tableOfColumns,
  unnest,
} from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { itemIdsOf } from './carts.repo.ts'
import type { JudgedRecipient, StoredProblem } from './judged-recipient.ts'
import { type Filter, isMeant, type MeantRecipients, shownBy } from './recipient-filter.ts'
import { hasCode, keptUnlessChanged, withoutKept } from './recipient-fragments.ts'
import type { Block } from './recipient-pages.ts'
import { retallyAt, TALLIED, tally } from './recipient-tallies.repo.ts'
import { refusalOf } from './shared-drafts.repo.ts'

/** Without the columns that the database generates for searches. */
export type RecipientRow = Omit<
  Selectable<CardRecipientDetails>,
  'problems' | 'search_text' | 'find_name' | 'find_first' | 'find_email' | 'find_city' | 'find_zip'
> & {
  problems: StoredProblem[]
}

const eb = expressionBuilder<Database, 'card_recipient_details'>()

type Rows = ReturnType<typeof ofItem>

export function ofItem(db: Db, siteId: number, itemId: number) {
  return db
    .selectFrom('card_recipient_details')
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
}

/** The rows in full. */
function people(rows: Rows) {
  return rows.selectAll().$narrowType<Pick<RecipientRow, 'problems'>>()
}

/**
 * A recipient on one of the customer's lists.
 *
 * @throws {Refusal} `not_found` if they're missing or another customer's
 */
export async function readRecipientRow(db: Db, actor: Customer, id: number): Promise<RecipientRow> {
  const row = await db
    .selectFrom('card_recipient_details')
    .selectAll()
    .where('site_id', '=', actor.siteId)
    .where('id', '=', id)
    .where('card_item_id', 'in', itemIdsOf(db, actor))
    .$narrowType<Pick<RecipientRow, 'problems'>>()
    .executeTakeFirst()
  if (row === undefined) {
    const seen = db.selectFrom('card_recipient_details').select('card_item_id')
    const found = await seen.where('site_id', '=', actor.siteId).where('id', '=', id).executeTakeFirst()
    throw found === undefined ? new Refusal('not_found') : await refusalOf(db, actor, found.card_item_id)
  }
  return row
}

/** A list's totals by block of positions: the cost depends on the number of blocks, not of people. */
export function listBlocks(
  db: Db,
  siteId: number,
  itemId: number,
  denominationCents: number | null,
): Promise<Block[]> {
  return db
    .selectFrom('recipient_tallies')
    .select('block')
    .select(({ eb, fn, ref, lit, cast, val }) => {
      const worth = fn.coalesce('amount_cents', cast<number>(val(denominationCents), 'bigint'), lit(0))
      const unmarked = eb(eb('people', '-', ref('needing_attention')), '-', ref('to_check'))
      return [
        fn.sum<number>('people').as('people'),
        fn.sum<number>('needing_attention').as('needing_attention'),
        fn.sum<number>('to_check').as('to_check'),
        fn.coalesce(fn.sum<number>(unmarked).filterWhere(worth, '>', lit(0)), lit(0)).as('ready'),
        fn.coalesce(fn.sum<number>('people').filterWhere(worth, '=', lit(0)), lit(0)).as('without_value'),
        cast<number>(fn.sum(eb('people', '*', worth)), 'bigint').as('value_cents'),
      ]
    })
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .groupBy('block')
    .orderBy('block')
    .execute()
}

/** People in file order from a position on, skipping some. */
export function listRecipientRows(...page: Parameters<typeof recipientPage>): Promise<RecipientRow[]> {
  return recipientPage(...page).execute()
}

/** The query of a page: it reads the list's index from the position to the end of the page. */
export function recipientPage(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  page: { fromPosition: number; skip: number; take: number },
) {
  return people(filtered(ofItem(db, siteId, itemId), filter))
    .where('position', '>=', page.fromPosition)
    .orderBy('position')
    .offset(page.skip)
    .limit(page.take)
}

/** The people at these positions, in this order. */
export async function listAt(
  db: Db,
  siteId: number,
  itemId: number,
  positions: readonly number[],
): Promise<RecipientRow[]> {
  if (positions.length === 0) return []
  const rows = await peopleAt(db, siteId, itemId, positions).execute()
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.flatMap((position) => byPosition.get(position) ?? [])
}

/**
 * The query of these people: one after the other, so that only the unique index of positions fits. With `= any`, a plan
 * made for short lists may read all of a long one by the index of a sort.
 */
export function peopleAt(db: Db, siteId: number, itemId: number, positions: readonly number[]) {
  return db
    .selectFrom(db.selectNoFrom(unnest(positions).as('position')).as('at'))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('card_recipient_details as r')
          .selectAll('r')
          .where('r.site_id', '=', siteId)
          .where('r.card_item_id', '=', itemId)
          .whereRef('r.position', '=', 'at.position')
          .limit(1)
          .as('person'),
      (join) => join.onTrue(),
    )
    .selectAll('person')
    .$narrowType<Pick<RecipientRow, 'problems'>>()
}

/** How many people have which code, most first. */
export function listCodes(db: Db, siteId: number, itemId: number) {
  return db
    .selectFrom('recipient_code_tallies')
    .select((tally) => ['code', tally.fn.sum<number>('people').as('people')])
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .groupBy('code')
    .having((tally) => tally(tally.fn.sum('people'), '>', 0))
    .orderBy((tally) => tally.fn.sum('people'), 'desc')
    .orderBy('code')
    .execute()
}

/** How many people have a code, by block of positions. */
export function listCodeBlocks(db: Db, siteId: number, itemId: number, code: string) {
  return db
    .selectFrom('recipient_code_tallies')
    .select(['block', 'people'])
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .where('code', '=', code)
    .where('people', '>', 0)
    .orderBy('block')
    .execute()
}

export function filtered(rows: Rows, filter: Filter): Rows {
  const shown = shownBy(filter)
  return shown.length === 0 ? rows : rows.where(eb.and(shown))
}

/** The selected people with a sure suggestion, of one kind if given. */
export function listSuggested(
  db: Db,
  siteId: number,
  itemId: number,
  meant: MeantRecipients,
  bearing: string,
): Promise<RecipientRow[]> {
  return people(ofItem(db, siteId, itemId))
    .where(isMeant(siteId, itemId, meant))
    .where(hasCode(eb.ref('codes'), bearing))
    .orderBy('position')
    .execute()
}

/** The last used position, 0 in an empty list. Positions are never reused. */
export async function lastPosition(db: Db, siteId: number, itemId: number): Promise<number> {
  const row = await ofItem(db, siteId, itemId)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

const PERSON = {
  ...columnsOfType(RECIPIENT_WIRE_FIELDS, 'text'),
  amount_cents: 'bigint',
  problems: 'jsonb',
  needs_attention: 'boolean',
  codes: 'text[]',
  person_key: 'bigint',
} as const satisfies Record<keyof JudgedRecipient, string>
/** What describes a person, also where they're restored or copied. */
export const PERSON_COLUMNS = Object.keys(PERSON) as Array<keyof typeof PERSON>

/** Appends people after a position, in their order, in one query. The order must be locked. */
export async function insertRecipients(
  db: Db,
  siteId: number,
  itemId: number,
  afterPosition: number,
  people: readonly JudgedRecipient[],
): Promise<void> {
  await tally(db, (site) =>
    site
      .insertInto('card_recipient_details')
      .columns(['site_id', 'card_item_id', 'position', ...PERSON_COLUMNS])
      .expression(
        site
          .selectFrom(numberedTableOf('person', JSON.stringify(people), PERSON))
          .select(({ eb, val, ref }) => [
            val(siteId).as('site_id'),
            val(itemId).as('card_item_id'),
            eb(val(afterPosition), '+', ref('nth')).as('position'),
            ...PERSON_COLUMNS,
          ]),
      )
      .returning(TALLIED),
  )
}

/**
 * Like {@link insertRecipients}, for people from a file, as the reader's columns. Not by COPY: PostgreSQL refuses
 * it with row-level security (docs/decisions/0014).
 */
export async function insertImported(
  db: Db,
  siteId: number,
  itemId: number,
  importId: number,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const list = ofItem(db, siteId, itemId)
    .select(eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
    .as('list')
  const person = tableOfColumns('person', columns, { ...PERSON, import_row: 'integer', source: 'jsonb' })
  const names = [...PERSON_COLUMNS, 'import_row', 'source'] as const
  await tally(db, (site) =>
    site
      .insertInto('card_recipient_details')
      .columns(['site_id', 'card_item_id', 'position', 'import_id', ...names])
      .expression(
        site
          .selectFrom([list, person])
          .select(({ eb, val, ref }) => [
            val(siteId).as('site_id'),
            val(itemId).as('card_item_id'),
            eb('last', '+', ref('nth')).as('position'),
            val(importId).as('import_id'),
            ...names,
          ]),
      )
      .returning(TALLIED),
  )
}

export function readRecipientAt(
  db: Db,
  siteId: number,
  itemId: number,
  position: number,
): Promise<RecipientRow> {
  return people(ofItem(db, siteId, itemId))
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
}

/**
 * Replaces people at their positions, in one query. The order must be locked.
 *
 * @param isEdit whether they now differ from the file they came with
 */
export async function updateRecipients(
  db: Db,
  siteId: number,
  itemId: number,
  people: ReadonlyArray<JudgedRecipient & { position: number }>,
  isEdit = true,
): Promise<void> {
  const update = db
    .updateTable('card_recipient_details as kept')
    .from(tableOf('person', people, { position: 'integer', ...PERSON }))
    .set(({ ref }) => {
      // Another person's warnings aren't the confirmed ones.
      const warnings = keptUnlessChanged(ref('kept.kept_warnings'), 'kept', 'person')
      const told = { problems: ref('person.problems'), codes: ref('person.codes') }
      return { kept_warnings: warnings, ...withoutKept(told, warnings) }
    })
    .set({ updated_at: now, ...(isEdit && { edited: true }) })
    .where('kept.site_id', '=', siteId)
    .where('kept.card_item_id', '=', itemId)
    .whereRef('kept.position', '=', 'person.position')
  const written = PERSON_COLUMNS.filter((column) => column !== 'problems' && column !== 'codes').reduce(
    (set, column) => set.set(column, ({ ref }) => ref(`person.${column}`)),
    update,
  )
  await Promise.all([written.execute(), retallyAt(db, siteId, itemId, people)])
}

/** Confirms warnings of a person: they aren't shown again until the person changes. Update the person after it. */
export async function confirmWarnings(db: Db, siteId: number, id: number, codes: readonly string[]) {
  await db
    .updateTable('card_recipient_details')
    .set({ kept_warnings: [...codes] })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** People of a list by ID; missing ones are left out. */
export async function listRecipientsById(
  db: Db,
  siteId: number,
  itemId: number,
  ids: readonly number[],
): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  return people(ofItem(db, siteId, itemId))
    .where('id', '=', anyOf(ids))
    .orderBy('position')
    .execute()
}

export async function deleteRecipients(
  db: Db,
  siteId: number,
  itemId: number,
  people: ReadonlyArray<Pick<RecipientRow, 'id' | 'position'>>,
): Promise<void> {
  const deleted = db
    .deleteFrom('card_recipient_details')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(people.map(({ id }) => id)))
    .execute()
  await Promise.all([deleted, retallyAt(db, siteId, itemId, people)])
}
