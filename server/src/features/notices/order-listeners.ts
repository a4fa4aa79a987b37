import type { NoticeKind } from '@laurel/domain/notice-words'
import { isUnplaced, type OrderStatus } from '@laurel/domain/order-status'
import type { Db } from '../../database/database.ts'
import type { EventOf } from '../../order-events.ts'
import { tellCustomer } from './write-notices.ts'

const NOTICES: Partial<Record<OrderStatus, NoticeKind>> = {
  in_review: 'payment_arrived',
  approved: 'order_approved',
  fulfilled: 'order_fulfilled',
}

/** Tells the customer that their order moved. */
export async function tellOrderMoved(db: Db, moved: EventOf<'order.moved'>): Promise<void> {
  const kind = noticeOf(moved)
  if (kind !== undefined) await tellCustomer(db, moved.siteId, { ...moved, kind })
}

/** Customers know what they canceled themselves. */
function noticeOf({ from, to, actor }: EventOf<'order.moved'>): NoticeKind | undefined {
  if (isUnplaced(from)) return 'order_placed'
  if (to === 'declined') return actor.startsWith('customer:') ? undefined : 'order_declined'
  return NOTICES[to]
}

/** Tells the customer that they got money back. */
export async function tellRefundDone(db: Db, refund: EventOf<'refund.done'>): Promise<void> {
  if (refund.isKnownToCustomer) return
  await tellCustomer(db, refund.siteId, { ...refund, kind: 'refunded' })
}
