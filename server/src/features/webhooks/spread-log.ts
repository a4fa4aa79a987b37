import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { numberEvents, readLog } from './event-log.service.ts'
import { sendMessages } from './webhook-jobs.ts'

const BLOCK = 1_000

type SpreadKit = Pick<Kit, 'pool' | 'now' | 'jobs'>

/**
 * Reads the log for every endpoint that is behind, and creates its messages. The position is stored in the same
 * transaction, so a killed worker's part is read again.
 */
export async function spreadLog(kit: SpreadKit, siteId: number): Promise<void> {
  const { pool } = kit
  const behind = await inSite(pool, siteId, async (db) => {
    await numberEvents(db, siteId)
    return listBehind(db, siteId)
  })
  for (const id of behind) {
    let read: number
    do {
      read = await inSite(pool, siteId, (db) => spreadBlock(db, kit, siteId, id))
    } while (read === BLOCK)
  }
}

async function listBehind(db: Db, siteId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as w')
    .select('w.id')
    .where('w.site_id', '=', siteId)
    .where('w.enabled', '=', true)
    .where(({ and, eb, exists, or, selectFrom }) => {
      const news = selectFrom('site_events as e')
        .whereRef('e.site_id', '=', 'w.site_id')
        .whereRef('e.number', '>', 'w.read_number')
      return or([
        and([eb('w.company_id', 'is', null), exists(news)]),
        and([eb('w.company_id', 'is not', null), exists(news.whereRef('e.company_id', '=', 'w.company_id'))]),
      ])
    })
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns how many events were read */
async function spreadBlock(db: Db, kit: SpreadKit, siteId: number, id: number): Promise<number> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select(['read_number', 'event_types', 'company_id'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Another worker is reading for it, or it's being changed right now.
  if (endpoint === undefined) return 0
  const events = await readLog(db, siteId, endpoint.read_number, BLOCK, { companyId: endpoint.company_id })
  const last = events.at(-1)
  if (last === undefined) return 0
  const wanted = events.filter(({ type }) => endpoint.event_types.includes(type)).map((event) => event.id)
  if (wanted.length > 0) {
    await promise(db, siteId, id, wanted, kit.now())
    await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId: id })
  }
  await db
    .updateTable('webhook_endpoints')
    .set({ read_number: last.number })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  return events.length
}

/** Existing messages were read before, and a replay went back past them: they're sent again. */
async function promise(db: Db, siteId: number, endpointId: number, eventIds: readonly number[], at: Date) {
  const values = eventIds.map((event_id) => ({
    site_id: siteId,
    endpoint_id: endpointId,
    event_id,
    next_at: at,
    created_at: at,
  }))
  await db
    .insertInto('webhook_messages')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'endpoint_id', 'event_id']).doUpdateSet((eb) => ({
        status: 'waiting',
        attempts: 0,
        claim: eb('webhook_messages.claim', '+', 1),
        next_at: at,
        settled_at: null,
      })),
    )
    .execute()
}
