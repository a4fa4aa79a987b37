import type { Accounts } from '../accounts.ts'
import type { Pool } from '../database.ts'
import { findPool } from '../pools.ts'
import type { FindSocial, PoolSocial } from './social-client.ts'
import { DeadEnd } from './social-refusal.ts'

export type KnownApp = { pool: Pool; social: PoolSocial; address: string }

/**
 * The requesting app and its redirect address, which must match one of the site's exactly. Anything else ends here
 * (no open redirects).
 *
 * @throws {DeadEnd}
 */
export async function readApp(
  accounts: Accounts,
  findSocial: FindSocial,
  clientId: string | undefined,
  address: string | undefined,
): Promise<KnownApp> {
  const pool = /^[\w+]{1,128}$/.test(clientId ?? '')
    ? await findPool(accounts.db, 'client_id', clientId!)
    : undefined
  if (!pool) throw new DeadEnd("We don't recognize the app that sent you here.")
  const social = await findSocial(pool.pool_id)
  if (!social?.clients.length) {
    throw new DeadEnd("Signing in with another service isn't set up for this site.")
  }
  if (address === undefined || !social.addresses.includes(address)) {
    throw new DeadEnd("The return address doesn't belong to this site.")
  }
  return { pool, social, address }
}
