import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type Judged, readNeeded } from './needed-approvals.ts'
import { orderHash } from './order-hash.ts'

type Frozen = Pick<OrderRow, 'site_id' | 'id' | 'status' | 'priced' | 'company_id' | 'customer_id'>

/**
 * No order is paid without the approvals it needs: a cart must need none, and an order that was sent for approval must
 * have been approved as it is now. The order must be locked and frozen.
 *
 * @throws {Refusal} `approval_needed`
 */
export async function assertApproved(
  db: Db,
  site: SiteRow,
  order: Frozen,
  { hasRules, judged, at }: { hasRules: boolean; judged: Judged; at: Date },
): Promise<void> {
  if (order.status === 'awaiting_approval') {
    if (!(await isApproved(db, order))) throw new Refusal('approval_needed')
    return
  }
  if (order.status === 'cart' && hasRules && (await isAsked(db, site, order, judged, at))) {
    throw new Refusal('approval_needed')
  }
}

/** Whether the rules of its company ask for an approval of a cart as it was last frozen. */
export async function needsApproval(db: Db, site: SiteRow, cart: OrderRow, at: Date): Promise<boolean> {
  return isAsked(db, site, cart, judgedOf(cart.priced?.items ?? [], cart), at)
}

async function isAsked(db: Db, site: SiteRow, order: Frozen, judged: Judged, at: Date): Promise<boolean> {
  const { company_id: companyId, customer_id: personId } = order
  if (companyId === null) return false
  const { steps } = await readNeeded(db, site, { companyId, personId, at }, judged)
  return steps.length > 0
}

/** What rules judge of an order that is frozen. */
export function judgedOf(items: Judged['items'], { total_cents, priced, fields }: OrderRow): Judged {
  return { items, totalCents: total_cents, cardCount: priced?.price.cardCount ?? 0, fields: fields ?? [] }
}

/** Whether an order that was sent for approval was approved as it is now. */
export async function isApproved(db: Db, order: Frozen): Promise<boolean> {
  const request = await db
    .selectFrom('approval_requests')
    .select('hash')
    .where('site_id', '=', order.site_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return request !== undefined && request.hash === (await orderHash(db, order))
}
