import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'

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
    const shareSome = () =>
      inSite(pool, siteId, (db) =>
        db
          .updateTable('orders')
          .set({ company_id: companyId })
          .where('site_id', '=', siteId)
          .where('id', 'in', ({ selectFrom }) =>
            selectFrom('orders as o')
              .innerJoin('companies as c', (join) =>
                join.onRef('c.site_id', '=', 'o.site_id').onRef('c.founded_by', '=', 'o.customer_id'),
              )
              .select('o.id')
              .where('o.site_id', '=', siteId)
              .where('c.id', '=', companyId)
              .where('c.merged_into', 'is', null)
              .where('o.company_id', 'is', null)
              .where('o.status', '<>', 'cart')
              .orderBy('o.id', 'desc')
              .limit(BATCH),
          )
          .returning('id')
          .execute(),
      )
    while ((await shareSome()).length === BATCH);
  })
}
