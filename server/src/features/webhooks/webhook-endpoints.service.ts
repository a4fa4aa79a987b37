import type { EventType } from '@laurel/domain/event-types'
import { Refusal } from '@laurel/domain/refusal'
import { OLD_SECRET_FOR_MS } from '@laurel/domain/webhook-retries'
import type { Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { WebhookEndpoints } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { type AuditEntry, record } from '../audit/audit.service.ts'
import { placeOfNow } from './event-log.service.ts'
import {
  type EndpointRow,
  type EndpointWire,
  endpointWire,
  listEndpoints,
  lockEndpoint,
  readEndpoint,
} from './webhook-endpoints.repo.ts'
import { enqueueSpread, sendMessages } from './webhook-jobs.ts'
import { makeSecret, sealSecret } from './webhook-secret.ts'
import { webhookUrl, wrongUrl } from './webhook-url.ts'

export type WebhookKit = Pick<Kit, 'pool' | 'jobs' | 'keys' | 'now' | 'config' | 'post'>

const MAX_ENDPOINTS = 20

export function listWebhooks({ pool }: WebhookKit, { siteId }: Staff): Promise<EndpointWire[]> {
  return inSite(pool, siteId, async (db) => (await listEndpoints(db, siteId)).map(endpointWire))
}

export function getWebhook({ pool }: WebhookKit, { siteId }: Staff, id: number): Promise<EndpointWire> {
  return inSite(pool, siteId, async (db) => endpointWire(await readEndpoint(db, siteId, id)))
}

/**
 * Sends new events to an address from now on.
 *
 * @throws {Refusal} `validation_failed` for an address that isn't allowed; `limit_exceeded`
 */
export async function createWebhook(
  kit: WebhookKit,
  { siteId, by }: Staff,
  given: { url: string; description: string; event_types: readonly EventType[] },
): Promise<{ endpoint: EndpointWire; secret: string }> {
  const url = await checkedUrl(kit, given.url)
  const at = kit.now()
  const secret = makeSecret()
  return inSite(kit.pool, siteId, async (db) => {
    const rows = await listEndpoints(db, siteId)
    if (rows.length >= MAX_ENDPOINTS) throw new Refusal('limit_exceeded', { limit: MAX_ENDPOINTS })
    const { id } = await db
      .insertInto('webhook_endpoints')
      .values({
        site_id: siteId,
        url,
        description: given.description,
        event_types: [...new Set(given.event_types)],
        secret_sealed: sealSecret(kit.keys.dataSeal, siteId, secret),
        read_number: await placeOfNow(db, siteId),
        created_by: by,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    recordEndpointEvent(db, siteId, {
      actor: by,
      event: 'webhook.created',
      id,
      facts: { host: new URL(url).host },
      at,
    })
    return { endpoint: endpointWire(await readEndpoint(db, siteId, id)), secret }
  })
}

type Change = {
  seen_version: number
  url?: string | undefined
  description?: string | undefined
  event_types?: readonly EventType[] | undefined
  enabled?: boolean | undefined
  skip_missed?: boolean | undefined
}

/**
 * Changes an endpoint. Turned on, it resumes where it stopped, or begins now.
 *
 * @throws {Refusal} `not_found`, `changed`, `validation_failed`
 */
export async function patchWebhook(
  kit: WebhookKit,
  { siteId, by }: Staff,
  id: number,
  change: Change,
): Promise<EndpointWire> {
  const url = change.url === undefined ? undefined : await checkedUrl(kit, change.url)
  const at = kit.now()
  return inSite(kit.pool, siteId, async (db) => {
    const before = await lockSeen(db, siteId, id, change.seen_version)
    const { description, event_types, enabled } = change
    const isSwitched = enabled !== undefined && enabled !== before.enabled
    await update(db, before, at, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(event_types !== undefined && { event_types: [...new Set(event_types)] }),
      ...(isSwitched && switched(enabled, at)),
    })
    if (isSwitched && enabled && change.skip_missed) await skipMissed(db, siteId, id)
    if (isSwitched && enabled) {
      enqueueSpread(db, siteId)
      await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId: id })
    }
    const facts = { host: new URL(url ?? before.url).host }
    if (isSwitched) {
      recordEndpointEvent(db, siteId, {
        actor: by,
        event: `webhook.switched_${enabled ? 'on' : 'off'}`,
        id,
        facts,
        at,
      })
    }
    if (url !== undefined || description !== undefined || event_types !== undefined) {
      recordEndpointEvent(db, siteId, { actor: by, event: 'webhook.changed', id, facts, at })
    }
    return endpointWire(await readEndpoint(db, siteId, id))
  })
}

/** @throws {Refusal} `not_found` */
export function deleteWebhook(kit: WebhookKit, { siteId, by }: Staff, id: number): Promise<undefined> {
  return inSite(kit.pool, siteId, async (db) => {
    const { url } = await lockEndpoint(db, siteId, id)
    await db.deleteFrom('webhook_endpoints').where('site_id', '=', siteId).where('id', '=', id).execute()
    const facts = { host: new URL(url).host }
    recordEndpointEvent(db, siteId, { actor: by, event: 'webhook.removed', id, facts, at: kit.now() })
    return undefined
  })
}

/**
 * Replaces an endpoint's secret. The previous one also signs for a day, so that the receiver can switch without
 * missing messages.
 *
 * @throws {Refusal} `not_found`, `changed`
 */
export function rotateSecret(kit: WebhookKit, { siteId, by }: Staff, id: number, seenVersion: number) {
  const at = kit.now()
  const secret = makeSecret()
  return inSite(kit.pool, siteId, async (db) => {
    const before = await lockSeen(db, siteId, id, seenVersion)
    await update(db, before, at, {
      secret_sealed: sealSecret(kit.keys.dataSeal, siteId, secret),
      old_secret_sealed: before.secret_sealed,
      old_secret_until: new Date(at.getTime() + OLD_SECRET_FOR_MS),
    })
    recordEndpointEvent(db, siteId, { actor: by, event: 'webhook.secret_rotated', id, facts: {}, at })
    return { endpoint: endpointWire(await readEndpoint(db, siteId, id)), secret }
  })
}

async function checkedUrl({ config, post }: WebhookKit, typed: string): Promise<string> {
  const url = webhookUrl(typed, { toPrivateHosts: config.webhooksToPrivateHosts })
  const problem = await post.problemWith(url)
  if (problem !== undefined) throw wrongUrl(problem)
  return url
}

async function lockSeen(db: Db, siteId: number, id: number, seenVersion: number): Promise<EndpointRow> {
  const row = await lockEndpoint(db, siteId, id)
  if (row.version !== seenVersion) throw new Refusal('changed')
  return row
}

async function update(db: Db, before: EndpointRow, at: Date, change: Updateable<WebhookEndpoints>) {
  await db
    .updateTable('webhook_endpoints')
    .set({ ...change, version: before.version + 1, updated_at: at })
    .where('site_id', '=', before.site_id)
    .where('id', '=', before.id)
    .execute()
}

function switched(on: boolean, at: Date) {
  return on
    ? { enabled: true, off_reason: '', off_at: null, failing_since: null, failed_at: null }
    : { enabled: false, off_reason: 'by_hand', off_at: at }
}

/** What happened while it was off, and what waited then, is not sent. */
async function skipMissed(db: Db, siteId: number, id: number) {
  await db
    .updateTable('webhook_endpoints')
    .set({ read_number: await placeOfNow(db, siteId) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('webhook_messages')
    .where('site_id', '=', siteId)
    .where('endpoint_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Recorded in the audit log without the address, whose path may be a secret. */
export function recordEndpointEvent(
  db: Db,
  siteId: number,
  { id, ...entry }: Omit<AuditEntry, 'subject'> & { id: number },
): void {
  record(db, siteId, { ...entry, subject: `webhook:${id}` })
}
