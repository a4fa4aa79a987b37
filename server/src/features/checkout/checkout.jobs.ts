import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import {
  handles,
  type JobDefinition,
  type JobHandler,
  makeTurns,
  type Sweep,
  sweeps,
} from '../../jobs/jobs.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment } from '../payments/payments.repo.ts'
import { listPaymentsToAsk, lookForPaymentsToAsk } from '../payments/payments-to-ask.ts'
import { findSite } from '../sites/sites.repo.ts'
import { hasLapsed } from './apply-answer.ts'
import { reconcileAll, reconcileOne } from './reconcile-one.jobs.ts'
import { verifyAttempt } from './verify-attempt.ts'

export const paymentJobs: JobDefinition[] = [reconcileOne, reconcileAll]

export function paymentHandlers(kit: PaymentKit): JobHandler[] {
  return [
    handles(reconcileOne, ({ siteId, paymentId }) => reconcilePayment(kit, siteId, paymentId)),
    reconciling(kit),
  ]
}

async function reconcilePayment(kit: PaymentKit, siteId: number, paymentId: number) {
  // Once the provider is connected, the sweep asks about every open payment.
  if (kit.gateway.pageUrl === undefined) return
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
export function reconciling(kit: PaymentKit): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    reconcileAll,
    async () =>
      kit.gateway.pageUrl === undefined ? [] : findDueSites(kit.pool, lookForPaymentsToAsk(kit.now())),
    async (siteId) => {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      const ids = await inSite(kit.pool, siteId, (db) => listPaymentsToAsk(db, siteId, kit.now()))
      const failures = await inTurns(siteId, ids, (id) => verifyAttempt(kit, site, id, 'system'))
      if (failures.length > 0) throw new AggregateError(failures, 'some payments could not be asked about')
    },
  )
}
