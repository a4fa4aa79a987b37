import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

const OneBatch = z.object({ siteId: z.number(), batchId: z.number() })

/** Makes a batch's files. The batch itself is what is kept: {@link sweepBatches} finds it when this is lost. */
export const makeBatchFiles = job({ name: 'batches.make', payload: OneBatch, retries: 0, seconds: 7_200 })

/** Buys a batch's missing labels and voids the unneeded ones. */
export const workOnLabels = job({ name: 'batches.labels', payload: OneBatch, retries: 0, seconds: 7_200 })

/** Makes the cards of a batch usable once it has left. */
export const activateMailed = job({ name: 'batches.activate', payload: OneBatch, retries: 20, seconds: 600 })

/** Looks for what a worker that is gone has left, and for answers of carriers that got lost. */
export const sweepBatches = job({
  name: 'batches.walk',
  payload: z.unknown(),
  retries: 0,
  seconds: 600,
  cron: '* * * * *',
  siteBySite: true,
})

/** Asks the carrier about addresses that wait. */
export const checkAddresses = job({
  name: 'addresses.check',
  payload: z.object({ siteId: z.number(), orderId: z.number().optional() }),
  retries: 3,
  seconds: 3_600,
})

/** Asks carriers where letters and parcels are. */
export const trackLetters = job({
  name: 'deliveries.track',
  payload: z.unknown(),
  retries: 0,
  seconds: 1_800,
  cron: '*/2 * * * *',
  siteBySite: true,
})
