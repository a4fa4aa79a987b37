import type { OfficeOrder, OfficeOrderLine } from '@laurel/contract/office-orders'
import { formatCents } from '@laurel/domain/money'
import type { ReviewReason } from '@laurel/domain/money-rules'
import type { OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { record } from '../audit/audit.service.ts'
import { promiseFulfillment } from '../deliveries/promise-fulfillment.ts'
import { mailOrderDeclined } from '../mail/order-mail.jobs.ts'
import { keptCents } from '../money/kept-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { closeOrder } from './close-order.ts'
import { listCustomersOf, listPlacedOrders } from './office-orders.repo.ts'
import { moveOrder } from './order-moves.ts'
import { type OrderWire, orderWires } from './order-view.ts'
import { lockOrderOfSite, type OrderRow } from './orders.repo.ts'
import type { OrderKit } from './orders.service.ts'

type Line = z.input<typeof OfficeOrderLine>
type Wire = z.input<typeof OfficeOrder>

export function listOfficeOrders(
  kit: OrderKit,
  site: SiteRow,
  asked: PageAsked & {
    status?: OrderStatus[] | undefined
    search?: string | undefined
    only?: 'held' | 'flagged' | undefined
  },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { page, page_size: size } = asked
    const { rows, count } = await listPlacedOrders(db, site.id, {
      ...asked,
      limit: size,
      offset: (page - 1) * size,
    })
    const [wires, people] = await Promise.all([
      orderWires(db, kit, site, rows),
      listCustomersOf(db, site.id, [...new Set(rows.map((row) => row.customer_id))]),
    ])
    const results = rows.map((row, index) => line(row, wires[index]!, people))
    const { status, search, only } = asked
    const filters = Object.entries({ status: status?.join(','), search, only }).filter(([, value]) => value)
    const query = new URLSearchParams(filters as [string, string][]).toString()
    return pageOfResults(`/api/v1/office/orders/${query && `?${query}`}`, asked, count, results)
  })
}

/** @throws {Refusal} `not_found` when absent, or not placed yet */
export function getOfficeOrder(kit: OrderKit, site: SiteRow, id: number): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => wire(db, kit, site, await lockPlaced(db, site.id, id)))
}

export type Decision = { orderId: number; seenStatus: OrderStatus; words: string }

/**
 * Lets a paid order go to fulfillment.
 *
 * @throws {Refusal} `order_changed_meanwhile` when it no longer stands where it was seen;
 *   `order_move_not_allowed`; `order_is_held`; `order_not_covered` when not all of its money is here
 */
export function approveOrder(kit: OrderKit, site: SiteRow, actor: Staff, decision: Decision): Promise<Wire> {
  return decide(kit, site, decision, async (db, order, at) => {
    if (order.held_at !== null) throw new Refusal('order_is_held')
    await assertCovered(db, site.id, order)
    const note = decision.words
    const move = { orderId: order.id, from: order.status, to: 'approved', note, actor: actor.by, at } as const
    await moveOrder(db, site.id, move)
    await promiseFulfillment(db, kit.jobs, site.id, order.id)
  })
}

/**
 * Declines an order: the customer is told why, and everything that was paid is given back to where it
 * came from.
 *
 * @throws {Refusal} as {@link approveOrder}
 */
export function declineOrder(kit: OrderKit, site: SiteRow, actor: Staff, decision: Decision): Promise<Wire> {
  return decide(kit, site, decision, async (db, order, at) => {
    await closeOrder(db, kit, site, order, { reason: decision.words, by: actor.by, at })
    await kit.jobs.enqueue(db, mailOrderDeclined, { siteId: site.id, orderId: order.id })
  })
}

/**
 * Lets an order go on whose money had gone back, because somebody settled it another way.
 *
 * @throws {Refusal} `order_changed_meanwhile` when it is not held
 */
export function releaseOrder(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  reason: string,
): Promise<Wire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPlaced(db, site.id, id)
    if (order.held_at === null) throw new Refusal('order_changed_meanwhile')
    const free = { held_at: null, held_reason: '' }
    await db
      .updateTable('orders')
      .set({ ...free, released_at: at, updated_at: at })
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .execute()
    record(db, site.id, {
      actor: actor.by,
      event: 'order.released',
      subject: `order:${id}`,
      facts: { reason },
      at,
    })
    return wire(db, kit, site, { ...order, ...free })
  })
}

function decide(
  kit: OrderKit,
  site: SiteRow,
  { orderId, seenStatus }: Decision,
  act: (db: Db, order: OrderRow, at: Date) => Promise<void>,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPlaced(db, site.id, orderId)
    if (order.status !== seenStatus) throw new Refusal('order_changed_meanwhile')
    await act(db, order, kit.now())
    return wire(db, kit, site, await lockPlaced(db, site.id, orderId))
  })
}

/** Whoever released it has said that it was settled another way. */
async function assertCovered(db: Db, siteId: number, order: OrderRow) {
  if (order.status !== 'in_review' || order.released_at !== null) return
  const kept = await keptCents(db, siteId, order.id)
  if (kept < order.total_cents) {
    const left = formatCents(order.total_cents - kept)
    throw new Refusal('order_not_covered', { left })
  }
}

async function lockPlaced(db: Db, siteId: number, id: number): Promise<OrderRow> {
  const order = await lockOrderOfSite(db, siteId, id)
  if (order.placed_at === null) throw new Refusal('not_found')
  return order
}

type Person = Awaited<ReturnType<typeof listCustomersOf>>[number]

export function customerWire(people: readonly Person[], id: number): Wire['customer'] {
  const person = people.find((one) => one.id === id)!
  const { first_name, last_name, legal_business_name: company, email, phone } = person
  return { id, name: `${first_name} ${last_name}`.trim(), company, email, phone }
}

function line(row: OrderRow, order: OrderWire, people: readonly Person[]): Line {
  const { id, number, status, display_status, card_count, total_cents, placed_at } = order
  return {
    ...{ id, number, status, display_status, card_count, total_cents, placed_at },
    customer: customerWire(people, row.customer_id),
    reward_types: [...new Set(order.card_items.map((item) => item.reward_type_data.name))],
    method_code: order.payments.at(-1)?.method_code ?? null,
    review_reasons: row.review_reasons as ReviewReason[],
    held_at: row.held_at?.toISOString() ?? null,
  }
}

async function wire(db: Db, kit: OrderKit, site: SiteRow, row: OrderRow): Promise<Wire> {
  const [[order], people] = await Promise.all([
    orderWires(db, kit, site, [row]),
    listCustomersOf(db, site.id, [row.customer_id]),
  ])
  return {
    order: order!,
    customer: customerWire(people, row.customer_id),
    review_reasons: row.review_reasons as ReviewReason[],
    held_at: row.held_at?.toISOString() ?? null,
    held_reason: row.held_reason,
  }
}
