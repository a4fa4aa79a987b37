import type { NoticeKind } from '@laurel/domain/notice-words'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'

/** Rows of one kind and order that are unseen, or were seen together, are one notice. */
type NoticeRow = {
  id: number
  kind: NoticeKind
  order_id: number
  order_number: string
  delivery_id: number | null
  card_count: number
  amount_cents: number
  created_at: Date
  seen_at: Date | null
}

export async function listNoticeRows(
  db: Db,
  { siteId, customerId }: Customer,
  { skip, take }: { skip: number; take: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    with mine as (
      select max(n.id) as id, n.kind, n.order_id, n.seen_at, max(n.created_at) as created_at,
        case when count(*) = 1 then min(n.delivery_id) end as delivery_id,
        sum(n.card_count) as card_count, sum(n.amount_cents) as amount_cents
      from notices n where n.site_id = ${siteId} and n.customer_id = ${customerId}
      group by n.order_id, n.kind, n.seen_at
      order by max(n.id) desc limit ${take} offset ${skip}
    )
    select m.id::int as id, m.kind, m.order_id::int as order_id, coalesce(o.number, '') as order_number,
      m.delivery_id::int as delivery_id, m.card_count::int as card_count,
      m.amount_cents::float8 as amount_cents, m.created_at, m.seen_at
    from mine m join orders o on o.site_id = ${siteId} and o.id = m.order_id order by m.id desc`.execute(db)
  return rows
}

export async function countNoticeRows(
  db: Db,
  { siteId, customerId }: Customer,
): Promise<{ all: number; unseen: number }> {
  const { rows } = await sql<{ all: number; unseen: number }>`
    select count(*)::int as all, (count(*) filter (where seen_at is null))::int as unseen from (
      select seen_at from notices where site_id = ${siteId} and customer_id = ${customerId}
      group by order_id, kind, seen_at
    ) as mine`.execute(db)
  return rows[0]!
}

/** Called by every open page once a minute, so it reads only unseen rows. */
export async function countUnseenRows(db: Db, { siteId, customerId }: Customer): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen from (
      select from notices where site_id = ${siteId} and customer_id = ${customerId} and seen_at is null
      group by order_id, kind
    ) as mine`.execute(db)
  return rows[0]!.unseen
}

export function findNoticeRow(
  db: Db,
  { siteId, customerId }: Customer,
  id: number,
): Promise<{ order_id: number; kind: string } | undefined> {
  return db
    .selectFrom('notices')
    .select(['order_id', 'kind'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @param only the one notice that is meant; without it all of them */
export async function markSeen(
  db: Db,
  { siteId, customerId }: Customer,
  { upToId, only, at }: { upToId: number; only?: { order_id: number; kind: string }; at: Date },
): Promise<void> {
  const all = db
    .updateTable('notices')
    .set({ seen_at: at })
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('seen_at', 'is', null)
    .where('id', '<=', upToId)
  await (only === undefined
    ? all
    : all.where('order_id', '=', only.order_id).where('kind', '=', only.kind)
  ).execute()
}
