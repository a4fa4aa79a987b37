import { personKey } from '@laurel/domain/duplicates'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from './database.ts'
import { setLocal, tableOf } from './sql.ts'

const STEP = 2_000

/**
 * Gives people who were added before duplicates were compared (migration recipients_at_scale) their comparison
 * key, so that later orders show who already got a card. In code, because SQL can't compute the key.
 */
export async function givePersonKeys(db: Db): Promise<void> {
  const sites = await db.selectFrom('sites').select('id').orderBy('id').execute()
  for (const { id } of sites) {
    // Sets the site, in case row-level security applies to the migrating role.
    await setLocal(db, 'app.site_id', String(id))
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = await giveSome(db, id, after)
    }
  }
  await setLocal(db, 'app.site_id', '')
}

/** @returns the ID to continue after; undefined at the end */
async function giveSome(db: Db, siteId: number, after: number): Promise<number | undefined> {
  const rows = await keylessPeople(db, siteId, after).execute()
  const keys = rows.map((row) => ({ id: row.id, key: keyOf(row) })).filter(({ key }) => key !== undefined)
  await db
    .updateTable('card_recipient_details as r')
    .from(tableOf('given', keys, { id: 'bigint', key: 'bigint' }))
    .set(({ ref }) => ({ person_key: ref('given.key') }))
    .where('r.site_id', '=', siteId)
    .whereRef('r.id', '=', 'given.id')
    .execute()
  return rows.length < STEP ? undefined : rows.at(-1)!.id
}

function keylessPeople(db: Db, siteId: number, after: number) {
  return db
    .selectFrom('card_recipient_details as r')
    .innerJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
    )
    .select(['r.id', 'i.reward_type', 'r.first_name', 'r.last_name', 'r.email'])
    .select(['r.address1', 'r.address2', 'r.city', 'r.state', 'r.zip'])
    .where('r.site_id', '=', siteId)
    .where('r.id', '>', after)
    .where('r.person_key', 'is', null)
    .orderBy('r.id')
    .limit(STEP)
}

type Keyless = Awaited<ReturnType<ReturnType<typeof keylessPeople>['execute']>>[number]

function keyOf({ reward_type, first_name, last_name, ...person }: Keyless): number | undefined {
  return personKey(reward_type as RewardType, { ...person, firstName: first_name, lastName: last_name })
}
