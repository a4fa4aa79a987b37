import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from '../database-beside.ts'
import { ask, type Colleague } from './office.ts'

export const LETTERS_PER_ORDER = 6

/** An order in print, as far as its staff member knows. */
export type PrintWork = {
  orderId: number
  key: string
  batchId: number | undefined
  isDone: boolean
  /** An answer that can't be right. */
  contradiction: string | undefined
}

/**
 * Adds a paid order with mailed cards while the server is down. Its letters ship as tracked parcels, whose
 * labels can be requested again.
 */
export async function addPrintOrder(query: Query, like: number): Promise<PrintWork> {
  const [order] = await query(
    `insert into orders (site_id, customer_id, number, status, total_cents, priced, placed_at, created_at, updated_at)
      select site_id, customer_id, 'P' || (select count(*) from orders), 'in_review', total_cents, priced, now(), now(), now()
      from orders where id = ${like} returning id, site_id`,
  )
  const [item] = await query(
    `insert into card_items (site_id, order_id, name, state, reward_type, reward_id, reward_card_template_id, design,
        denomination_cents, message, sender_name)
      select site_id, ${order.id}, name, 'in_cart', 'direct', reward_id, reward_card_template_id, design,
        denomination_cents, message, sender_name from card_items where order_id = ${like} limit 1 returning id`,
  )
  await query(
    `insert into card_recipient_details (site_id, card_item_id, position, first_name, last_name, address1, city, state, zip)
      select ${order.site_id}, ${item.id}, n, 'First' || n, 'Last' || n, n || ' Foundry Road', 'Dayton', 'OH', '45402'
      from generate_series(1, ${LETTERS_PER_ORDER}) n`,
  )
  await query(
    `insert into shipping_orders (site_id, order_id, reward_type, shipping_option_id, carrier, service, price_cents, per)
      select ${order.site_id}, ${order.id}, 'direct', id, carrier, service, price_cents, per from shipping_options
      where site_id = ${order.site_id} and service = 'USPS Ground Advantage'`,
  )
  await query(
    `insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
      select ${order.site_id}, ${order.id}, event, 'crash:${order.id}:' || source, account, cents, now()
      from ledger_entries where order_id = ${like}`,
  )
  return {
    orderId: Number(order.id),
    key: randomUUID(),
    batchId: undefined,
    isDone: false,
    contradiction: undefined,
  }
}

/** Takes an order from review to shipping, like a person who retries when there's no answer. */
export async function workOn(
  origin: string,
  colleague: Colleague,
  work: PrintWork,
  isDead: () => boolean,
): Promise<void> {
  const { orderId, key } = work
  const call = (path: string, body?: Record<string, unknown>, step = '') =>
    ask(origin, colleague, path, body, step === '' ? undefined : `${key}-${step}`)
  await call(`orders/${orderId}/approve/`, { seen_status: 'in_review' }, 'approve')
  while (!isDead() && !work.isDone) {
    if (work.batchId === undefined) {
      const { status, body } = await call('batches/', { kind: 'direct', order_id: orderId }, randomUUID())
      if (status === 200 && body.delivery_count !== LETTERS_PER_ORDER) {
        work.contradiction = `batch ${body.number} has ${body.delivery_count} letters of ${LETTERS_PER_ORDER}`
      }
      work.batchId = status === 200 ? body.id : await findBatch(call, orderId)
    } else work.isDone = await step(call, work.batchId)
    await wait(150)
  }
}

type Call = (path: string, body?: Record<string, unknown>, step?: string) => ReturnType<typeof ask>

/** The answer may have been lost with the server: then the batch exists anyway. */
async function findBatch(call: Call, orderId: number): Promise<number | undefined> {
  const { body } = await call('batches/?page_size=200')
  for (const { id } of body.results ?? []) {
    const letters = await call(`batches/${id}/deliveries/?page_size=1`)
    if (letters.body.results?.[0]?.order_id === orderId) return id
  }
  return undefined
}

/** @returns whether the batch was shipped */
async function step(call: Call, batchId: number): Promise<boolean> {
  const { body: batch } = await call(`batches/${batchId}/`)
  const seen_status = batch.status
  if (batch.status === 'failed') await call(`batches/${batchId}/retry/`, { seen_status })
  if (batch.status === 'ready') {
    if (batch.without_tracking_count > 0) await call(`batches/${batchId}/labels/`, { seen_status })
    else await call(`batches/${batchId}/printed/`, { seen_status, seen_prints: batch.prints })
  }
  if (batch.status === 'printed') await call(`batches/${batchId}/mailed/`, { seen_status })
  return batch.status === 'mailed'
}
