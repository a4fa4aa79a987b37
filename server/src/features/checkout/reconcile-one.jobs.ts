import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

/** Enqueued with every attempt, for when its page expires. */
export const reconcileOne = job({
  name: 'payments.reconcile-one',
  payload: z.object({ siteId: z.number(), paymentId: z.number() }),
  retries: 10,
  seconds: 60,
})

/** Sweeps all sites' payments whose outcome is open. */
export const reconcileAll = job({
  name: 'payments.reconcile',
  payload: z.unknown(),
  retries: 0,
  seconds: 300,
  cron: '* * * * *',
  siteBySite: true,
})
