import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { findAccount } from '../carriers/carrier-accounts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { checkAddresses } from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import { hasOrder, listUncheckedAddresses } from './waiting.repo.ts'

const AT_ONCE = 50
const COUNTED_AT_MOST = 10_000

/**
 * Enqueues a check of the addresses that wait for one.
 *
 * @returns how many there are; none if the site has no account to ask with
 * @throws {Refusal} `not_found` for an unknown order
 */
export function askForChecks(
  kit: BatchKit,
  site: SiteRow,
  orderId: number | undefined,
): Promise<{ to_check: number }> {
  return inSite(kit.pool, site.id, async (db) => {
    if (orderId !== undefined && !(await hasOrder(db, site.id, orderId))) throw new Refusal('not_found')
    if ((await findAccount(db, kit, site.id, 'USPS')) === undefined) return { to_check: 0 }
    const asked = { orderId, at: kit.now(), limit: COUNTED_AT_MOST }
    const open = await listUncheckedAddresses(db, site.id, asked)
    const payload = { siteId: site.id, ...(orderId !== undefined && { orderId }) }
    if (open.length > 0) await kit.jobs.enqueue(db, checkAddresses, payload)
    return { to_check: open.length }
  })
}

/** Checks each address once, within the carrier's limits; a later job checks the rest. */
export async function checkWaiting(kit: BatchKit, payload: { siteId: number; orderId?: number | undefined }) {
  const { siteId, orderId } = payload
  for (;;) {
    const { open, account } = await inSite(kit.pool, siteId, async (db) => ({
      open: await listUncheckedAddresses(db, siteId, { orderId, at: kit.now(), limit: AT_ONCE }),
      account: await findAccount(db, kit, siteId, 'USPS'),
    }))
    if (open.length === 0 || account === undefined) return
    for (const address of open) {
      const told = await kit.carriers.usps(account).checkAddress(address)
      if (told.outcome === 'later') {
        const startAfter = Math.ceil(told.retryAfterMs / 1_000)
        await inSite(kit.pool, siteId, (db) =>
          kit.jobs.enqueue(db, checkAddresses, payload, { startAfter, singletonKey: `${siteId}:${orderId}` }),
        )
        return
      }
      await inSite(kit.pool, siteId, (db) =>
        db
          .insertInto('address_checks')
          .values({
            site_id: siteId,
            digest: address.digest,
            verdict: told.verdict,
            suggestion: told.suggestion,
            standardized: told.standardized ? json(told.standardized) : null,
            checked_at: kit.now(),
          })
          .onConflict((conflict) =>
            conflict.columns(['site_id', 'digest']).doUpdateSet(({ ref }) => ({
              verdict: ref('excluded.verdict'),
              suggestion: ref('excluded.suggestion'),
              standardized: ref('excluded.standardized'),
              checked_at: ref('excluded.checked_at'),
            })),
          )
          .execute(),
      )
    }
  }
}
