import { expressionBuilder, type NotNull } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, tableOf } from '../../database/sql.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type StoredProblem, withProblems } from './judged-recipient.ts'
import { retallyAt } from './recipient-tallies.repo.ts'

/** Warnings found by comparing people; they are found again whenever one of the rows changes. */
export const COMPARED_CODES: readonly string[] = ['duplicate', 'already_received']

/** Orders whose cards may have been sent. */
const SENT = ['in_review', 'pending_payment', 'approved', 'fulfilled']

const eb = expressionBuilder<Database, 'card_recipient_details'>()

/** Runs one step of a longer comparison: in a transaction of its own, or in the one that is open. */
export type InTurn = <T>(step: (db: Db) => Promise<T>) => Promise<T>

/** People compared in one step. */
const STEP = 2_000

type Said = { position: number; code: string; message: string }

/**
 * Flags everyone on a list who looks like someone further up, or got a card in an earlier order of this
 * customer, or of the company they act for. It only adds missing flags, so it can be restarted. Each step needs the order's lock.
 */
export async function compareList(inTurn: InTurn, item: CardItemRow): Promise<void> {
  if (item.reward_type === 'bulk') return
  const twice = await inTurn((db) => listDuplicates(db, item))
  for (let start = 0; start < twice.length; start += STEP) {
    await inTurn((db) => say(db, item, twice.slice(start, start + STEP)))
  }
  if (!(await inTurn((db) => hasSentOrders(db, item)))) return
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await inTurn((db) => saySent(db, item, from))
  }
}

async function listDuplicates(db: Db, item: CardItemRow): Promise<Said[]> {
  const rows = await comparable(db, item)
    .select(eb.fn.agg<number[]>('array_agg', ['position']).orderBy('position').as('positions'))
    .groupBy('person_key')
    .having(eb.fn.countAll(), '>', 1)
    .execute()
  return rows.flatMap(({ positions: [first, ...others] }) =>
    others.map((position) => ({ position, code: 'duplicate', message: `${duplicateWords(first!)}.` })),
  )
}

/** The people of a list who can be compared with others. */
function comparable(db: Db, item: CardItemRow) {
  return db
    .selectFrom('card_recipient_details')
    .where('site_id', '=', item.site_id)
    .where('card_item_id', '=', item.id)
    .where('person_key', 'is not', null)
}

/** @returns the position to continue after; undefined at the end */
async function saySent(db: Db, item: CardItemRow, after: number): Promise<number | undefined> {
  const rows = await comparable(db, item)
    .select(['position', 'person_key'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(STEP)
    .$narrowType<{ person_key: NotNull }>()
    .execute()
  if (rows.length === 0) return undefined
  const keys = [...new Set(rows.map(({ person_key }) => person_key))]
  const sent = await numbersOfSent(db, item, keys)
  const said = rows.flatMap(({ position, person_key }) => {
    const number = sent.get(person_key)
    return number === undefined
      ? []
      : [{ position, code: 'already_received', message: `${receivedWords(number)}.` }]
  })
  await say(db, item, said)
  return rows.length < STEP ? undefined : rows.at(-1)!.position
}

async function say(db: Db, item: CardItemRow, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return
  const given = said.map(({ position, code, message }) => ({
    position,
    code,
    problem: warning(item, code, message),
  }))
  const written = db
    .updateTable('card_recipient_details as r')
    .from(tableOf('said', given, { position: 'integer', code: 'text', problem: 'jsonb' }))
    .set(({ eb, fn, ref, val }) => ({
      problems: eb(ref('r.problems'), '||', ref('said.problem')),
      codes: fn('array_append', [
        eb
          .case()
          .when(val('warning'), '=', fn.any('r.codes'))
          .thenRef('r.codes')
          .else(fn<string[]>('array_append', ['r.codes', val('warning')]))
          .end(),
        ref('said.code'),
      ]),
    }))
    .where('r.site_id', '=', item.site_id)
    .where('r.card_item_id', '=', item.id)
    .whereRef('r.position', '=', 'said.position')
    .where(({ eb, fn, not, or, ref }) =>
      not(
        or([
          eb(ref('said.code'), '=', fn.any('r.codes')),
          eb(ref('said.code'), '=', fn.any('r.kept_warnings')),
        ]),
      ),
    )
    .execute()
  await Promise.all([written, retallyAt(db, item.site_id, item.id, said)])
}

/**
 * Compares everyone with one of these keys again, after a change to a person who has or had it. The order must
 * be locked.
 *
 * @returns the positions of people whose problems changed
 */
export async function compareKeys(
  db: Db,
  item: CardItemRow,
  keys: ReadonlyArray<number | null>,
): Promise<number[]> {
  const asked = [...new Set(keys.filter((key) => key !== null))]
  if (asked.length === 0 || item.reward_type === 'bulk') return []
  const [rows, sent] = await Promise.all([
    comparable(db, item)
      .select(['position', 'person_key', 'problems', 'kept_warnings'])
      .where('person_key', '=', anyOf(asked))
      .orderBy('position')
      .$narrowType<{ person_key: NotNull; problems: StoredProblem[] }>()
      .execute(),
    numbersOfSent(db, item, asked),
  ])
  const firsts = new Map<number, number>()
  const changed = rows.flatMap((row) => {
    const first = firsts.get(row.person_key)
    if (first === undefined) firsts.set(row.person_key, row.position)
    const own = row.problems.filter(({ code }) => !COMPARED_CODES.includes(code))
    const number = sent.get(row.person_key)
    const found = [
      ...(first === undefined ? [] : [warning(item, 'duplicate', `${duplicateWords(first)}.`)]),
      ...(number === undefined ? [] : [warning(item, 'already_received', `${receivedWords(number)}.`)]),
    ]
    const problems = [...own, ...found.filter(({ code }) => !row.kept_warnings.includes(code))]
    const isSame = JSON.stringify(problems.map(words)) === JSON.stringify(row.problems.map(words))
    return isSame ? [] : [{ position: row.position, ...withProblems(problems) }]
  })
  if (changed.length === 0) return []
  const written = db
    .updateTable('card_recipient_details as r')
    .from(tableOf('found', changed, { position: 'integer', problems: 'jsonb', codes: 'text[]' }))
    .set(({ ref }) => ({ problems: ref('found.problems'), codes: ref('found.codes') }))
    .where('r.site_id', '=', item.site_id)
    .where('r.card_item_id', '=', item.id)
    .whereRef('r.position', '=', 'found.position')
    .execute()
  await Promise.all([written, retallyAt(db, item.site_id, item.id, changed)])
  return changed.map(({ position }) => position)
}

/** The number of the last order that was sent to each person. Someone may have had thousands: only one is looked for. */
async function numbersOfSent(db: Db, item: CardItemRow, keys: readonly number[]) {
  const asked = keys.map((key) => ({ key }))
  const rows = await db
    .selectFrom(tableOf('asked', asked, { key: 'bigint' }))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom((card) =>
          card
            .selectFrom('card_recipient_details')
            .select('card_item_id')
            .where('site_id', '=', item.site_id)
            .whereRef('person_key', '=', 'asked.key')
            .orderBy('card_item_id', 'desc')
            .as('person'),
        )
          .innerJoin('card_items as item', (join) =>
            join.onRef('item.id', '=', 'person.card_item_id').on('item.site_id', '=', item.site_id),
          )
          .innerJoin('orders', (join) =>
            join.onRef('orders.site_id', '=', 'item.site_id').onRef('orders.id', '=', 'item.order_id'),
          )
          .select('orders.number')
          .where('item.state', '=', 'in_cart')
          .where(({ eb: of, or }) =>
            or([
              of('orders.customer_id', '=', item.customer_id),
              of('orders.company_id', '=', item.acting_company_id ?? null),
            ]),
          )
          .where('orders.status', 'in', SENT)
          .where('orders.id', '<>', item.order_id)
          .orderBy('person.card_item_id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['asked.key', 'last.number'])
    .$narrowType<{ number: NotNull }>()
    .execute()
  return new Map(rows.map(({ key, number }) => [key, number]))
}

async function hasSentOrders(db: Db, item: CardItemRow): Promise<boolean> {
  const sent = db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', item.site_id)
    .where('status', 'in', SENT)
    .where('id', '<>', item.order_id)
  // Each half reads its own index and stops at the first.
  const order = await sent
    .where('customer_id', '=', item.customer_id)
    .unionAll(sent.where('company_id', '=', item.acting_company_id ?? null))
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

function warning(item: CardItemRow, code: string, message: string): StoredProblem {
  return { field: fieldOf(item), code, message, severity: 'warning', value: '' }
}

function fieldOf({ reward_type }: CardItemRow): string {
  return reward_type === 'digital' ? 'email' : 'first_name'
}

function words({ field, code, message }: StoredProblem): string[] {
  return [field, code, message]
}

function duplicateWords(row: number | string): string {
  return `This looks like the same person as row ${row}`
}

function receivedWords(number: string): string {
  return `This person already got a card in order ${number}`
}
