import type { OfficeOrder, OfficeOrderLine } from '@laurel/contract/office-orders'
import { api } from '@laurel/contract/routes'
import { decimalFromCents, formatCents } from '@laurel/domain/money'
import type { ReviewReason } from '@laurel/domain/money-rules'
import { OFFICE_STATUS_LABELS, officeStatus } from '@laurel/domain/office-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type { Updateable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { keepLongCount, pageFromNearerEnd } from '../../database/long-lists.ts'
import { assertMay } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Download } from '../../http/serve.ts'
import { siteTime } from '../../http/site-time.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { type OrderWire, orderWires } from '../checkout/order-view.ts'
import { customerWire, listCustomersOf, type Person } from '../customers/customer-wire.ts'
import { coverageOf } from '../ledger/coverage.ts'
import { listOverfunded } from '../ledger/overpaid.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { moveOrder } from '../orders/order-moves.ts'
import { findOrderOfSite, lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import { closeOrder } from '../refunds/close-order.ts'
import { mayRelease, missingCents, releasable } from '../refunds/may-release.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { changedMeanwhile } from './office-last-change.ts'
import {
  countPlacedOrders,
  listPlacedOrders,
  type OrderFilters,
  type OrderSort,
  trackingByOrder,
} from './office-orders.repo.ts'

type Line = z.input<typeof OfficeOrderLine>
type Wire = z.input<typeof OfficeOrder>

export function listOfficeOrders(
  kit: OrderKit,
  site: SiteRow,
  asked: PageAsked & OrderFilters & { sort: OrderSort },
) {
  const { page: _page, page_size: _size, sort, ...filters } = asked
  return inSite(kit.pool, site.id, async (db) => {
    const within =
      filters.only === 'overpaid'
        ? { ...filters, overfunded: await listOverfunded(kit.pool, db, site.id) }
        : filters
    const counted = () => countPlacedOrders(db, site, within)
    const count = await keepLongCount(kit.pool, [site.id, 'orders', filters], counted, Number)
    const window = pageFromNearerEnd(windowOf(asked), count)
    const rows = await listPlacedOrders(db, site, within, { ...window, sort })
    const results = await linesOf(db, kit, site, rows)
    const given = { ...filters, sort: sort === '-placed' ? undefined : sort }
    return pageOfResults(api.listOfficeOrders.path, given, asked, count, results)
  })
}

const EXPORT_PAGE = 200

/** Every matching order as CSV, newest first. The export is recorded, because it has customers' names. */
export async function exportOfficeOrders(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  filters: OrderFilters,
): Promise<Download> {
  const at = kit.now()
  await inSite(kit.pool, site.id, async (db) => {
    const facts = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
    record(db, site.id, { actor: actor.by, event: 'orders.exported', subject: '', facts, at })
  })
  return csvDownload(`orders ${at.toISOString().slice(0, 10)}.csv`, csvOf(kit, site, filters))
}

async function* csvOf(kit: OrderKit, site: SiteRow, filters: OrderFilters): AsyncGenerator<string> {
  yield csvLine(CSV_COLUMNS.map((title) => title.replace('{zone}', site.time_zone)))
  for (let afterId: number | undefined; ; ) {
    const below = afterId
    const { rows, lines } = await inSite(kit.pool, site.id, async (db) => {
      const rows = await listPlacedOrders(db, site, filters, { limit: EXPORT_PAGE, afterId: below })
      return { rows, lines: await csvLinesOf(db, kit, site, rows) }
    })
    for (const line of lines) yield line
    if (rows.length < EXPORT_PAGE) return
    afterId = rows.at(-1)!.id
  }
}

const CSV_COLUMNS = [
  ...['Order', 'Status', 'On hold', 'Placed ({zone})', 'Paid ({zone})', 'Business', 'Customer', 'Email'],
  ...[
    'PO number',
    'Custom fields',
    'Sent as',
    'Cards',
    'Recipients',
    'Card value (USD)',
    'Card fees (USD)',
    'Shipping (USD)',
  ],
  ...['Total (USD)', 'Refunded (USD)', 'Paid by', 'Tracking numbers', 'External ID'],
]

async function csvLinesOf(db: Db, kit: OrderKit, site: SiteRow, rows: OrderRow[]): Promise<string[]> {
  const [wires, people, tracking] = await Promise.all([
    orderWires(db, kit, site, rows),
    listCustomersOf(db, site.id, [...new Set(rows.map((row) => row.customer_id))]),
    trackingByOrder(
      db,
      site.id,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row, index) => {
    const order = wires[index]!
    const { name, company, email } = customerWire(people, row.customer_id)
    const status = officeStatus({
      status: order.status,
      isShipped: order.is_shipped,
      refundState: order.refund_state,
    })
    // A refunded order leaves the list of orders on hold, too.
    const isOnHold = row.held_at !== null && status !== 'refunded'
    const paidAt = order.history.find((move) => move.status === 'in_review')?.at ?? null
    const types = [...new Set(order.card_items.map((item) => item.reward_type_data.name))]
    const recipients = order.card_items.reduce((sum, { recipient_count }) => sum + recipient_count, 0)
    const price = row.priced?.price
    const parts = [price?.value.cents, price?.fees.cents, price?.delivery.cents]
    const method = order.payments.at(-1)?.method_code
    return csvLine([
      ...[order.number, OFFICE_STATUS_LABELS[status], isOnHold ? 'On hold' : ''],
      ...[siteTime(order.placed_at, site), siteTime(paidAt, site), company, name, email, order.po_number],
      order.fields.map((field) => `${field.name}: ${field.value}`).join('; '),
      types.map((type) => REWARD_TYPE_TITLES[type]).join(', '),
      ...[String(order.card_count), String(recipients)],
      ...[...parts, order.total_cents, order.refunded_cents].map((cents) => decimalFromCents(cents ?? 0)),
      method === undefined ? '' : WAYS_TO_PAY[method].name,
      trackingWords(tracking.get(row.id)),
      order.external_id ?? '',
    ])
  })
}

function trackingWords(tracking: { numbers: string[]; count: number } | undefined): string {
  if (tracking === undefined) return ''
  const more = tracking.count - tracking.numbers.length
  return `${tracking.numbers.join(' ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function linesOf(db: Db, kit: OrderKit, site: SiteRow, rows: OrderRow[]): Promise<Line[]> {
  const [wires, people] = await Promise.all([
    orderWires(db, kit, site, rows),
    listCustomersOf(db, site.id, [...new Set(rows.map((row) => row.customer_id))]),
  ])
  return rows.map((row, index) => line(row, wires[index]!, people))
}

/** @throws {Refusal} `not_found` when absent, or not placed yet */
export function getOfficeOrder(kit: OrderKit, site: SiteRow, id: number): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => wire(db, kit, site, await findPlaced(db, site.id, id)))
}

export type Decision = { orderId: number; seenStatus: OrderRow['status']; words: string }

/**
 * Approves a paid order for fulfillment.
 *
 * @throws {Refusal} `order_changed` if it's no longer in the state that was seen;
 * `order_move_not_allowed`; `order_is_held`; `order_short_of_money` if it isn't fully paid
 */
export function approveOrder(kit: OrderKit, site: SiteRow, actor: Staff, decision: Decision): Promise<Wire> {
  return decide(kit, site, decision, async (db, order, at) => {
    if (order.held_at !== null) throw new Refusal('order_is_held')
    await assertCovered(db, site.id, order)
    const note = decision.words
    const move = { orderId: order.id, from: order.status, to: 'approved', note, actor: actor.by, at } as const
    await moveOrder(db, site.id, move)
  })
}

/**
 * Declines an order: the customer gets the reason, and every payment is refunded to its source.
 *
 * @throws {Refusal} as {@link approveOrder}
 */
export function declineOrder(kit: OrderKit, site: SiteRow, actor: Staff, decision: Decision): Promise<Wire> {
  return decide(kit, site, decision, async (db, order, at) => {
    await closeOrder(db, kit, site, order, { reason: decision.words, by: actor.by, at })
    await kit.jobs.enqueue(db, orderMail.declined, { siteId: site.id, orderId: order.id })
  })
}

const NOT_HOLDABLE: Partial<Record<OrderRow['status'], string>> = {
  pending_payment: 'pending payment',
  fulfilled: 'already sent',
  declined: 'declined',
}

/**
 * Puts an order on hold: it isn't approved, and nothing more of it ships or prints, until staff release it.
 *
 * @throws {Refusal} `order_changed` if it's already on hold; `order_move_not_allowed` if it can't
 * ship anything: not paid yet, already shipped, or declined
 */
export function holdPlacedOrder(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  reason: string,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPlaced(db, site.id, id)
    if (order.held_at !== null) throw await changedMeanwhile(db, site.id, id)
    const from = NOT_HOLDABLE[order.status]
    if (from !== undefined) {
      throw new Refusal('order_move_not_allowed', { from, to: 'held' })
    }
    const at = kit.now()
    const held = { held_at: at, held_reason: reason, held_by: actor.by, release_asked_by: '' }
    await setHeld(db, site.id, id, { ...held, updated_at: at })
    record(db, site.id, {
      actor: actor.by,
      event: 'order.held',
      subject: `order:${id}`,
      facts: { reason },
      at,
    })
    return wire(db, kit, site, { ...order, ...held })
  })
}

/**
 * Releases an order. If its payments don't cover it, the release says that the order was settled another way. That
 * takes the right to record money and, depending on its refunds and on the amount, another person: then the first
 * one only asks for it, and the order stays as it is.
 *
 * @throws {Refusal} `order_changed` when there is nothing to release; `order_not_releasable` when all of
 *   its cards are canceled; `not_allowed` when it's about money and the actor may not record it;
 *   `other_person_needed` when they asked for it already, or made its refund
 * @see docs/decisions/0033-a-release-needs-a-card.md
 * @see docs/decisions/0036-who-is-a-second-person.md
 */
export function releaseOrder(
  kit: OrderKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  reason: string,
  { mayAsk = true }: { mayAsk?: boolean } = {},
): Promise<Wire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPlaced(db, site.id, id)
    const { isWaiting, hasCards, missing } = await releasable(db, site.id, order)
    if (!isWaiting) throw await changedMeanwhile(db, site.id, id)
    const isByMoney = order.held_by === '' || missing > 0
    if (isByMoney) assertMay('money.record', actor)
    if (!hasCards) throw new Refusal('order_not_releasable')
    const isDone = missing === 0 || (await mayRelease(db, site, actor, order, { missing, at }))
    if (!isDone && !mayAsk) throw new Refusal('other_person_needed')
    const free = { held_at: null, held_reason: '', held_by: '', release_asked_by: '' }
    const set = isDone ? free : { release_asked_by: actor.by }
    const released = isDone && isByMoney && { released_at: at }
    await setHeld(db, site.id, id, { ...set, ...released, updated_at: at })
    record(db, site.id, {
      actor: actor.by,
      event: isDone ? 'order.released' : 'order.release_asked',
      subject: `order:${id}`,
      facts: { reason, ...(missing > 0 && { amount_cents: missing }) },
      at,
    })
    return wire(db, kit, site, { ...order, ...set, ...released })
  })
}

async function setHeld(db: Db, siteId: number, id: number, set: Updateable<Orders>): Promise<void> {
  await db.updateTable('orders').set(set).where('site_id', '=', siteId).where('id', '=', id).execute()
}

function decide(
  kit: OrderKit,
  site: SiteRow,
  { orderId, seenStatus }: Decision,
  act: (db: Db, order: OrderRow, at: Date) => Promise<void>,
): Promise<Wire> {
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockPlaced(db, site.id, orderId)
    if (order.status !== seenStatus) throw await changedMeanwhile(db, site.id, orderId)
    await act(db, order, kit.now())
    return wire(db, kit, site, await lockPlaced(db, site.id, orderId))
  })
}

/** Open refunds count as gone. Releasing the order stated that it was paid another way. */
async function assertCovered(db: Db, siteId: number, order: OrderRow) {
  if (order.status !== 'in_review') return
  const missing = missingCents(order, await coverageOf(db, siteId, order.id))
  if (missing > 0) throw new Refusal('order_short_of_money', { missing: formatCents(missing) })
}

export async function lockPlaced(db: Db, siteId: number, id: number): Promise<OrderRow> {
  const order = await lockOrderOfSite(db, siteId, id)
  if (order.placed_at === null) throw new Refusal('not_found')
  return order
}

/** @throws {Refusal} `not_found` when absent, or not placed yet */
export async function findPlaced(db: Db, siteId: number, id: number): Promise<OrderRow> {
  const order = await findOrderOfSite(db, siteId, id)
  if (order.placed_at === null) throw new Refusal('not_found')
  return order
}

function line(row: OrderRow, order: OrderWire, people: readonly Person[]): Line {
  const { id, number, status, display_status, refund_state, refunded_cents } = order
  const { card_count, total_cents, placed_at } = order
  return {
    ...{ id, number, status, display_status, refund_state, refunded_cents },
    ...{ card_count, total_cents, placed_at },
    customer: customerWire(people, row.customer_id),
    reward_types: [...new Set(order.card_items.map((item) => item.reward_type_data.name))],
    method_code: order.payments.at(-1)?.method_code ?? null,
    review_reasons: row.review_reasons as ReviewReason[],
    held_at: row.held_at?.toISOString() ?? null,
  }
}

async function wire(db: Db, kit: OrderKit, site: SiteRow, row: OrderRow): Promise<Wire> {
  const [[order], people, company, { isWaiting, hasCards, missing }, names] = await Promise.all([
    orderWires(db, kit, site, [row]),
    listCustomersOf(db, site.id, [row.customer_id]),
    findCompany(db, row),
    releasable(db, site.id, row),
    row.release_asked_by === '' ? undefined : namesOfStaff(db, site.id),
  ])
  return {
    order: order!,
    customer: customerWire(people, row.customer_id),
    company: company ?? null,
    review_reasons: row.review_reasons as ReviewReason[],
    held_at: row.held_at?.toISOString() ?? null,
    held_reason: row.held_reason,
    is_held_by_staff: row.held_at !== null && row.held_by !== '',
    can_release: isWaiting && hasCards,
    missing_cents: missing,
    release_asked_by: row.release_asked_by,
    release_asked_by_name: names?.get(row.release_asked_by) ?? '',
  }
}

function findCompany(db: Db, { site_id, company_id }: OrderRow) {
  return db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('site_id', '=', site_id)
    .where('id', '=', company_id)
    .executeTakeFirst()
}
