import type { Access } from '@laurel/contract/endpoint'

/** Whoever asks, on which site. Every query filters by it. */
export type Visitor = { siteId: number }
export type Customer = Visitor & {
  customerId: number
  email: string
  emailVerified: boolean
  registrationComplete: boolean
}
/** Somebody of the organization in the office, or an integrator's program with the right. */
export type Staff = Visitor & {
  /** Undefined for an integrator. */
  staffId: number | undefined
  /** What may be done: a role of the table, or the scopes of a credential. */
  role: string
  scopes?: readonly string[]
  /** As the audit trail names them: `staff:2`, `integrator:erp`. */
  by: string
  sessionHash?: string
  /** Came with a one-time password: nothing but choosing their own until that is done. */
  mustChangePassword?: boolean
}

export type ActorOf<A extends Access> = A extends 'customer' ? Customer : A extends 'staff' ? Staff : Visitor
