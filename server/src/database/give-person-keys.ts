import { personKey } from '@laurel/domain/duplicates'
import type { RewardType } from '@laurel/domain/reward-type'
import { sql } from 'kysely'
import type { Db } from './database.ts'

type Keyless = {
  id: number
  reward_type: RewardType
  first_name: string
  last_name: string
  email: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

const STEP = 2_000

/**
 * Gives people who were added before duplicates were compared (migration recipients_at_scale) their comparison
 * key, so that later orders show who already got a card. In code, because SQL can't compute the key.
 */
export async function givePersonKeys(db: Db): Promise<void> {
  const { rows: sites } = await sql<{ id: number }>`select id from sites order by id`.execute(db)
  for (const { id } of sites) {
    // Sets the site, in case row-level security applies to the migrating role.
    await sql`select set_config('app.site_id', ${String(id)}, true)`.execute(db)
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = await giveSome(db, id, after)
    }
  }
  await sql`select set_config('app.site_id', '', true)`.execute(db)
}

/** @returns the ID to continue after; undefined at the end */
async function giveSome(db: Db, siteId: number, after: number): Promise<number | undefined> {
  const { rows } = await sql<Keyless>`
    select r.id, i.reward_type, r.first_name, r.last_name, r.email, r.address1, r.address2, r.city, r.state, r.zip
    from card_recipient_details r join card_items i on i.site_id = r.site_id and i.id = r.card_item_id
    where r.site_id = ${siteId} and r.id > ${after} and r.person_key is null
    order by r.id limit ${STEP}`.execute(db)
  const keys = rows.map((row) => ({ id: row.id, key: keyOf(row) })).filter(({ key }) => key !== undefined)
  await sql`
    update card_recipient_details r set person_key = given.key
    from json_to_recordset(${JSON.stringify(keys)}::json) as given (id bigint, key bigint)
    where r.site_id = ${siteId} and r.id = given.id`.execute(db)
  return rows.length < STEP ? undefined : rows.at(-1)!.id
}

function keyOf({ reward_type, first_name, last_name, ...person }: Keyless): number | undefined {
  const row = { ...person, firstName: first_name, lastName: last_name, amountCents: null, message: '' }
  return personKey(reward_type, row)
}
