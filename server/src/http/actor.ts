import type { Access } from '@laurel/contract/endpoint'

/** Whoever asks, on which site. Every query filters by it. */
export type Visitor = { siteId: number }
export type Customer = Visitor & {
  customerId: number
  email: string
  emailVerified: boolean
  registrationComplete: boolean
}
export type Staff = Visitor & { staffId: number; role: string }

export type ActorOf<A extends Access> = A extends 'customer' ? Customer : A extends 'staff' ? Staff : Visitor
