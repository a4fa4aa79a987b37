import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { shareFoundersOrders } from './own-companies.ts'

/** Orders per transaction. */
const BATCH = 1_000

/** Gives a company the orders that its founder placed before there were companies, once others are invited. */
export const shareOrders = job({
  name: 'company.share-orders',
  payload: z.object({ siteId: z.number(), companyId: z.number() }),
  retries: 8,
  seconds: 120,
})

export function shareOrdersHandler({ pool }: Pick<Kit, 'pool'>): JobHandler {
  return handles(shareOrders, async ({ siteId, companyId }) => {
    const shareSome = () => inSite(pool, siteId, (db) => shareFoundersOrders(db, siteId, companyId, BATCH))
    while ((await shareSome()) === BATCH);
  })
}
