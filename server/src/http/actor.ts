import type { Access } from '@laurel/contract/endpoint'
import type { KeyMode } from '@laurel/domain/company-api-keys'
import type { PrivateSession } from '@laurel/identity'
import type { Membership } from '../features/companies/own-companies.ts'

/** The caller, on one site. Every query filters by it. */
export type Visitor = { siteId: number }
export type Customer = Visitor & {
  customerId: number
  email: string
  emailVerified: boolean
  registrationComplete: boolean
  /** The company they act for; undefined until registration is complete. */
  company?: Membership | undefined
  /** The company's API key that calls; undefined for a person. */
  key?: CompanyKey
}
/** `homeId`: the company that it was made for, which keeps its external IDs apart after a merge. */
type CompanyKey = { id: number; mode: KeyMode; scopes: readonly string[]; homeId: number }
/** The customer as whom a company's API key orders. */
export type KeyCustomer = Customer & { company: Membership; key: CompanyKey }
/** A staff member in the office, or an integrator's program. */
export type Staff = Visitor & {
  /** Undefined for an integrator. */
  staffId: number | undefined
  /** The permissions: a role of the table, or the scopes of a credential. */
  role: string
  scopes?: readonly string[]
  /** The name in the audit log: `staff:2`, `integrator:erp`. */
  by: string
  /** Signed in with a temporary password, the only thing it allows is to replace that. */
  session?: PrivateSession
}

/** A person who runs the installation. */
export type Operator = {
  id: number
  name: string
  email: string
  /** The name in the operators' log: `operator:2`. */
  by: string
  session: PrivateSession
}

export type ActorOf<A extends Access> = A extends 'anyone'
  ? undefined
  : A extends 'operator'
    ? Operator
    : A extends 'key'
      ? KeyCustomer
      : A extends 'customer'
        ? Customer
        : A extends 'staff'
          ? Staff
          : Visitor
