import type { NeededApprovals, OrderFacts } from '@laurel/domain/approval-rules'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { findOrderer, type Orderer } from '../companies/orderers.repo.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type Judged, readNeeded } from './needed-approvals.ts'
import { orderHash } from './order-hash.ts'

type Frozen = Pick<OrderRow, 'site_id' | 'id' | 'status' | 'priced' | 'company_id' | 'customer_id'>

/**
 * No order is paid without the approvals it needs: a cart must need none, and an order that was sent for approval must
 * have been approved as it is now. The order must be locked and frozen.
 *
 * @param buyer undefined without a company
 * @returns the same check for budgets that are locked: until then, other orders can take from them. Undefined if no rule
 * asks about budgets
 * @throws {Refusal} `approval_needed`
 */
export async function assertApproved(
  db: Db,
  buyer: Orderer | undefined,
  order: Frozen,
  { hasRules, judged, at }: { hasRules: boolean; judged: Judged; at: Date },
): Promise<((budgets: OrderFacts['budgets']) => void) | undefined> {
  if (order.status === 'awaiting_approval') {
    if (!(await isApproved(db, order))) throw new Refusal('approval_needed')
    return undefined
  }
  if (order.status !== 'cart' || !hasRules || buyer === undefined) return undefined
  const needed = await readNeeded(db, order.site_id, buyer, judged, at)
  refuseIfNeeded(needed)
  const { withBudgets } = needed
  return withBudgets && ((budgets) => refuseIfNeeded(withBudgets(budgets)))
}

function refuseIfNeeded({ steps }: NeededApprovals): void {
  if (steps.length > 0) throw new Refusal('approval_needed')
}

/** Whether the rules of its company ask for an approval of a cart as it was last frozen. */
export async function needsApproval(db: Db, site: SiteRow, cart: OrderRow, at: Date): Promise<boolean> {
  const { company_id: companyId, customer_id: personId } = cart
  if (companyId === null) return false
  // Rules judge the order of someone who left, too.
  const gone = { companyId, personId, role: '', teamId: null, timeZone: site.time_zone }
  const buyer = (await findOrderer(db, site, companyId, personId)) ?? gone
  const { steps } = await readNeeded(db, site.id, buyer, judgedOf(cart.priced?.items ?? [], cart), at)
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
