import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { claimHash, claimToken } from './claim-links.ts'
import { moveDeliveries } from './delivery-moves.ts'

/** A card that is to be mailed now. */
export type DeliveryToMail = {
  id: number
  site_id: number
  order_id: number
  card_item_id: number
  first_name: string
  last_name: string
  email: string
  value_cents: number
  attempt: number
  link_attempt: number
  tries: number
  message: string
  /** What its link carries. */
  token: string
}

/** After this long without an outcome, the worker has crashed. */
export const SENDING_LEASE_MS = 5 * 60_000

/**
 * Claims due cards for this caller alone; concurrent callers get others. A crashed worker's sends resume as the
 * same sends. The digests of their links are stored before any mail leaves.
 */
export async function takeDue(
  db: Db,
  siteId: number,
  linkKey: Buffer,
  size: number,
  at: Date,
): Promise<DeliveryToMail[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const stale = sql`${new Date(at.getTime() - SENDING_LEASE_MS).toISOString()}::timestamptz`
  const { rows } = await sql<{ id: number; link_attempt: number; status: 'queued' | 'sending' }>`
    with left_behind as (
      select d.id, d.link_attempt, d.status from deliveries d
      where d.site_id = ${siteId} and d.status = 'sending' and d.reward_type = 'digital' and d.updated_at < ${stale}
      order by d.updated_at, d.id limit ${size} for update of d skip locked
    ), due as (
      select d.id, d.link_attempt, d.status from deliveries d
      where d.site_id = ${siteId} and d.status = 'queued' and d.reward_type = 'digital' and d.due_at <= ${moment}
        and exists (select from orders o where o.site_id = d.site_id and o.id = d.order_id
          and o.status in ('approved', 'fulfilled') and o.held_at is null)
      order by d.due_at, d.id limit ${size} for update of d skip locked
    )
    select id::int as id, link_attempt, status from left_behind
    union all select id::int, link_attempt, status from due`.execute(db)
  if (rows.length === 0) return []
  const tokens = new Map(
    rows.map(({ id, link_attempt }) => [id, claimToken(linkKey, { site_id: siteId, id, link_attempt })]),
  )
  const fresh = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  const hashes = Object.fromEntries(fresh.map((id) => [id, claimHash(tokens.get(id)!)]))
  await moveDeliveries(db, siteId, {
    ids: fresh,
    type: 'digital',
    from: 'queued',
    to: 'sending',
    set: { claim_hash: sql`(${json(hashes)} ->> d.id::text)` },
    actor: 'system',
    at,
  })
  const ids = rows.map(({ id }) => id)
  // Those taken up again are this caller's from now on.
  await sql`update deliveries set updated_at = ${moment} where site_id = ${siteId} and status = 'sending'
    and id = any(${ids}::bigint[]) and updated_at < ${stale}`.execute(db)
  return readToMail(db, siteId, tokens)
}

async function readToMail(db: Db, siteId: number, tokens: ReadonlyMap<number, string>) {
  const { rows } = await sql<Omit<DeliveryToMail, 'token'>>`
    select d.id::int as id, d.site_id::int as site_id, d.order_id::int as order_id,
      d.card_item_id::int as card_item_id, d.first_name, d.last_name, d.email,
      d.value_cents::float8 as value_cents, d.attempt, d.link_attempt, d.tries, coalesce(r.message, '') as message
    from deliveries d left join card_recipient_details r on r.site_id = d.site_id and r.id = d.recipient_id
    where d.site_id = ${siteId} and d.id = any(${[...tokens.keys()]}::bigint[])
    order by d.due_at, d.id`.execute(db)
  return rows.map((row) => ({ ...row, token: tokens.get(row.id)! }))
}

/** Is there anything to send now? */
export async function isAnythingDue(db: Db, siteId: number, at: Date): Promise<boolean> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const stale = sql`${new Date(at.getTime() - SENDING_LEASE_MS).toISOString()}::timestamptz`
  const { rows } = await sql<{ due: boolean }>`select
    exists (select from deliveries where site_id = ${siteId} and status = 'sending' and updated_at < ${stale})
    or exists (select from deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id
      where d.site_id = ${siteId} and d.status = 'queued' and d.reward_type = 'digital' and d.due_at <= ${moment}
        and o.status in ('approved', 'fulfilled') and o.held_at is null) as due`.execute(db)
  return rows[0]!.due
}

/** Approved orders with nothing left to do, whose worker crashed before saying so. */
export async function listFinished(db: Db, siteId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id::int as id from orders o
    where o.site_id = ${siteId} and o.status = 'approved' and o.planned_at is not null
      and not exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.status in ('queued', 'sending', 'printing'))
      and exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.status <> 'cancelled')
    order by o.id limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

/** Orders approved a while ago without all their deliveries: the planning job crashed. */
export async function listLeftUnplanned(db: Db, siteId: number, at: Date): Promise<number[]> {
  const stale = sql`${new Date(at.getTime() - SENDING_LEASE_MS).toISOString()}::timestamptz`
  const { rows } = await sql<{ id: number }>`
    select id::int as id from orders where site_id = ${siteId} and status = 'approved'
      and planned_at is null and updated_at < ${stale} order by id limit 200`.execute(db)
  return rows.map(({ id }) => id)
}
