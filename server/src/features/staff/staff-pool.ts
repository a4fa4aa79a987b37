import type { Identity } from '@laurel/identity'
import type { Db, Pool } from '../../database/database.ts'
import { forEverySite } from '../sites/every-site.ts'

/** Staff in the accounts service. Their names and roles are stored here. */
export type StaffPools = Identity['privatePools']

/** The office and the platform area show other people's data: longer than a customer's password. */
export const STAFF_PASSWORDS = {
  minLength: 12,
  requireLowercase: false,
  requireUppercase: false,
  requireNumbers: false,
  requireSymbols: false,
}

const PREFIX = 'laurel-staff_'

/** One pool for each site, as staff are one site's. */
export function staffPoolId(siteId: number): string {
  return `${PREFIX}${siteId}`
}

export function siteOfStaffPool(poolId: string): number | undefined {
  return poolId.startsWith(PREFIX) ? Number(poolId.slice(PREFIX.length)) : undefined
}

/** Creates or updates every site's pool of staff: at each start. */
export async function ensureStaffPools(pool: Pool, pools: StaffPools): Promise<void> {
  await forEverySite(
    pool,
    async (sites) => {
      const stale = await pools.listStale(sites.map(({ id }) => settingsOf(id)))
      return sites.filter(({ id }) => stale.has(staffPoolId(id)))
    },
    ({ id }) => ensureStaffPool(pool, pools, id),
  )
}

export function ensureStaffPool(db: Pool | Db, pools: StaffPools, siteId: number): Promise<void> {
  return pools.ensure(db, settingsOf(siteId))
}

/** @throws {CognitoError} InvalidPasswordException for a password that a new account can't have */
export function assertStaffPassword(pools: StaffPools, password: string, email: string): void {
  const { passwordPolicy, blockedWords } = settingsOf(0)
  pools.assertPassword({ passwordPolicy, blockedWords }, password, email)
}

function settingsOf(siteId: number) {
  return {
    poolId: staffPoolId(siteId),
    clientId: `laurelstaff${siteId}`,
    identityPoolId: `laurel-staff:${siteId}`,
    siteId: String(siteId),
    passwordPolicy: STAFF_PASSWORDS,
    blockedWords: [],
  }
}
