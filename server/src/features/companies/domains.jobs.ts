import * as z from 'zod'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { job, makeTurns, type Sweep, sweeps, throwAll } from '../../jobs/jobs.ts'
import { domainsToCheck, findDomain } from './domains.repo.ts'
import { checkDomain, type DomainKit } from './domains.service.ts'

/** Domains that a visit asks DNS about. */
const MOST_AT_A_VISIT = 100

/** Looks for the DNS records of companies' domains. */
export const checkDomains = job({
  name: 'companies.check-domains',
  payload: z.unknown(),
  retries: 2,
  seconds: 120,
  cron: '* * * * *',
  siteBySite: true,
})

export function checkingDomains(kit: DomainKit): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    checkDomains,
    () => findDueSites(kit.pool, (db) => domainsToCheck(db, kit.now()).select('site_id').distinct()),
    async (siteId) => {
      const due = await inSite(kit.pool, siteId, (db) =>
        domainsToCheck(db, kit.now())
          .select('id')
          .where('site_id', '=', siteId)
          .orderBy('next_check_at')
          .orderBy('id')
          .limit(MOST_AT_A_VISIT)
          .execute(),
      )
      const ids = due.map(({ id }) => id)
      const failures = await inTurns(siteId, ids, async (id) => {
        const row = await inSite(kit.pool, siteId, (db) => findDomain(db, siteId, id))
        if (row !== undefined) await checkDomain(kit, row)
      })
      throwAll(failures as Error[])
    },
  )
}
