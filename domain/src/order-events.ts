import type { OrderRefundState } from './order-refund.ts'
import type { OrderStatus } from './order-status.ts'

type AboutOrder = { siteId: number; orderId: number; at: Date }

/**
 * What a feature tells the features above it, inside its transaction: plain data, and all a listener needs.
 * docs/decisions/0037.
 */
export type OrderEvent =
  /** `actor` is who moved it: `customer:5`, `staff:2`, `system`. */
  | ({ type: 'order.moved'; from: OrderStatus; to: OrderStatus; actor: string } & AboutOrder)
  /** An order is about to be declined or canceled. A listener may refuse, and then it isn't. */
  | ({ type: 'order.closing'; status: OrderStatus; actor: string } & AboutOrder)
  /** A refund leaves no money for the unclaimed cards. */
  | ({ type: 'order.uncovered'; actor: string } & AboutOrder)
  | ({
      type: 'refund.done'
      refundId: number
      orderNumber: string | null
      amountCents: number
      /** How much of the order's money is refunded now. */
      refundState: OrderRefundState
      /** The customer was notified when it began. */
      isKnownToCustomer: boolean
    } & AboutOrder)
