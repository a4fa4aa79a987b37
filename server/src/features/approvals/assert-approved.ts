import type { ApprovalRule, NeededApprovals, OrderFacts } from '@laurel/domain/approval-rules'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type Buyer, hasOrdered, type Judged, judgeBy, readNeeded } from './needed-approvals.ts'
import { orderHash } from './order-hash.ts'

type Frozen = Pick<OrderRow, 'site_id' | 'id' | 'status' | 'priced' | 'company_id' | 'customer_id'>

/**
 * No order is paid without the approvals it needs: a cart must need none, and an order that was sent for approval must
 * have been approved as it is now. The order must be locked and frozen.
 *
 * @param by the buyer, undefined without a company, and the rules of that company
 * @returns the same check for budgets that are locked: until then, other orders can take from them
 * @throws {Refusal} `approval_needed`
 */
export async function assertApproved(
  db: Db,
  order: Frozen,
  judged: Judged,
  { buyer, rules }: { buyer: Buyer | undefined; rules: readonly ApprovalRule[] },
): Promise<((budgets: OrderFacts['budgets']) => void) | undefined> {
  if (order.status === 'awaiting_approval') {
    if (!(await isApproved(db, order))) throw new Refusal('approval_needed')
    return undefined
  }
  if (order.status !== 'cart' || rules.length === 0 || buyer === undefined) return undefined
  const judge = await judgeBy(rules, buyer, judged, () => hasOrdered(db, order.site_id, buyer))
  refuseIfNeeded(judge([]))
  return (budgets) => refuseIfNeeded(judge(budgets))
}

function refuseIfNeeded({ steps }: NeededApprovals): void {
  if (steps.length > 0) throw new Refusal('approval_needed')
}

/** Whether the rules of its company ask for an approval of a cart as it was last frozen. */
export async function needsApproval(db: Db, site: SiteRow, cart: OrderRow, at: Date): Promise<boolean> {
  const { company_id: companyId, customer_id: personId } = cart
  if (companyId === null) return false
  const judged = judgedOf(cart.priced?.items ?? [], cart)
  const { steps } = await readNeeded(db, site, { companyId, personId }, judged, at)
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
