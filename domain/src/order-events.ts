import type { AuditEventName } from './audit-events.ts'
import type { AuditFacts } from './audit-words.ts'
import type { BudgetMark } from './budgets.ts'
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
  /** Someone left a company, or roles, teams, or delegates changed. The company is locked. */
  | { type: 'people.changed'; siteId: number; companyId: number; at: Date }
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
  /** The audit log gets an entry about a company: its people, settings, budgets, balance, or approvals. */
  | {
      type: 'company.recorded'
      siteId: number
      event: AuditEventName
      actor: string
      subject: string
      facts: AuditFacts
      at: Date
    }
  /** A customer's first request made their own company. */
  | { type: 'company.founded'; siteId: number; companyId: number; personId: number; at: Date }
  /** A budget's period reached a mark, once for each. */
  | {
      type: 'budget.used'
      siteId: number
      companyId: number
      budgetId: number
      percent: BudgetMark
      leftCents: number
      at: Date
    }
  /** A company's balance changed. `orderId` is the order it paid or refunded, or the top-up. */
  | {
      type: 'balance.moved'
      siteId: number
      companyId: number
      orderId: number
      isTopUp: boolean
      cents: number
      balanceCents: number
      at: Date
    }
