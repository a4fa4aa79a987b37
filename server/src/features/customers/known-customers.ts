import type { Pool } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import { findOrMakeCustomer } from './customers.service.ts'
import type { Claims } from './id-tokens.ts'

const KEEP_MS = 60_000
const MAX_KEPT = 10_000

export type KnownCustomers = { read(siteId: number, claims: Claims): Promise<Customer> }

/**
 * Caches the customer behind a token's subject, which saves most requests a query. Only final states are
 * cached: a customer whose registration is complete, under the same claims.
 */
export function makeKnownCustomers(pool: Pool): KnownCustomers {
  const kept = new Map<string, { customer: Customer; until: number }>()
  return {
    async read(siteId, claims) {
      const key = JSON.stringify([siteId, claims.subject, claims.email, claims.emailVerified])
      const known = kept.get(key)
      if (known !== undefined && known.until > Date.now()) return known.customer

      const customer = await findOrMakeCustomer(pool, siteId, claims)
      if (customer.registrationComplete) {
        if (kept.size >= MAX_KEPT) kept.clear()
        kept.set(key, { customer, until: Date.now() + KEEP_MS })
      }
      return customer
    },
  }
}
