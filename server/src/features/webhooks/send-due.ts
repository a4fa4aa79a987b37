import { failingSince, hasFailedTooLong, nextAttemptAt } from '@laurel/domain/webhook-retries'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { capableOf } from '../companies/capable-of.ts'
import { enqueueWebhookOffMails } from '../mail/webhook-off.jobs.ts'
import { eventName } from './event-log.service.ts'
import { type EventOfMessage, externalIdIn, messageBody } from './message-body.ts'
import { type EndpointRow, lockEndpoint } from './webhook-endpoints.repo.ts'
import { recordEndpointEvent, type WebhookKit } from './webhook-endpoints.service.ts'
import { sendMessages } from './webhook-jobs.ts'
import type { Sent } from './webhook-post.ts'
import { signatures } from './webhook-secret.ts'

/** Sent side by side to one endpoint; to one that fails, one after the other. */
const AT_ONCE = 8
/** After this long without news, a worker with a claimed message has crashed: longer than any attempt. */
const CLAIMED_FOR_MS = 60_000
const GONE = 410
/** After so many messages, or so long, others have their turn. */
const SENT_IN_A_ROW = 100
const SENDS_FOR_MS = 60_000

type Claimed = EventOfMessage & { id: number; claim: number; eventId: number }

/** Endpoints of a site for which something is due. */
export async function listDue({ pool, now }: WebhookKit, siteId: number): Promise<number[]> {
  const at = now()
  const rows = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('webhook_endpoints as w')
      .select('w.id')
      .where('w.site_id', '=', siteId)
      .where('w.enabled', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_messages as m')
            .select('m.id')
            .whereRef('m.site_id', '=', 'w.site_id')
            .whereRef('m.endpoint_id', '=', 'w.id')
            .where('m.status', '=', 'waiting')
            .where('m.next_at', '<=', at),
        ),
      )
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/**
 * Sends what is due to one endpoint, for one turn. A message is claimed before it is sent and
 * settled after: whatever dies in between, it is sent again under the same id.
 *
 * @returns whether more may be due
 */
export async function sendDue(
  kit: WebhookKit,
  siteId: number,
  endpointId: number,
  stopped: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + SENDS_FOR_MS
  for (let sent = 0; sent < SENT_IN_A_ROW && performance.now() < until && !stopped.aborted; ) {
    const block = await inSite(kit.pool, siteId, (db) => claimBlock(db, siteId, endpointId, kit.now()))
    if (block === undefined) return false
    crashPoint('webhook.claimed')
    await Promise.all(block.messages.map((message) => sendOne(kit, block.endpoint, message, stopped)))
    sent += block.messages.length
  }
  return true
}

async function claimBlock(
  db: Db,
  siteId: number,
  endpointId: number,
  at: Date,
): Promise<{ endpoint: EndpointRow; messages: Claimed[] } | undefined> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', endpointId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (endpoint === undefined) return undefined
  const due = await db
    .selectFrom('webhook_messages as m')
    .innerJoin('site_events as e', (join) =>
      join.onRef('e.site_id', '=', 'm.site_id').onRef('e.id', '=', 'm.event_id'),
    )
    .select(['m.id', 'm.claim', 'm.event_id as eventId', 'e.type', 'e.at', 'e.data', externalIdIn(siteId)])
    .where('m.site_id', '=', siteId)
    .where('m.endpoint_id', '=', endpointId)
    .where('m.status', '=', 'waiting')
    .where('m.next_at', '<=', at)
    .orderBy('m.next_at')
    .orderBy('m.id')
    .limit(endpoint.failing_since === null ? AT_ONCE : 1)
    .forUpdate('m')
    .skipLocked()
    .execute()
  if (due.length === 0) return undefined
  await db
    .updateTable('webhook_messages')
    .set((eb) => ({ claim: eb('claim', '+', 1), next_at: new Date(at.getTime() + CLAIMED_FOR_MS) }))
    .where('site_id', '=', siteId)
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  return { endpoint, messages: due.map((message) => ({ ...message, claim: message.claim + 1 })) }
}

async function sendOne(kit: WebhookKit, endpoint: EndpointRow, message: Claimed, stopped: AbortSignal) {
  const at = kit.now()
  const id = eventName(message.eventId)
  const body = messageBody(message, { siteId: endpoint.site_id, companyId: endpoint.company_id })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Laurel-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures(kit.keys.dataSeal, endpoint, { id, at, body }),
  }
  const sent = await kit.post.send(endpoint.url, headers, body, stopped)
  // Called off by us: whether it arrived is not known, so it waits to be sent again.
  if (stopped.aborted && sent.status === null) return
  crashPoint('webhook.sent')
  await inSite(kit.pool, endpoint.site_id, (db) => settle(db, kit, endpoint, message, sent))
}

async function settle(
  db: Db,
  kit: WebhookKit,
  { site_id: siteId, id }: EndpointRow,
  message: Claimed,
  sent: Sent,
) {
  const at = kit.now()
  // First of all, so that every transaction holds endpoint and message in the same order. It may be gone.
  const endpoint = await lockEndpoint(db, siteId, id).catch(() => undefined)
  if (endpoint === undefined) return
  const held = await db
    .selectFrom('webhook_messages')
    .select(['attempts', 'claim'])
    .where('site_id', '=', siteId)
    .where('id', '=', message.id)
    .forUpdate()
    .executeTakeFirst()
  if (held === undefined) return
  const { status, problem, answer, durationMs } = sent
  await db
    .insertInto('webhook_attempts')
    .values({ site_id: siteId, message_id: message.id, status, problem, answer, duration_ms: durationMs, at })
    .execute()
  const isDelivered = status !== null && status >= 200 && status < 300
  // Otherwise it was requested again in between, and is sent once more.
  if (held.claim === message.claim) {
    const attempts = held.attempts + 1
    const next = isDelivered || status === GONE ? undefined : nextAttemptAt(attempts, at, Math.random())
    await db
      .updateTable('webhook_messages')
      .set({
        attempts,
        ...(next === undefined
          ? { status: isDelivered ? 'delivered' : 'failed', settled_at: at }
          : { next_at: next }),
      })
      .where('site_id', '=', siteId)
      .where('id', '=', message.id)
      .execute()
    if (next !== undefined) {
      await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId: id }, { startAfter: next })
    }
  }
  if (isDelivered) await noteSuccess(db, endpoint, at)
  else await noteFailure(db, kit, endpoint, status === GONE, at)
}

async function noteSuccess(db: Db, endpoint: EndpointRow, at: Date) {
  await db
    .updateTable('webhook_endpoints')
    .set({ delivered_at: at, failing_since: null, failed_at: null })
    .where('site_id', '=', endpoint.site_id)
    .where('id', '=', endpoint.id)
    .execute()
}

async function noteFailure(db: Db, kit: WebhookKit, endpoint: EndpointRow, isGone: boolean, at: Date) {
  const { site_id: siteId, id, failing_since, failed_at, version } = endpoint
  const since = failingSince({ failingSince: failing_since, failedAt: failed_at }, at)
  const isOver = endpoint.enabled && (isGone || hasFailedTooLong(since, at))
  const reason = isGone ? 'gone' : 'failing'
  await db
    .updateTable('webhook_endpoints')
    .set({
      failing_since: since,
      failed_at: at,
      ...(isOver && { enabled: false, off_reason: reason, off_at: at, version: version + 1, updated_at: at }),
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  if (!isOver) return
  recordEndpointEvent(db, endpoint, { actor: 'system', event: 'switched_off', facts: { reason }, at })
  await enqueueWebhookOffMails(db, kit, endpoint, await peopleToTell(db, endpoint))
}

/** Who manages a company's endpoints; undefined for the site's. */
function peopleToTell(db: Db, { site_id, company_id }: EndpointRow): Promise<number[]> | undefined {
  return company_id === null ? undefined : capableOf(db, site_id, company_id, 'api_keys.manage')
}
