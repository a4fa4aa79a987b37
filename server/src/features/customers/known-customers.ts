import { Refusal } from '@laurel/domain/refusal'
import type { Pool } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import { findOrMakeCustomer, type KnownCustomer } from './customers.service.ts'
import type { Claims } from './id-tokens.ts'

const KEEP_MS = 60_000
const MAX_KEPT = 10_000

export type KnownCustomers = {
  /**
   * @param companyId the company that the caller asks to act for; undefined for the one they joined first
   * @throws {Refusal} `company_left`; `sign_in_required` when the account was deleted or disabled
   */
  read(siteId: number, claims: Claims, companyId?: number): Promise<Customer>
  /** Reads them again for their next request: they left the company that this one was for. */
  forget(customer: Pick<Customer, 'siteId' | 'customerId'>): void
}

/**
 * Caches the customer behind a token's subject, which saves most requests a query. Only final states are
 * cached: a customer whose registration is complete, under the same claims. Their companies and roles are up to a
 * minute old, except when they ask for a company that isn't among them.
 */
export function makeKnownCustomers(pool: Pool): KnownCustomers {
  const kept = new Map<string, { customer: KnownCustomer; until: number }>()
  return {
    async read(siteId, claims, companyId) {
      const key = JSON.stringify([siteId, claims.subject, claims.email, claims.emailVerified])
      const known = kept.get(key)
      const cached =
        known !== undefined && known.until > Date.now() ? inCompany(known.customer, companyId) : undefined
      if (cached !== undefined) return cached

      const customer = await findOrMakeCustomer(pool, siteId, claims)
      if (customer.registrationComplete) {
        if (kept.size >= MAX_KEPT) kept.clear()
        kept.set(key, { customer, until: Date.now() + KEEP_MS })
      }
      const found = inCompany(customer, companyId)
      if (found === undefined) throw new Refusal('company_left')
      return found
    },

    forget({ siteId, customerId }) {
      for (const [key, { customer }] of kept) {
        if (customer.siteId === siteId && customer.customerId === customerId) kept.delete(key)
      }
    },
  }
}

/** @returns undefined if they aren't in it */
function inCompany({ companies, ...customer }: KnownCustomer, companyId: number | undefined) {
  const company = companyId === undefined ? companies[0] : companies.find(({ id }) => id === companyId)
  return company === undefined && companyId !== undefined ? undefined : { ...customer, company }
}
