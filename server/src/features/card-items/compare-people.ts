import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type StoredProblem, withProblems } from './judged-recipient.ts'

/** What only a look at other rows tells: never an error, and found anew whenever one of them changes. */
export const COMPARED_CODES: readonly string[] = ['duplicate', 'already_received']

/** Lists are compared where both could be sent: what was declined, or is still in the cart, was not. */
const SENT = sql.raw(`('in_review', 'pending_payment', 'approved', 'fulfilled')`)

/** Runs one step of a longer comparison: in a transaction of its own, or in the one that is open. */
export type InTurn = <T>(step: (db: Db) => Promise<T>) => Promise<T>

/** People compared in one step. */
const STEP = 2_000

type Said = { position: number; code: string; message: string }

/**
 * Flags everyone on a list who looks like someone further up, or got a card in an earlier order of this
 * customer. It only adds missing flags, so it can be restarted. Each step needs the order's lock.
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
  const { rows } = await sql<{ positions: number[] }>`
    select array_agg(position order by position) as positions from card_recipient_details
    where site_id = ${item.site_id} and card_item_id = ${item.id} and person_key is not null
    group by person_key having count(*) > 1`.execute(db)
  return rows.flatMap(({ positions: [first, ...others] }) =>
    others.map((position) => ({ position, code: 'duplicate', message: `${duplicateWords(first!)}.` })),
  )
}

/** @returns the position to continue after; undefined at the end */
async function saySent(db: Db, item: CardItemRow, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ position: number; person_key: number }>`
    select position, person_key from card_recipient_details
    where site_id = ${item.site_id} and card_item_id = ${item.id} and person_key is not null
      and position > ${after} order by position limit ${STEP}`.execute(db)
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
    problem: doubt(item, code, message),
  }))
  await sql`
    update card_recipient_details r
    set problems = r.problems || jsonb_build_array(said.problem),
      codes = array_append(
        case when 'warning' = any (r.codes) then r.codes else array_append(r.codes, 'warning') end, said.code)
    from json_to_recordset(${JSON.stringify(given)}::json) as said (position integer, code text, problem jsonb)
    where r.site_id = ${item.site_id} and r.card_item_id = ${item.id} and r.position = said.position
      and not said.code = any (r.codes)`.execute(db)
}

type Compared = {
  position: number
  person_key: number
  problems: StoredProblem[]
  needs_attention: boolean
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
  const [{ rows }, sent] = await Promise.all([
    sql<Compared>`
      select position, person_key, problems, needs_attention from card_recipient_details
      where site_id = ${item.site_id} and card_item_id = ${item.id} and person_key = any (${asked}::bigint[])
      order by position`.execute(db),
    numbersOfSent(db, item, asked),
  ])
  const firsts = new Map<number, number>()
  const changed = rows.flatMap((row) => {
    const first = firsts.get(row.person_key)
    if (first === undefined) firsts.set(row.person_key, row.position)
    const own = row.problems.filter(({ code }) => !COMPARED_CODES.includes(code))
    const number = sent.get(row.person_key)
    const problems = [
      ...own,
      ...(first === undefined ? [] : [doubt(item, 'duplicate', `${duplicateWords(first)}.`)]),
      ...(number === undefined ? [] : [doubt(item, 'already_received', `${receivedWords(number)}.`)]),
    ]
    const isSame = JSON.stringify(problems.map(words)) === JSON.stringify(row.problems.map(words))
    return isSame ? [] : [{ position: row.position, ...withProblems(problems) }]
  })
  if (changed.length === 0) return []
  await sql`
    update card_recipient_details r set problems = found.problems, codes = found.codes
    from json_to_recordset(${JSON.stringify(changed)}::json) as found (position integer, problems jsonb, codes text[])
    where r.site_id = ${item.site_id} and r.card_item_id = ${item.id} and r.position = found.position`.execute(
    db,
  )
  return changed.map(({ position }) => position)
}

async function numbersOfSent(db: Db, item: CardItemRow, keys: readonly number[]) {
  const { rows } = await sql<{ person_key: number; number: string }>`
    select distinct on (r.person_key) r.person_key, o.number
    from card_recipient_details r
    join card_items i on i.site_id = r.site_id and i.id = r.card_item_id and i.state = 'in_cart'
    join orders o on o.site_id = i.site_id and o.id = i.order_id
    where r.site_id = ${item.site_id} and r.person_key = any (${keys}::bigint[])
      and o.customer_id = ${item.customer_id} and o.status in ${SENT} and o.id <> ${item.order_id}
    order by r.person_key, o.placed_at desc`.execute(db)
  return new Map(rows.map((row) => [row.person_key, row.number]))
}

async function hasSentOrders(db: Db, item: CardItemRow): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from orders where site_id = ${item.site_id} and customer_id = ${item.customer_id}
      and status in ${SENT} and id <> ${item.order_id}) as has`.execute(db)
  return rows[0]!.has
}

function doubt(item: CardItemRow, code: string, message: string): StoredProblem {
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
