import type { BatchKind } from '@laurel/domain/batch-status'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isStopped } from '../ledger/coverage.ts'

/** What an address is known by at {@link addressDigest}. */
const digestOf = (d: RawBuilder<unknown>) =>
  sql<string>`md5(lower(concat_ws('|', ${d}.address1, ${d}.address2, ${d}.city, ${d}.state, ${d}.zip)))`
const DIGEST = digestOf(sql.ref('d'))

/** May be printed now: of an order that was approved and not stopped. What was returned is of one fulfilled before. */
const READY = sql<boolean>`d.status = 'queued' and o.status in ('approved', 'fulfilled')
  and not ${isStopped}`

export type WaitingAsked = { kind?: BatchKind | undefined; limit: number; offset: number; at: Date }
export type WaitingRow = {
  order_id: number
  order_number: string
  customer_name: string
  kind: BatchKind
  service: string
  delivery_count: number
  card_count: number
  value_cents: number
  waiting_since: Date
  warning_count: number
  unchecked_count: number
}

/** Orders with letters or a parcel to print, longest waiting first. */
export async function listWaitingRows(
  db: Db,
  siteId: number,
  { kind, limit, offset, at }: WaitingAsked,
): Promise<{ rows: WaitingRow[]; count: number }> {
  const kinds = kind === undefined ? ['direct', 'bulk'] : [kind]
  const { rows } = await sql<WaitingRow & { total: number }>`
    with waiting as (
      select d.order_id, d.reward_type as kind, count(*)::int as delivery_count,
        sum(d.card_count)::int as card_count, sum(d.value_cents)::bigint as value_cents,
        min(d.due_at) as waiting_since,
        (count(*) filter (where d.reward_type = 'direct' and a.verdict <> 'Y'))::int as warning_count,
        (count(*) filter (where d.reward_type = 'direct' and a.verdict is null))::int as unchecked_count
      from deliveries d
      join orders o on o.site_id = d.site_id and o.id = d.order_id
      left join address_checks a on a.site_id = d.site_id and a.digest = ${DIGEST}
      where d.site_id = ${siteId} and d.reward_type = any(${kinds}::text[]) and d.due_at <= ${at} and ${READY}
      group by d.order_id, d.reward_type
    )
    select w.*, o.number as order_number, c.legal_business_name as customer_name,
      coalesce(s.service, '') as service, (count(*) over ())::int as total
    from waiting w
    join orders o on o.site_id = ${siteId} and o.id = w.order_id
    join customers c on c.site_id = o.site_id and c.id = o.customer_id
    left join lateral (select service from shipping_orders s where s.site_id = o.site_id
      and s.order_id = o.id and s.reward_type = w.kind order by s.id desc limit 1) s on true
    order by w.waiting_since, w.order_id, w.kind limit ${limit} offset ${offset}`.execute(db)
  return { rows, count: rows[0]?.total ?? 0 }
}

type Wanted = { kind: BatchKind; orderId?: number | undefined; ids?: readonly number[] | undefined }

/**
 * Waiting deliveries for a batch, cards of one design one after the other. They and their orders are
 * held until the transaction ends; what another batch takes at this moment is passed over.
 */
export async function lockReady(
  db: Db,
  siteId: number,
  { kind, orderId, ids, limit, at }: Wanted & { limit: number; at: Date },
): Promise<Array<{ id: number; card_count: number }>> {
  const waiting = sql`from deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id
      where d.site_id = ${siteId} and d.reward_type = ${kind} and d.due_at <= ${at} and ${READY}
        and ${orderId === undefined ? sql`true` : sql`d.order_id = ${orderId}`}
        and ${ids === undefined ? sql`true` : sql`d.id = any(${[...ids]}::bigint[])`}`
  const { rows: orders } = await sql<{ id: number }>`select id::int as id from orders
    where site_id = ${siteId} and id in (select d.order_id ${waiting})
    order by id for share`.execute(db)
  const { rows } = await sql<{ id: number; card_count: number }>`
    with chosen as (
      select d.id, d.order_id, d.card_item_id, d.card_count ${waiting}
        and d.order_id = any(${orders.map(({ id }) => id)}::bigint[])
      order by d.due_at, d.id limit ${limit} for update of d skip locked
    )
    select id::int as id, card_count from chosen order by order_id, card_item_id, id`.execute(db)
  return rows
}

/** Numbers the letters of a batch in the order they are printed. */
export async function numberLetters(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  await sql`update deliveries d set batch_position = n.position
    from unnest(${[...ids]}::bigint[]) with ordinality as n (id, position)
    where d.site_id = ${siteId} and d.id = n.id`.execute(db)
}

/** Is there such an order here? */
export async function hasOrder(db: Db, siteId: number, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .where('placed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses that wait to be printed and the carrier was not asked about, each once. */
export async function listUncheckedAddresses(
  db: Db,
  siteId: number,
  { orderId, at, limit }: { orderId?: number | undefined; at: Date; limit: number },
): Promise<Address[]> {
  const { rows } = await sql<Address>`
    select distinct on (digest) digest, address1, address2, city, state, zip from (
      select ${DIGEST} as digest, d.address1, d.address2, d.city, d.state, d.zip
      from deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id
      where d.site_id = ${siteId} and d.reward_type = 'direct' and d.due_at <= ${at} and ${READY}
        and ${orderId === undefined ? sql`true` : sql`d.order_id = ${orderId}`}
        and not exists (select from address_checks a where a.site_id = d.site_id and a.digest = ${DIGEST})
    ) w limit ${limit}`.execute(db)
  return rows
}

export type Address = {
  digest: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

export { DIGEST as ADDRESS_DIGEST, READY as READY_TO_PRINT }
