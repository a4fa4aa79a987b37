import { personKey } from '@laurel/domain/duplicates'
import type { RecipientRow } from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'

type Copied = { siteId: number; itemId: number; copyId: number; rewardType: RewardType }

/** The fields of a delivery's address; the name may have been corrected with it. */
const ADDRESS: Readonly<Record<RewardType, readonly string[]>> = {
  bulk: [],
  digital: ['first_name', 'last_name', 'email'],
  direct: ['first_name', 'last_name', 'address1', 'address2', 'city', 'state', 'zip'],
}

/** Answers of a mail server that may be another the next time: a full mailbox, or one it cannot reach. */
const PASSING = '^(4|5[.][2347][.]|552)'

/**
 * Applies what was learned since to the people of a copied item: corrected addresses, and warnings where the
 * last card was returned or bounced.
 */
export async function learnFromDeliveries(db: Db, copied: Copied): Promise<void> {
  if (copied.rewardType === 'bulk') return
  await takeFixedAddresses(db, copied)
  await tellWhatCameBack(db, copied)
}

/** Each person's latest delivery of the item's type; other types say nothing about this address. */
function lastDeliveries({ siteId, itemId, rewardType }: Copied): RawBuilder<unknown> {
  return sql`select distinct on (d.recipient_id) d.*, r.position from deliveries d
    join card_recipient_details r on r.site_id = d.site_id and r.id = d.recipient_id
    where d.site_id = ${siteId} and d.card_item_id = ${itemId} and d.reward_type = ${rewardType}
      and d.order_id = (select order_id from card_items where site_id = ${siteId} and id = ${itemId})
    order by d.recipient_id, d.id desc`
}

async function takeFixedAddresses(db: Db, copied: Copied): Promise<void> {
  const { siteId, copyId, rewardType } = copied
  const fields = ADDRESS[rewardType]
  const are = (of: string) => sql`(${sql.join(fields.map((field) => sql.ref(`${of}.${field}`)))})`
  const { rows } = await sql<Record<string, string> & { position: number }>`
    select r.position, ${sql.join(fields.map((field) => sql.ref(`last.${field}`)))}
    from (${lastDeliveries(copied)}) last
    join card_recipient_details r on r.site_id = ${siteId} and r.card_item_id = ${copyId}
      and r.position = last.position
    where ${are('last')} is distinct from ${are('r')}`.execute(db)
  if (rows.length === 0) return
  const people = rows.map((row) => ({ ...row, person_key: keyOf(rewardType, row) }))
  const columns = sql.raw(fields.map((field) => `${field} text`).join(', '))
  await sql`
    update card_recipient_details r set person_key = person.person_key,
      ${sql.join(fields.map((field) => sql`${sql.ref(field)} = person.${sql.ref(field)}`))},
      problems = said.problems, codes = codes_of(said.problems),
      needs_attention = said.problems @> '[{"severity":"error"}]'
    from json_to_recordset(${JSON.stringify(people)}::json) as person
      (position integer, person_key bigint, ${columns})
    join card_recipient_details before on before.site_id = ${siteId} and before.card_item_id = ${copyId}
      and before.position = person.position
    cross join lateral (select problems_but(before.problems, ${[...fields]}::text[]) as problems) said
    where r.site_id = ${siteId} and r.id = before.id`.execute(db)
}

function keyOf(rewardType: RewardType, row: Record<string, string | number>): number | null {
  const text = (field: string) => String(row[field] ?? '')
  const person: RecipientRow = {
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    amountCents: null,
    message: '',
  }
  return personKey(rewardType, person) ?? null
}

/** An address that would fail again is an error; one that may work is a warning. */
async function tellWhatCameBack(db: Db, copied: Copied): Promise<void> {
  const { siteId, copyId, rewardType } = copied
  const field = rewardType === 'digital' ? 'email' : 'address1'
  const warning = json({ field, code: 'not_reached_lately', severity: 'warning' })
  const error = json({ field, code: 'not_reached', severity: 'error' })
  await sql`
    with failed as (
      select position, ${sql.ref(field)} as value,
        btrim('The last card did not arrive here. ' || problem) as message,
        case when status = 'bounced' and problem_code ~ ${PASSING} then ${warning} else ${error} end as said
      from (${lastDeliveries(copied)}) last
      where status in ('bounced', 'returned') or (status = 'replaced' and returned_at is not null)
    )
    update card_recipient_details r set problems = told.problems, codes = codes_of(told.problems),
      needs_attention = told.problems @> '[{"severity":"error"}]'
    from failed join card_recipient_details before on before.site_id = ${siteId}
      and before.card_item_id = ${copyId} and before.position = failed.position
    cross join lateral (select before.problems || jsonb_build_array(
      failed.said || jsonb_build_object('message', failed.message, 'value', failed.value)) as problems) told
    where r.site_id = ${siteId} and r.id = before.id`.execute(db)
}
