import { randomUUID } from 'node:crypto'
import type { Query } from '../database-beside.ts'
import { ask, type Colleague } from './office.ts'

/**
 * Adds a paid order with digital cards while the server is down; what precedes approval has its own harness.
 * The sink rejects every five-hundredth address.
 *
 * @param like an order of one digital card item, ordered and paid as customers do
 */
export async function addPaidOrder(query: Query, like: number, people: number): Promise<number> {
  const [order] = await query(
    `insert into orders (site_id, customer_id, number, status, total_cents, priced, placed_at, created_at, updated_at)
      select site_id, customer_id, 'C' || (select count(*) from orders), 'in_review', total_cents, priced, now(), now(), now()
      from orders where id = ${like} returning id, site_id`,
  )
  const [item] = await query(
    `insert into card_items (site_id, order_id, name, state, reward_type, reward_id, reward_card_template_id, design,
        denomination_cents, message, sender_name)
      select site_id, ${order.id}, name, 'in_cart', reward_type, reward_id, reward_card_template_id, design,
        denomination_cents, message, sender_name from card_items where order_id = ${like} limit 1 returning id`,
  )
  await query(
    `insert into card_recipient_details (site_id, card_item_id, position, first_name, last_name, email)
      select ${order.site_id}, ${item.id}, n, 'First' || n, 'Last' || n,
        case when n % 500 = 0 then 'bounce' else 'person' end || n || '.${order.id}@halden.example'
      from generate_series(1, ${people}) n`,
  )
  await query(
    `insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
      select site_id, ${order.id}, event, 'crash:${order.id}:' || source, account, cents, now()
      from ledger_entries where order_id = ${like}`,
  )
  return Number(order.id)
}

export type Approval = { orderId: number; key: string; isDone: boolean }

export function newApproval(orderId: number): Approval {
  return { orderId, key: randomUUID(), isDone: false }
}

/** Approves an order in the office; after a crash, again with the same key. */
export async function approve(origin: string, colleague: Colleague, approval: Approval): Promise<void> {
  const path = `orders/${approval.orderId}/approve/`
  const { status, body } = await ask(origin, colleague, path, { seen_status: 'in_review' }, approval.key)
  // Already approved: the first answer was lost with the server.
  if (status === 200 || body.code === 'order_changed') approval.isDone = true
}

/** Cards not mailed yet, planned or not. */
export async function countWaiting(query: Query): Promise<number> {
  const [row] = await query(
    `select (select count(*) from deliveries where reward_type = 'digital' and status in ('queued', 'sending'))::int +
      (select count(*) from orders o join card_items i on i.site_id = o.site_id and i.order_id = o.id
        join card_recipient_details r on r.site_id = i.site_id and r.card_item_id = i.id
        where o.number like 'C%' and o.status in ('in_review', 'approved') and o.planned_at is null)::int as waiting`,
  )
  return Number(row.waiting)
}
