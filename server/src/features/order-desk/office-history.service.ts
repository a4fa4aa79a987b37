import type { OrderHistory } from '@laurel/contract/office-order-desk'
import { formatCents } from '@laurel/domain/money'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { namesOfStaff } from '../audit/trail.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { type LedgerRow, ledgerOf } from '../ledger/ledger.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { ORDER_EVENTS } from './office-last-change.ts'
import { listOrderNotes, noteWire } from './office-notes.service.ts'
import { findPlaced } from './office-orders.service.ts'

type Wire = z.input<typeof OrderHistory>
type Happening = Wire['happened'][number]

/** Only this many recent entries are read; investigations use the audit log. */
const DEEP = 200

/**
 * An order's history, newest first: its status changes with actor and reason, and its deliveries' problems and
 * fixes. Deliveries with the same event in the same minute by the same actor share an entry.
 *
 * @throws {Refusal} `not_found`
 */
export function getOrderHistory(
  { pool }: Pick<OrderKit, 'pool'>,
  site: SiteRow,
  actor: Staff,
  id: number,
): Promise<Wire> {
  return inSite(pool, site.id, async (db) => {
    const order = await findPlaced(db, site.id, id)
    const [moves, trail, delivered, refunds, ledger, notes, names] = await Promise.all([
      listMoveNotes(db, site.id, id),
      listTrail(db, site.id, id),
      listDeliveryEvents(db, site.id, id),
      listRefundEvents(db, site.id, id),
      ledgerOf(db, site.id, id),
      listOrderNotes(db, site.id, id),
      namesOfStaff(db, site.id),
    ])
    const named = (by: string) => ({ by, by_name: names.get(by) ?? '' })
    const own = ownHappenings(moves, trail).map((one) => ({ ...one, ...named(one.by) }))
    const sent = together(delivered).map((one) => ({ ...one, ...named(one.by) }))
    const refunded = refunds.map(({ id: entry, event, actor, cents, words, at }) => ({
      ...of(`trail:${entry}`, event, actor, [formatCents(cents), words].filter(Boolean).join('. '), at),
      ...named(actor),
    }))
    const begun = [...paidHappenings(ledger), ...placedHappening(order.placed_at)].map((one) => ({
      ...one,
      ...named(one.by),
    }))
    return {
      happened: [...own, ...sent, ...refunded, ...begun]
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .slice(0, DEEP),
      notes: notes.map((row) => noteWire(row, actor, names)),
      last_change: own[0] ?? null,
    }
  })
}

type Move = { id: number; status: string; note: string; at: Date }
type Entry = { id: number; actor: string; event: string; facts: Record<string, unknown>; at: Date }

function listMoveNotes(db: Db, siteId: number, orderId: number): Promise<Move[]> {
  return db
    .selectFrom('order_moves')
    .select(['id', 'status', 'note', 'at'])
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(DEEP)
    .execute()
}

/** Other events in the history; the rest of the audit log stays there. */
const ALSO_TOLD = ['order.reminded', 'deliveries.resent'] as const

async function listTrail(db: Db, siteId: number, orderId: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'actor', 'event', 'facts', 'at'])
    .where('site_id', '=', siteId)
    .where('subject', '=', `order:${orderId}`)
    .where('event', 'in', [...ORDER_EVENTS, ...ALSO_TOLD])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(DEEP)
    .execute()
  return rows as Entry[]
}

/** The status history has the note, the audit log the actor; both are written together. Newest first. */
function ownHappenings(moves: readonly Move[], trail: readonly Entry[]) {
  const moved = moves.map((move) => {
    const by = trail.find(
      ({ event, facts, at }) =>
        event === 'order.moved' && facts.to === move.status && at.getTime() === move.at.getTime(),
    )
    return of(`move:${move.id}`, move.status, by?.actor ?? '', move.note, move.at)
  })
  const told = trail
    .filter(({ event }) => event !== 'order.moved' && event !== 'order.flagged')
    .map(({ id, event, actor, facts, at }) => {
      const count = typeof facts.count === 'number' ? facts.count : 1
      return { ...of(`trail:${id}`, event, actor, String(facts.reason ?? ''), at), count }
    })
  return [...moved, ...told].toSorted((a, b) => b.at.localeCompare(a.at))
}

function of(key: string, event: string, by: string, words: string, at: Date) {
  const none = { count: 1, delivery_id: null, recipient: '' }
  return { key, about: 'order' as const, event, by, words, at: at.toISOString(), ...none }
}

function placedHappening(placedAt: Date | null) {
  return placedAt === null ? [] : [of('placed', 'order.placed', 'customer', '', placedAt)]
}

/** Each payment received, with its amount. */
function paidHappenings(ledger: readonly LedgerRow[]) {
  return ledger
    .filter(
      ({ event, account, cents }) => event === 'money.received' && account.startsWith('cash') && cents > 0,
    )
    .map(({ source, cents, at }) => of(`paid:${source}`, 'money.received', '', formatCents(cents), at))
}

export type RefundEvent = { id: number; event: string; actor: string; cents: number; words: string; at: Date }

/** An order's refunds from the audit log, with their amounts, and with the requester's reason. */
export async function listRefundEvents(db: Db, siteId: number, orderId: number): Promise<RefundEvent[]> {
  const { rows } = await sql<RefundEvent>`
    select a.id::float8 as id, a.event, a.actor, a.at, r.amount_cents::float8 as cents,
      case when a.event = 'refund.asked' or (a.event = 'refund.approved' and r.approved_by = '') then r.reason
        else coalesce(a.facts ->> 'message', '') end as words
    from refunds r join audit_entries a on a.site_id = r.site_id and a.subject = 'refund:' || r.id
    where r.site_id = ${siteId} and r.order_id = ${orderId} and r.doubt_id is null
      and a.event in ('refund.asked', 'refund.approved', 'refund.sent', 'refund.done', 'refund.failed',
        'refund.refused', 'refund.stuck')
    order by a.at desc, a.id desc limit ${DEEP}`.execute(db)
  return rows
}

type DeliveryEvent = {
  id: number
  delivery_id: number
  event: string
  actor: string
  words: string
  name: string
  at: Date
}

/** As the index of migration order-desk has them. */
const TOLD = sql`(e.event in ('bounced', 'returned', 'replaced', 'fixed', 'mailed')
  or (e.event = 'queued' and e.facts @> '{"again": true}'))`

export async function listDeliveryEvents(db: Db, siteId: number, orderId: number): Promise<DeliveryEvent[]> {
  const { rows } = await sql<DeliveryEvent>`
    select e.id, e.delivery_id, e.actor, e.at,
      case when e.event = 'replaced' and i.reward_type = 'digital' then 'converted' else e.event end as event,
      coalesce(e.facts ->> 'words', '') as words,
      coalesce(nullif(trim(d.first_name || ' ' || d.last_name), ''), d.company) as name
    from delivery_events e
    join deliveries d on d.site_id = e.site_id and d.id = e.delivery_id
    left join deliveries i on e.event = 'replaced' and i.site_id = d.site_id and i.order_id = d.order_id
      and i.source = 'instead:' || d.id
    where e.site_id = ${siteId} and e.order_id = ${orderId} and ${TOLD}
    order by e.id desc limit ${DEEP}`.execute(db)
  return rows
}

/** Groups equal events by the same actor in the same minute with the same reason. */
export function together(events: readonly DeliveryEvent[]): Omit<Happening, 'by_name'>[] {
  const alike = Map.groupBy(events, ({ event, actor, words, at }) =>
    [event, actor, words, at.toISOString().slice(0, 16)].join('|'),
  )
  return [...alike.values()].map((all) => {
    const [{ id, event, actor: by, words, name, at, delivery_id }] = all as [DeliveryEvent]
    const isOne = all.length === 1
    return {
      ...{ key: `delivery:${id}`, about: 'delivery' as const, event, by, words, at: at.toISOString() },
      count: all.length,
      delivery_id: isOne ? Number(delivery_id) : null,
      recipient: isOne ? name : '',
    }
  })
}
