/**
 * Fills a data folder with the demo, changes its sites' accounts settings, opens accounts as staff would, and
 * exits; the server then starts on that folder. The journeys' odd-shop.ts starts it and passes the settings.
 */
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { makeLaurel } from '../laurel.ts'
import { readKeys } from '../secrets/keys.ts'
import type { OddShopSettings } from './odd-shop-settings.ts'

type Users = { 'identity.users': { sub: string; email_verified: boolean; status: string } }

const { sites, people }: OddShopSettings = JSON.parse(process.env.ODD_SHOP ?? '{}')
const config = readConfig(process.env)
readKeys(config.dataDir, config.secret)
const laurel = await makeLaurel(config, await openDatabase(config))
const { pool } = laurel.kit

for (const [slug, changes] of Object.entries(sites)) {
  const { accounts } = await pool
    .selectFrom('sites')
    .select('accounts')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const changed = { ...(accounts as object), ...changes }
  await pool
    .updateTable('sites')
    .set({ accounts: JSON.stringify(changed) })
    .where('slug', '=', slug)
    .execute()
}

for (const { site, email, password, attributes = {}, standing } of people) {
  const { accounts } = await pool
    .selectFrom('sites')
    .select('accounts')
    .where('slug', '=', site)
    .executeTakeFirstOrThrow()
  const { user_pool_id: poolId } = accounts as { user_pool_id: string }
  const { sub } = await laurel.identity!.createUser({
    poolId,
    email,
    password,
    attributes,
    confirmed: true,
    temporary: standing === 'temporary',
    anyPassword: true,
  })
  const users = pool.withTables<Users>().updateTable('identity.users').where('sub', '=', sub)
  if (standing === 'unverified') await users.set({ email_verified: false }).execute()
  if (standing === 'reset') await users.set({ status: 'RESET_REQUIRED' }).execute()
}

await laurel.close()
console.info('odd shop: prepared')
process.exit(0)
