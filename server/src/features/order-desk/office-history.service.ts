import type { OrderHistory } from '@laurel/contract/office-order-desk'
import { isCashAccount } from '@laurel/domain/ledger'
import { formatCents } from '@laurel/domain/money'
import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import type { DeliveryEvents } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { jsonLiteral, jsonText, literal, literals } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
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
    const [moves, entries, delivered, refunds, ledger, notes, names] = await Promise.all([
      listMoveNotes(db, site.id, id),
      listAuditEntries(db, site.id, id),
      listDeliveryEvents(db, site.id, id),
      listRefundEvents(db, site.id, id),
      ledgerOf(db, site.id, id),
      listOrderNotes(db, site.id, id),
      namesOfStaff(db, site.id),
    ])
    const named = (by: string) => ({ by, by_name: names.get(by) ?? '' })
    const own = ownHappenings(moves, entries).map((one) => ({ ...one, ...named(one.by) }))
    const sent = together(delivered).map((one) => ({ ...one, ...named(one.by) }))
    const refunded = refunds.map(({ id: entry, event, actor, cents, words, at }) => ({
      ...of(`audit:${entry}`, event, actor, [formatCents(cents), words].filter(Boolean).join('. '), at),
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

function listAuditEntries(db: Db, siteId: number, orderId: number): Promise<Entry[]> {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'actor', 'event', 'facts', 'at'])
    .where('site_id', '=', siteId)
    .where('subject', '=', `order:${orderId}`)
    .where('event', 'in', [...ORDER_EVENTS, ...ALSO_TOLD])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(DEEP)
    .$narrowType<Pick<Entry, 'facts'>>()
    .execute()
}

/** The status history has the note, the audit log the actor; both are written together. Newest first. */
function ownHappenings(moves: readonly Move[], entries: readonly Entry[]) {
  const moved = moves.map((move) => {
    const by = entries.find(
      ({ event, facts, at }) =>
        event === 'order.moved' && facts.to === move.status && at.getTime() === move.at.getTime(),
    )
    return of(`move:${move.id}`, move.status, by?.actor ?? '', move.note, move.at)
  })
  const told = entries
    .filter(({ event }) => event !== 'order.moved' && event !== 'order.flagged')
    .map(({ id, event, actor, facts, at }) => {
      const count = typeof facts.count === 'number' ? facts.count : 1
      return { ...of(`audit:${id}`, event, actor, String(facts.reason ?? ''), at), count }
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
    .filter(({ event, account, cents }) => event === 'money.received' && isCashAccount(account) && cents > 0)
    .map(({ source, cents, at }) => of(`paid:${source}`, 'money.received', '', formatCents(cents), at))
}

const REFUND_EVENTS = literals(
  ...(['refund.asked', 'refund.approved', 'refund.sent', 'refund.done'] as const),
  ...(['refund.failed', 'refund.refused', 'refund.stuck'] as const),
)

/** An order's refunds from the audit log, with their amounts, and with the requester's reason. */
export function listRefundEvents(db: Db, siteId: number, orderId: number) {
  return db
    .selectFrom('refunds as refund')
    .innerJoin('audit_entries as entry', (join) =>
      join
        .onRef('entry.site_id', '=', 'refund.site_id')
        .on(({ cast, eb, ref }) =>
          eb(
            'entry.subject',
            '=',
            eb(literal<string>('refund:'), '||', cast<string>(ref('refund.id'), 'text')),
          ),
        ),
    )
    .select(['entry.id', 'entry.event', 'entry.actor', 'entry.at', 'refund.amount_cents as cents'])
    .select(({ and, eb, fn, or, ref }) =>
      eb
        .case()
        .when(
          or([
            eb('entry.event', '=', 'refund.asked'),
            and([eb('entry.event', '=', 'refund.approved'), eb('refund.approved_by', '=', '')]),
          ]),
        )
        .thenRef('refund.reason')
        .else(fn.coalesce(jsonText(ref('entry.facts'), 'message'), literal('')))
        .end()
        .as('words'),
    )
    .where('refund.site_id', '=', siteId)
    .where('refund.order_id', '=', orderId)
    .where('refund.doubt_id', 'is', null)
    .where('entry.event', 'in', REFUND_EVENTS)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(DEEP)
    .execute()
}

/** The condition of the index of migration order-desk. */
function isTold({ and, eb, or }: ExpressionBuilder<Database & { e: DeliveryEvents }, 'e'>) {
  return or([
    eb('e.event', 'in', literals('bounced', 'returned', 'replaced', 'fixed', 'mailed')),
    and([eb('e.event', '=', literal('queued')), eb('e.facts', '@>', jsonLiteral({ again: true }))]),
  ])
}

export function listDeliveryEvents(db: Db, siteId: number, orderId: number) {
  return db
    .selectFrom('delivery_events as e')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 'e.site_id').onRef('d.id', '=', 'e.delivery_id'),
    )
    .leftJoin('deliveries as i', (join) =>
      join
        .on('e.event', '=', 'replaced')
        .onRef('i.site_id', '=', 'd.site_id')
        .onRef('i.order_id', '=', 'd.order_id')
        .on(({ cast, eb, ref }) =>
          eb('i.source', '=', eb(literal<string>('instead:'), '||', cast<string>(ref('d.id'), 'text'))),
        ),
    )
    .select(['e.id', 'e.delivery_id', 'e.actor', 'e.at'])
    .select(({ and, eb, fn, ref, val }) => [
      eb
        .case()
        .when(and([eb('e.event', '=', 'replaced'), eb('i.reward_type', '=', 'digital')]))
        .then(literal('converted'))
        .elseRef('e.event')
        .end()
        .as('event'),
      fn.coalesce(jsonText(ref('e.facts'), 'words'), literal('')).as('words'),
      fn
        .coalesce(
          fn<string | null>('nullif', [
            fn('trim', [eb(eb('d.first_name', '||', literal(' ')), '||', ref('d.last_name'))]),
            val(''),
          ]),
          'd.company',
        )
        .as('name'),
    ])
    .where('e.site_id', '=', siteId)
    .where('e.order_id', '=', orderId)
    .where(isTold)
    .orderBy('e.id', 'desc')
    .limit(DEEP)
    .execute()
}

type DeliveryEvent = Awaited<ReturnType<typeof listDeliveryEvents>>[number]

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
      delivery_id: isOne ? delivery_id : null,
      recipient: isOne ? name : '',
    }
  })
}
