import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

/** Makes a report's file. */
export const makeReport = job({
  name: 'reports.make',
  payload: z.object({ siteId: z.number(), fileId: z.number() }),
  // How often a fault is tried again, makeFile decides.
  retries: 100,
  longestRetrySeconds: 60,
  seconds: 14_400,
  heartbeatSeconds: 30,
  atOnce: 3,
  perSite: 2,
})
