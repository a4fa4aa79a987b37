import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import {
  handles,
  type JobDefinition,
  type JobHandler,
  job,
  type Sweep,
  sweeps,
  Unfinished,
  visitSites,
} from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { numberEvents } from './event-log.service.ts'
import { listDue, sendDue } from './send-due.ts'
import { spreadLog } from './spread-log.ts'
import type { WebhookKit } from './webhook-endpoints.service.ts'
import { sendMessages, spreadEvents } from './webhook-jobs.ts'

/** So long one can look up what was sent; the log itself stays. */
const KEEP_MESSAGES_MS = 30 * 24 * 3_600_000

/** Forgets what was sent long ago, with its attempts, and numbers events that have no reader. */
const forgetWebhookMessages = job({
  name: 'webhooks.forget',
  payload: z.unknown(),
  retries: 2,
  seconds: 300,
  cron: '52 3 * * *',
})

export const webhookJobs: JobDefinition[] = [spreadEvents, sendMessages, forgetWebhookMessages]

/** @param stopped calls off what is being sent; it's sent again later */
export function webhookHandlers(kit: WebhookKit, stopped: AbortSignal): JobHandler[] {
  // One run at a time for an endpoint: the order of its messages, and one at a time while it fails.
  const running = new Map<string, { again: boolean }>()
  const promise = (siteId: number, endpointId: number) =>
    inSite(kit.pool, siteId, (db) => kit.jobs.enqueue(db, sendMessages, { siteId, endpointId }))

  return [
    handles(spreadEvents, ({ siteId }) => spreadLog(kit, siteId)),
    handles(sendMessages, async ({ siteId, endpointId }) => {
      const key = `${siteId}:${endpointId}`
      const other = running.get(key)
      if (other !== undefined) {
        // The other run looks once more, or fails and is tried again.
        other.again = true
        return
      }
      const run = { again: false }
      running.set(key, run)
      const isMore = await sendDue(kit, siteId, endpointId, stopped).finally(() => running.delete(key))
      if (stopped.aborted) throw new Unfinished('called off')
      if (isMore || run.again) await promise(siteId, endpointId)
    }),
    forgetting(kit),
  ]
}

/** Enqueues work that no job covers: a restored log, and messages from before there were jobs. */
export async function resumeWebhooks(kit: WebhookKit): Promise<void> {
  const siteIds = await findDueSites(kit.pool, (db) => lookForEndpoints(db).where('enabled', '=', true))
  await visitSites(siteIds, (siteId) =>
    inSite(kit.pool, siteId, async (db) => {
      const waiting = await db
        .selectFrom('webhook_endpoints as w')
        .leftJoin('webhook_messages as m', (join) =>
          join
            .onRef('m.site_id', '=', 'w.site_id')
            .onRef('m.endpoint_id', '=', 'w.id')
            .on('m.status', '=', 'waiting'),
        )
        .select(['w.id', (eb) => eb.fn.min('m.next_at').as('next_at')])
        .where('w.site_id', '=', siteId)
        .where('w.enabled', '=', true)
        .groupBy('w.id')
        .execute()
      if (waiting.length > 0) await kit.jobs.enqueue(db, spreadEvents, { siteId })
      for (const { id: endpointId, next_at } of waiting) {
        if (next_at === null) continue
        await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId }, { startAfter: next_at })
      }
    }),
  )
}

/** All that is due on one site, at once: for tests, which do not wait. */
export async function sendAllDue(kit: WebhookKit, siteId: number): Promise<void> {
  await spreadLog(kit, siteId)
  const due = await listDue(kit, siteId)
  const never = new AbortController().signal
  await Promise.all(
    due.map(async (id) => {
      while (await sendDue(kit, siteId, id, never));
    }),
  )
}

/** Daily, on every site with an endpoint, or with events that no reader has asked for: a later reader finds few. */
export function forgetting({ pool, now }: Pick<Kit, 'pool' | 'now'>): Sweep {
  return sweeps(
    forgetWebhookMessages,
    () => findDueSites(pool, (db) => lookForEndpoints(db).union(lookForUnnumbered(db))),
    async (siteId) => {
      await inSite(pool, siteId, async (db) => {
        await numberEvents(db, siteId)
        await db
          .deleteFrom('webhook_messages')
          .where('site_id', '=', siteId)
          .where('status', '<>', 'waiting')
          .where('settled_at', '<', new Date(now().getTime() - KEEP_MESSAGES_MS))
          .execute()
      })
    },
  )
}

const lookForUnnumbered = (db: Db) =>
  db.selectFrom('site_events').select('site_id').where('number', 'is', null)

const lookForEndpoints = (db: Db) => db.selectFrom('webhook_endpoints').select('site_id').distinct()
