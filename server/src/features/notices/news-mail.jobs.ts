import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

/** Mails a person what happened: news of a company as it happens, or everything of a day. */
export const mailNews = job({
  name: 'mail.news',
  payload: z.object({
    siteId: z.number(),
    customerId: z.number(),
    noticeIds: z.array(z.number()),
    /** When the day of a daily summary began; without it, the mail is about news at once. */
    since: z.string().optional(),
    /** Whether it says what everyone in their company did. */
    withActivity: z.boolean().optional(),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})
