import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
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
 * Asks for the addresses that wait to be checked.
 *
 * @returns how many there are; none where the site has no account to ask with
 * @throws {Refusal} `not_found` for an order that is not here
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

/** Checks each address once, as far as the carrier's limits allow; a job does the rest. */
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
        sql`insert into address_checks (site_id, digest, verdict, suggestion, standardized, checked_at)
          values (${siteId}, ${address.digest}, ${told.verdict}, ${told.suggestion},
            ${told.standardized ? json(told.standardized) : null}, ${kit.now()})
          on conflict (site_id, digest) do update set verdict = excluded.verdict,
            suggestion = excluded.suggestion, standardized = excluded.standardized,
            checked_at = excluded.checked_at`.execute(db),
      )
    }
  }
}
