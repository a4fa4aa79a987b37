import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

/** Mails one person about a request. `position` is the step they're asked about. */
export const mailApproval = job({
  name: 'mail.approval',
  payload: z.object({
    siteId: z.number(),
    requestId: z.number(),
    to: z.number(),
    news: z.enum(['asked', 'escalated', 'approved', 'pay', 'returned', 'expired']),
    position: z.number().default(0),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Enqueued with a step, for when its working hours are over. */
export const escalateStep = job({
  name: 'approvals.escalate',
  payload: z.object({ siteId: z.number(), requestId: z.number(), position: z.number() }),
  retries: 10,
  seconds: 60,
})

/** Enqueued with a request, for its last day, and for an hour after no one can decide it anymore. */
export const expireRequest = job({
  name: 'approvals.expire',
  payload: z.object({
    siteId: z.number(),
    requestId: z.number(),
    withoutApprover: z.boolean().default(false),
  }),
  retries: 10,
  seconds: 60,
})

export const approvalJobs = [mailApproval, escalateStep, expireRequest]
