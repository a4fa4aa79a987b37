import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { leaveAllCompanies } from '../companies/companies.service.ts'
import {
  clearCarts,
  deleteOwnThings,
  forgetCustomer,
  lockCustomerOfSubject,
  takeUnusedFiles,
  uploadedParts,
} from './close-customer.repo.ts'

const DAY_MS = 86_400_000

/** Closes the customer whose account was deleted. It may run again: what is done is found done. */
export const closeCustomer = job({
  name: 'customer.close',
  payload: z.object({ siteId: z.number(), subject: z.string() }),
  retries: 20,
  seconds: 120,
})

/** Longer than a token of an ended session is accepted (id-tokens.ts): nothing is added afterwards. */
export const CLOSE_AFTER_S = 60

/**
 * Removes the data of a person who deleted their account, except what accounting needs: orders, their payments,
 * and whom each order was billed to.
 *
 * A cart with an open payment is kept until its outcome is known: the job runs again for it.
 */
export function closeCustomerHandler(kit: Pick<Kit, 'pool' | 'files' | 'jobs' | 'now'>): JobHandler {
  return handles(closeCustomer, async (payload) => {
    const { siteId, subject } = payload
    const at = kit.now()
    const fileKeys = await inSite(kit.pool, siteId, async (db) => {
      const customer = await lockCustomerOfSubject(db, siteId, subject)
      if (customer === undefined) return []

      // What they shared passes on first.
      await leaveAllCompanies(db, kit, siteId, customer.id)
      const parts = await uploadedParts(db, siteId, customer.id)
      await deleteOwnThings(db, siteId, customer.id)
      const quietSince = new Date(at.getTime() - DAY_MS)
      const { uploads, leftOpen } = await clearCarts(db, siteId, customer.id, quietSince)
      const files = await takeUnusedFiles(db, siteId, customer.id)
      await forgetCustomer(db, siteId, customer.id, at)
      if (customer.closed_at === null) {
        const about = `customer:${customer.id}`
        record(db, siteId, { actor: 'system', event: 'customer.closed', subject: about, facts: {}, at })
      }
      if (leftOpen) await kit.jobs.enqueue(db, closeCustomer, payload, { startAfter: DAY_MS / 1000 })
      return [...uploads, ...parts, ...files]
    })
    // After the rows: a crash here leaves unreferenced files, never references without files.
    for (const key of fileKeys) await kit.files.remove(key)
  })
}
