import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type StoredProblem, withProblems } from './judged-recipient.ts'

/** What only a look at other rows tells: never an error, and found anew whenever one of them changes. */
export const COMPARED_CODES: readonly string[] = ['duplicate', 'already_received']

/** Lists are compared where both could be sent: what was declined, or is still in the cart, was not. */
const SENT = sql.raw(`('in_review', 'pending_payment', 'approved', 'fulfilled')`)

/**
 * Says of everybody on a list who looks like somebody further up in it, or got a card in an earlier
 * order of this customer. Only adds what is not said yet. The order must be held.
 */
export async function compareList(db: Db, item: CardItemRow): Promise<void> {
  if (item.reward_type === 'bulk') return
  const field = fieldOf(item)
  await sql`
    with twice as (
      select person_key, min(position) as first from card_recipient_details
      where site_id = ${item.site_id} and card_item_id = ${item.id} and person_key is not null
      group by person_key having count(*) > 1
    )
    update card_recipient_details r
    set ${adding('duplicate', field, sql`${duplicateWords('')}::text || first || '.'`)}
    from twice
    where r.site_id = ${item.site_id} and r.card_item_id = ${item.id} and r.person_key = twice.person_key
      and r.position > twice.first and not 'duplicate' = any (r.codes)`.execute(db)
  if (!(await hasSentOrders(db, item))) return
  await sql`
    with earlier as (
      select distinct on (mine.position) mine.position, o.number
      from card_recipient_details mine
      join card_recipient_details theirs on theirs.site_id = mine.site_id and theirs.person_key = mine.person_key
      join card_items i on i.site_id = theirs.site_id and i.id = theirs.card_item_id and i.state = 'in_cart'
      join orders o on o.site_id = i.site_id and o.id = i.order_id
      where mine.site_id = ${item.site_id} and mine.card_item_id = ${item.id} and mine.person_key is not null
        and o.customer_id = ${item.customer_id} and o.status in ${SENT} and o.id <> ${item.order_id}
      order by mine.position, o.placed_at desc
    )
    update card_recipient_details r
    set ${adding('already_received', field, sql`${receivedWords('')}::text || number || '.'`)}
    from earlier
    where r.site_id = ${item.site_id} and r.card_item_id = ${item.id} and r.position = earlier.position
      and not 'already_received' = any (r.codes)`.execute(db)
}

type Compared = {
  position: number
  person_key: number
  problems: StoredProblem[]
  needs_attention: boolean
}

/**
 * Compares anew whoever shares one of these keys, after a change of somebody who has or had it. The
 * order must be held.
 */
export async function compareKeys(
  db: Db,
  item: CardItemRow,
  keys: ReadonlyArray<number | null>,
): Promise<void> {
  const asked = [...new Set(keys.filter((key) => key !== null))]
  if (asked.length === 0 || item.reward_type === 'bulk') return
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
  if (changed.length === 0) return
  await sql`
    update card_recipient_details r set problems = found.problems, codes = found.codes
    from json_to_recordset(${JSON.stringify(changed)}::json) as found (position integer, problems jsonb, codes text[])
    where r.site_id = ${item.site_id} and r.card_item_id = ${item.id} and r.position = found.position`.execute(
    db,
  )
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

/** Adds one warning to a row: its problem and the codes it is found by. */
function adding(code: string, field: string, message: ReturnType<typeof sql>) {
  return sql`problems = r.problems || jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text,
      'severity', 'warning', 'value', '', 'message', ${message})),
    codes = array_append(case when 'warning' = any (r.codes) then r.codes else array_append(r.codes, 'warning') end, ${code}::text)`
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
