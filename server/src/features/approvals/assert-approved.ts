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
 * @returns whether it has to be asked again under the lock of the budgets, which others may take from at the same time
 * @throws {Refusal} `approval_needed`
 */
export async function assertApproved(
  db: Db,
  site: SiteRow,
  order: Frozen,
  { hasRules, judged, at }: { hasRules: boolean; judged: Judged; at: Date },
): Promise<boolean> {
  if (order.status === 'awaiting_approval') {
    if (!(await isApproved(db, order))) throw new Refusal('approval_needed')
    return false
  }
  if (order.status !== 'cart' || !hasRules) return false
  const needed = await readNeededOf(db, site, order, judged, at)
  if (needed === undefined) return false
  if (needed.steps.length > 0) throw new Refusal('approval_needed')
  return needed.dependsOnBudgets
}

/** Whether the rules of its company ask for an approval of a cart as it was last frozen. */
export async function needsApproval(db: Db, site: SiteRow, cart: OrderRow, at: Date): Promise<boolean> {
  const needed = await readNeededOf(db, site, cart, judgedOf(cart.priced?.items ?? [], cart), at)
  return needed !== undefined && needed.steps.length > 0
}

async function readNeededOf(db: Db, site: SiteRow, order: Frozen, judged: Judged, at: Date) {
  const { company_id: companyId, customer_id: personId } = order
  if (companyId === null) return undefined
  return readNeeded(db, site, { companyId, personId, at }, judged)
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
