import type { AuditEventName } from '@laurel/domain/audit-events'
import { MAX_COMPANY_ENDPOINTS } from '@laurel/domain/company-events'
import type { EventType } from '@laurel/domain/event-types'
import { Refusal } from '@laurel/domain/refusal'
import { OLD_SECRET_FOR_MS } from '@laurel/domain/webhook-retries'
import type { Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { WebhookEndpoints } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer, Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { isTestSite, liveSiteOf, testSiteOf } from '../../test-site.ts'
import { type AuditEntry, record } from '../audit/audit.service.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { lockCapable } from '../companies/shared-things.ts'
import { placeOfNow } from './event-log.service.ts'
import {
  type EndpointRow,
  type EndpointWire,
  endpointWire,
  listEndpoints,
  lockOwn,
  type Owner,
  readEndpoint,
} from './webhook-endpoints.repo.ts'
import { enqueueSpread, sendMessages } from './webhook-jobs.ts'
import { makeSecret, sealSecret } from './webhook-secret.ts'
import { webhookUrl, wrongUrl } from './webhook-url.ts'

export type WebhookKit = Pick<Kit, 'pool' | 'jobs' | 'keys' | 'now' | 'config' | 'post'>

const MAX_ENDPOINTS = 20

/** Who manages endpoints, for the site or for a company. */
export type Manager = Owner & {
  by: string
  /** Where the API has them. */
  path: string
  /** Asks again whether they may, and keeps that so until the transaction ends. */
  admit(db: Db): Promise<unknown>
}

export function staffManager({ siteId, by }: Staff): Manager {
  return { siteId, companyId: null, by, path: '/api/v1/office/webhooks/', admit: async () => {} }
}

/** @throws {Refusal} `registration_incomplete` */
export function companyManager(actor: Customer): Manager {
  const { siteId, customerId, company } = inCompany(actor)
  return {
    siteId,
    companyId: company.id,
    by: `customer:${customerId}`,
    path: '/api/v1/company/webhooks/',
    admit: (db) => lockCapable(db, actor, 'api_keys.manage'),
  }
}

/** The same on the test site. Who manages keys was asked as the request was admitted. */
export function testManager(actor: Customer): Manager {
  const manager = companyManager(actor)
  return { ...manager, siteId: testSiteOf(manager.siteId), admit: async () => {} }
}

/** Whether an endpoint is the owner's. */
export function hasEndpoint({ pool }: Pick<Kit, 'pool'>, owner: Owner, id: number): Promise<boolean> {
  return inSite(pool, owner.siteId, async (db) => (await listEndpoints(db, owner, id)).length > 0)
}

export function listWebhooks({ pool }: WebhookKit, owner: Manager): Promise<EndpointWire[]> {
  return inSite(pool, owner.siteId, async (db) => (await listEndpoints(db, owner)).map(endpointWire))
}

export function getWebhook({ pool }: WebhookKit, owner: Manager, id: number): Promise<EndpointWire> {
  return inSite(pool, owner.siteId, async (db) => endpointWire(await readEndpoint(db, owner, id)))
}

type Endpoint = Pick<EndpointRow, 'site_id' | 'id' | 'company_id' | 'url'>
type Note = (endpoint: Endpoint, event: EndpointEvent, facts?: AuditEntry['facts']) => void

/**
 * Changes endpoints as their manager. Those of test mode are on the test site, so their changes are also recorded in
 * the company's own activity.
 */
export async function managing<T>(
  { pool, now }: WebhookKit,
  { siteId, by: actor, admit }: Manager,
  work: (db: Db, note: Note) => Promise<T>,
): Promise<T> {
  const at = now()
  let noted: [Endpoint, Entry][] = []
  const answer = await inSite(pool, siteId, async (db) => {
    await admit(db)
    noted = []
    return work(db, (endpoint, event, facts) => {
      noted.push([endpoint, { actor, event, facts: { ...facts, mode: 'test' }, at }])
      recordEndpointEvent(db, endpoint, { actor, event, ...(facts && { facts }), at })
    })
  })
  if (isTestSite(siteId) && noted.length > 0) {
    const site_id = liveSiteOf(siteId)
    await inSite(pool, site_id, async (db) => {
      for (const [endpoint, entry] of noted) recordEndpointEvent(db, { ...endpoint, site_id }, entry)
    })
  }
  return answer
}

/**
 * Sends new events to an address from now on.
 *
 * @throws {Refusal} `validation_failed` for an address that isn't allowed; `limit_exceeded`
 */
export async function createWebhook(
  kit: WebhookKit,
  manager: Manager,
  given: { url: string; description: string; event_types: readonly EventType[] },
): Promise<{ endpoint: EndpointWire; secret: string }> {
  const url = await checkedUrl(kit, given.url)
  const at = kit.now()
  const secret = makeSecret()
  const { siteId, companyId, by } = manager
  return managing(kit, manager, async (db, note) => {
    const rows = await listEndpoints(db, manager)
    const limit = companyId === null ? MAX_ENDPOINTS : MAX_COMPANY_ENDPOINTS
    if (rows.length >= limit)
      throw new Refusal('limit_exceeded', { limit, of: /*i18n*/ '{limit, number} webhook endpoints' })
    const { id } = await db
      .insertInto('webhook_endpoints')
      .values({
        site_id: siteId,
        company_id: companyId,
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
    const row = await readEndpoint(db, manager, id)
    note(row, 'created')
    return { endpoint: endpointWire(row), secret }
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
  manager: Manager,
  id: number,
  change: Change,
): Promise<EndpointWire> {
  const url = change.url === undefined ? undefined : await checkedUrl(kit, change.url)
  const at = kit.now()
  const { siteId } = manager
  return managing(kit, manager, async (db, note) => {
    const before = await lockSeen(db, manager, id, change.seen_version)
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
    const after = await readEndpoint(db, manager, id)
    if (isSwitched) note(after, enabled ? 'switched_on' : 'switched_off')
    if (url !== undefined || description !== undefined || event_types !== undefined) note(after, 'changed')
    return endpointWire(after)
  })
}

/** @throws {Refusal} `not_found` */
export function deleteWebhook(kit: WebhookKit, manager: Manager, id: number): Promise<undefined> {
  const { siteId } = manager
  return managing(kit, manager, async (db, note) => {
    const row = await lockOwn(db, manager, id)
    await db.deleteFrom('webhook_endpoints').where('site_id', '=', siteId).where('id', '=', id).execute()
    note(row, 'removed')
    return undefined
  })
}

/**
 * Replaces an endpoint's secret. The previous one also signs for a day, so that the receiver can switch without
 * missing messages.
 *
 * @throws {Refusal} `not_found`, `changed`
 */
export function rotateSecret(kit: WebhookKit, manager: Manager, id: number, seenVersion: number) {
  const at = kit.now()
  const secret = makeSecret()
  const { siteId } = manager
  return managing(kit, manager, async (db, note) => {
    const before = await lockSeen(db, manager, id, seenVersion)
    await update(db, before, at, {
      secret_sealed: sealSecret(kit.keys.dataSeal, siteId, secret),
      old_secret_sealed: before.secret_sealed,
      old_secret_until: new Date(at.getTime() + OLD_SECRET_FOR_MS),
    })
    note(before, 'secret_rotated')
    return { endpoint: endpointWire(await readEndpoint(db, manager, id)), secret }
  })
}

async function checkedUrl({ config, post }: WebhookKit, typed: string): Promise<string> {
  const url = webhookUrl(typed, { toPrivateHosts: config.webhooksToPrivateHosts })
  const problem = await post.problemWith(url)
  if (problem !== undefined) throw wrongUrl(problem)
  return url
}

async function lockSeen(db: Db, owner: Owner, id: number, seenVersion: number): Promise<EndpointRow> {
  const row = await lockOwn(db, owner, id)
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

type EndpointEvent =
  Extract<AuditEventName, `webhook.${string}`> extends `webhook.${infer Event}` ? Event : never
type Entry = Pick<AuditEntry, 'actor' | 'at'> & { event: EndpointEvent; facts?: AuditEntry['facts'] }

/**
 * Recorded in the audit log without the address, whose path may be a secret: about the endpoint, or about the company,
 * whose people read it.
 */
export function recordEndpointEvent(
  db: Db,
  { site_id, id, company_id, url }: Endpoint,
  { event, facts, ...entry }: Entry,
): void {
  const told = { host: new URL(url).host, ...facts }
  record(db, site_id, {
    ...entry,
    facts: told,
    ...(company_id === null
      ? { event: `webhook.${event}`, subject: `webhook:${id}` }
      : { event: `company.webhook_${event}`, subject: `company:${company_id}` }),
  })
}
