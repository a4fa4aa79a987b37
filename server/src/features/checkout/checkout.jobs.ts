import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler } from '../../jobs/jobs.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment, listPaymentsToAsk } from '../payments/payments.repo.ts'
import { forEverySite } from '../sites/every-site.ts'
import { findSite } from '../sites/sites.repo.ts'
import { hasLapsed } from './apply-answer.ts'
import { reconcileAll, reconcileOne } from './reconcile-one.jobs.ts'
import { verifyAttempt } from './verify-attempt.ts'

export const paymentJobs: JobDefinition[] = [reconcileOne, reconcileAll]

export function paymentHandlers(kit: PaymentKit): JobHandler[] {
  return [
    handles(reconcileOne, ({ siteId, paymentId }) => reconcilePayment(kit, siteId, paymentId)),
    handles(reconcileAll, () => reconcilePayments(kit)),
  ]
}

async function reconcilePayment(kit: PaymentKit, siteId: number, paymentId: number) {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  const payment = await inSite(kit.pool, siteId, (db) => findPayment(db, siteId, paymentId))
  if (payment === undefined) return
  const mayStillBePaid = payment.state === 'started' || payment.state === 'abandoned'
  if (mayStillBePaid && hasLapsed(payment, kit.now())) {
    await verifyAttempt(kit, site, paymentId, 'system')
  }
}

/**
 * Asks the provider about every payment whose outcome is open: attempts whose page has run out, debits
 * under way or on hold, and once more about those that ended without money. One that cannot be
 * answered does not keep the others waiting.
 */
export async function reconcilePayments(kit: PaymentKit): Promise<void> {
  await forEverySite(kit.pool, async (site) => {
    const failures: unknown[] = []
    const ids = await inSite(kit.pool, site.id, (db) => listPaymentsToAsk(db, site.id, kit.now()))
    for (const id of ids) {
      await verifyAttempt(kit, site, id, 'system').catch((cause) => failures.push(cause))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some payments could not be asked about')
  })
}
