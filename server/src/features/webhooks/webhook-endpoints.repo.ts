import type { WebhookEndpoint } from '@laurel/contract/webhooks'
import type { KeyMode } from '@laurel/domain/company-api-keys'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { WebhookEndpoints } from '../../database/generated/tables.ts'
import { isTestSite } from '../../test-site.ts'

export type EndpointRow = Selectable<WebhookEndpoints>
export type EndpointWire = z.input<typeof WebhookEndpoint> & { mode: KeyMode }

/** Whose endpoints they are: the site's own, or a company's. */
export type Owner = { siteId: number; companyId: number | null }

/** An owner's endpoints, with how many messages wait and how many failed. */
export function listEndpoints(db: Db, { siteId, companyId }: Owner, id?: number) {
  return db
    .selectFrom('webhook_endpoints as w')
    .selectAll('w')
    .select(({ selectFrom }) => {
      const count = (status: 'waiting' | 'failed') =>
        selectFrom('webhook_messages as m')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('m.site_id', '=', 'w.site_id')
          .whereRef('m.endpoint_id', '=', 'w.id')
          .where('m.status', '=', status)
          .$asScalar()
          .$notNull()
      return [count('waiting').as('waiting_count'), count('failed').as('failed_count')]
    })
    .where('w.site_id', '=', siteId)
    .where('w.company_id', companyId === null ? 'is' : '=', companyId)
    .$if(id !== undefined, (query) => query.where('w.id', '=', id!))
    .orderBy('w.id')
    .execute()
}

/** @throws {Refusal} `not_found` */
export async function readEndpoint(db: Db, owner: Owner, id: number) {
  const [row] = await listEndpoints(db, owner, id)
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Holds the endpoint until the transaction ends. @throws {Refusal} `not_found` */
export async function lockEndpoint(db: Db, siteId: number, id: number): Promise<EndpointRow> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** The same for one that must be the owner's. @throws {Refusal} `not_found` */
export async function lockOwn(db: Db, { siteId, companyId }: Owner, id: number): Promise<EndpointRow> {
  const row = await lockEndpoint(db, siteId, id)
  if (row.company_id !== companyId) throw new Refusal('not_found')
  return row
}

/** Endpoints that are another company's now get its events from here on, not what it did before. */
export async function startNow(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('webhook_endpoints')
    .set(({ fn, lit, selectFrom }) => ({
      read_number: fn.coalesce(
        selectFrom('site_events')
          .select(({ fn: of }) => of.max('number').as('number'))
          .where('site_id', '=', siteId)
          .$asScalar(),
        lit(0),
      ),
    }))
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
}

/** @throws {Refusal} `webhook_is_off` */
export function assertOn({ enabled }: EndpointRow): void {
  if (!enabled) throw new Refusal('webhook_is_off')
}

export function endpointWire(row: Awaited<ReturnType<typeof readEndpoint>>): EndpointWire {
  const { id, url, description, event_types, enabled, off_reason, created_by, version } = row
  return {
    ...{ id, url, description, event_types, enabled, created_by, version },
    mode: isTestSite(row.site_id) ? 'test' : 'live',
    off_reason: off_reason as EndpointWire['off_reason'],
    off_at: row.off_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    waiting_count: row.waiting_count,
    failed_count: row.failed_count,
    old_secret_until: row.old_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
