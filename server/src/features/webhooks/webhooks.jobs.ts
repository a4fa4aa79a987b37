import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { forEverySite } from '../sites/every-site.ts'

/** So long one can look up what was sent; the log itself stays. */
const KEEP_MESSAGES_MS = 30 * 24 * 3_600_000

/** Forgets what was sent long ago, with its attempts. */
export const forgetWebhookMessages = job({
  name: 'webhooks.forget',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '52 3 * * *',
})

export function forgetMessagesHandler(kit: Pick<Kit, 'pool' | 'now'>): JobHandler {
  return handles(forgetWebhookMessages, () => forgetMessages(kit))
}

export async function forgetMessages({ pool, now }: Pick<Kit, 'pool' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEEP_MESSAGES_MS)
  await forEverySite(pool, async ({ id }) => {
    await inSite(pool, id, (db) =>
      db
        .deleteFrom('webhook_messages')
        .where('site_id', '=', id)
        .where('status', '<>', 'waiting')
        .where('settled_at', '<', before)
        .execute(),
    )
  })
}
