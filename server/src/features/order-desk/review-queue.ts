import type { ReviewQueue } from '@laurel/contract/office-order-desk'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { hasOfficeStatus, isBelow } from './office-orders.repo.ts'
import { findPlaced } from './office-orders.service.ts'
import { order } from './orders-found.ts'

const { and, eb, not } = order

/**
 * An order's position in the review queue, in the list's order. An order keeps its position after a decision, so that
 * its next order stays the same.
 *
 * @throws {Refusal} `not_found`
 */
export function readReviewQueue(
  { pool }: Pick<OrderKit, 'pool'>,
  site: SiteRow,
  orderId: number,
): Promise<z.input<typeof ReviewQueue>> {
  return inSite(pool, site.id, async (db) => {
    await findPlaced(db, site.id, orderId)
    const below = isBelow(site.id, orderId)
    const isItself = eb('o.id', '=', orderId)
    const above = and([not(below), not(isItself)])
    return endWith(async () => {
      const [counts, previous, next] = await Promise.all([
        toReview(db, site.id)
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            fn.countAll<number>().filterWhere(above).as('above'),
            fn.countAll<number>().filterWhere(isItself).as('own'),
          ])
          .executeTakeFirstOrThrow(),
        nearest(db, site.id, 'asc').where(above).executeTakeFirst(),
        nearest(db, site.id, 'desc').where(below).executeTakeFirst(),
      ])
      return {
        position: counts.own === 0 ? null : counts.above + 1,
        count: counts.count,
        previous_id: previous?.id ?? null,
        next_id: next?.id ?? null,
      }
    })
  })
}

function toReview(db: Db, siteId: number) {
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', siteId)
    .where('o.placed_at', 'is not', null)
    .where(hasOfficeStatus('in_review'))
}

function nearest(db: Db, siteId: number, direction: 'asc' | 'desc') {
  return toReview(db, siteId)
    .select('o.id')
    .orderBy('o.placed_at', direction)
    .orderBy('o.id', direction)
    .limit(1)
}
