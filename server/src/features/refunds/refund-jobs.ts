import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

/** Enqueued with every approved refund. */
export const carryOutRefund = job({
  name: 'refunds.carry-out',
  payload: z.object({ siteId: z.number(), refundId: z.number() }),
  retries: 5,
  seconds: 60,
})

/** Sweeps all sites' refunds that wait for settlement, or whose fate is open. */
export const carryOutRefunds = job({
  name: 'refunds.walk',
  payload: z.unknown(),
  retries: 0,
  seconds: 300,
  cron: '*/5 * * * *',
  siteBySite: true,
})
