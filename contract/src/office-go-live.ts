import { GO_LIVE_LINES } from '@laurel/domain/go-live'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'
import { MailSender } from './office-site.ts'
import { api } from './routes.ts'

/** What can be tested; the result of the last test is part of the checklist. */
const GoLiveCheck = z.enum(['hosts', 'payments', 'carriers', 'mail'])

export const GoLive = z.object({
  live_at: Moment.nullable(),
  can_go_live: z.boolean(),
  can_take_offline: z.boolean().meta({ description: 'Whether the site is live without orders' }),
  preview_orders: z
    .number()
    .int()
    .meta({ description: 'Placed in the preview. They’re deleted when the site goes live' }),
  lines: z.array(
    z.object({
      name: z.enum(GO_LIVE_LINES),
      state: z.enum(['ready', 'todo', 'off']).meta({ description: 'off: intentionally not used' }),
      blocks: z.boolean().meta({ description: 'Required before the site can go live' }),
      text: z.string(),
      checks: z.array(GoLiveCheck).meta({ description: 'The tests that can be run now' }),
      checked_at: Moment.nullable(),
    }),
  ),
  can_send_test_mail: z.boolean(),
  mail_sender: MailSender.nullable(),
})

const checklist = { access: 'staff', needs: 'site.edit', response: GoLive } as const

export const getGoLive = endpoint(api.getGoLive, {
  ...checklist,
  summary: 'The go-live checklist',
})

export const checkGoLive = endpoint(api.checkGoLive, {
  ...checklist,
  summary: 'Test connections and DNS records. Nothing is bought or charged',
  body: z.object({ only: GoLiveCheck.optional() }),
})

export const sendGoLiveMail = endpoint(api.sendGoLiveMail, {
  ...checklist,
  summary: 'Send a test email to the caller and wait for the mail server’s response',
  refusals: ['too_many_requests'],
})

export const goLive = endpoint(api.goLive, {
  ...checklist,
  summary: 'Delete the orders of the preview, and open the site to customers',
  refusals: ['not_ready_to_go_live'],
})

export const takeOffline = endpoint(api.takeOffline, {
  ...checklist,
  summary: 'Show “Coming soon” again, while the site has no orders',
  refusals: ['site_has_orders'],
})
