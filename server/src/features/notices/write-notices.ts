import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { type NoticeKind, needsAttention } from '@laurel/domain/notice-words'
import type { RewardType } from '@laurel/domain/reward-type'
import { expressionBuilder, type OnConflictBuilder, type QueryCreator, type Selectable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Deliveries, Orders } from '../../database/generated/tables.ts'
import { anyOf, literal, literals, lockUntilCommit } from '../../database/sql.ts'

/** Bounced and returned cards, and notes, arrive one by one, so their mail waits this long for the others. */
const BUNDLED_FOR_MS = 5 * 60_000

/** These have their own mails (features/mail/order-mail.jobs.ts). */
const MAILED_ELSEWHERE: readonly NoticeKind[] = ['order_placed', 'payment_arrived', 'order_declined']
const BUNDLED: readonly NoticeKind[] = [
  'cards_bounced',
  'letters_returned',
  'parcel_returned',
  'cards_thanked',
]

/** The delivery moves that customers are notified about. */
const TOLD: Readonly<Record<RewardType, Partial<Record<DeliveryStatus, NoticeKind>>>> = {
  digital: { bounced: 'cards_bounced' },
  direct: { mailed: 'letters_mailed', returned: 'letters_returned' },
  bulk: { mailed: 'parcel_mailed', returned: 'parcel_returned', delivered: 'parcel_arrived' },
}

/** The notice for deliveries that reached a state, if any. */
export function noticeOfMove(type: RewardType, to: DeliveryStatus): NoticeKind | undefined {
  return TOLD[type][to]
}

/**
 * Notifies customers of moved deliveries in the query that moves them, once per order.
 *
 * @param ctes with the deliveries as `moved`
 */
export function noticesOf(
  ctes: QueryCreator<Database & { moved: Pick<Selectable<Deliveries>, 'id' | 'order_id' | 'card_count'> }>,
  siteId: number,
  kind: NoticeKind,
  at: Date,
) {
  return ctes
    .insertInto('notices')
    .columns([...COLUMNS, 'delivery_id', 'card_count'])
    .expression((eb) =>
      eb
        .selectFrom('moved as m')
        .innerJoin('orders as o', (join) =>
          join.onRef('o.id', '=', 'm.order_id').on('o.site_id', '=', siteId),
        )
        .select(noticeOf(kind, at))
        .select(({ fn }) => [
          eb.case().when(fn.countAll(), '=', 1).then(fn.min('m.id')).end().as('delivery_id'),
          fn.sum('m.card_count').as('card_count'),
        ])
        .groupBy(['o.site_id', 'o.customer_id', 'o.id']),
    )
}

const COLUMNS = ['site_id', 'customer_id', 'order_id', 'kind', 'created_at', 'mail_at'] as const

/** What {@link COLUMNS} get from an order `o`. */
function noticeOf(kind: NoticeKind, at: Date) {
  const { val, ref } = expressionBuilder<Database & { o: Orders }, 'o'>()
  return [
    ref('o.site_id').as('site_id'),
    ref('o.customer_id').as('customer_id'),
    ref('o.id').as('order_id'),
    val<string>(kind).as('kind'),
    val(at).as('created_at'),
    val(mailAt(kind, at)).as('mail_at'),
  ]
}

/** Writes a notice about an order. */
export async function tellCustomer(
  db: Db,
  siteId: number,
  told: { orderId: number; kind: NoticeKind; amountCents?: number; at: Date },
): Promise<void> {
  const { orderId, kind, amountCents = 0, at } = told
  await db
    .insertInto('notices')
    .columns([...COLUMNS, 'amount_cents'])
    .expression((eb) =>
      eb
        .selectFrom('orders as o')
        .select([...noticeOf(kind, at), eb.val(amountCents).as('amount_cents')])
        .where('o.site_id', '=', siteId)
        .where('o.id', '=', orderId),
    )
    .execute()
}

/**
 * Notifies once that the digital cards were sent, as soon as each was tried: one that the mail server defers for
 * days doesn't delay the notice of the others.
 */
export async function tellCardsSent(db: Db, siteId: number, orderId: number, at: Date): Promise<void> {
  await db
    .insertInto('notices')
    .columns([...COLUMNS, 'card_count'])
    .expression((eb) => {
      const known = expressionBuilder<Database & { o: Orders }, 'o'>()
        .selectFrom('notices as n')
        .whereRef('n.site_id', '=', 'o.site_id')
        .whereRef('n.customer_id', '=', 'o.customer_id')
        .whereRef('n.order_id', '=', 'o.id')
      const digital = deliveriesOfOrder().where('d.reward_type', '=', literal('digital'))
      const sent = digital.where('d.sent_at', 'is not', null).where('d.status', '<>', literal('bounced'))
      const untried = digital
        .where('d.status', 'in', literals('queued', 'sending'))
        .where('d.tries', '=', 0)
        .where('d.sent_at', 'is', null)
      return (
        eb
          .selectFrom('orders as o')
          .select(noticeOf('cards_sent', at))
          .select(sent.select(({ fn }) => fn.sum('d.card_count').as('cards')).as('card_count'))
          .where('o.site_id', '=', siteId)
          .where('o.id', '=', orderId)
          .where(({ not, exists }) => not(exists(known.where('n.kind', '=', literal('cards_sent')))))
          // Orders approved before notices existed were delivered long ago.
          .where(({ exists }) => exists(known.where('n.kind', '=', literal('order_approved'))))
          .where(({ not, exists }) => not(exists(untried)))
          .where(({ exists }) => exists(sent))
      )
    })
    .onConflict(once)
    .execute()
}

/** The deliveries, as `d`, of an order `o`. */
function deliveriesOfOrder() {
  return expressionBuilder<Database & { o: Orders }, 'o'>()
    .selectFrom('deliveries as d')
    .whereRef('d.site_id', '=', 'o.site_id')
    .whereRef('d.order_id', '=', 'o.id')
}

/** Such a notice exists once per order. */
function once(conflict: OnConflictBuilder<Database, 'notices'>) {
  return conflict
    .columns(['site_id', 'order_id', 'kind'])
    .where('kind', 'in', literals('cards_sent', 'all_arrived'))
    .doNothing()
}

/** Notices about problems count as seen once all of them are fixed, by the customer or the office. */
export async function settleNotices(
  db: Db,
  siteId: number,
  settled: { type: RewardType; from: DeliveryStatus; orderIds: readonly number[]; at: Date },
): Promise<void> {
  const { type, from, orderIds, at } = settled
  const kind = noticeOfMove(type, from)
  if (kind === undefined || !needsAttention(kind) || orderIds.length === 0) return
  await db
    .updateTable('notices as n')
    .set({ seen_at: at })
    .where('n.site_id', '=', siteId)
    .where('n.order_id', '=', anyOf([...new Set(orderIds)]))
    .where('n.kind', '=', kind)
    .where('n.seen_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .whereRef('d.site_id', '=', 'n.site_id')
            .whereRef('d.order_id', '=', 'n.order_id')
            .where('d.reward_type', '=', type)
            .where('d.status', '=', from),
        ),
      ),
    )
    .execute()
}

/** Orders share so many locks, so that the locks of a site stay few. */
const ARRIVAL_LOCKS = 64

/**
 * Notifies once that an order's cards have all arrived. The last two may arrive at the same moment: the second
 * waits for the first and sees it. A parcel alone has its own notice.
 */
export async function tellAllArrived(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
  at: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  // Locked in ascending order, which prevents deadlocks.
  const locks = [...new Set(orderIds.map((id) => id % ARRIVAL_LOCKS))].sort((a, b) => a - b)
  await lockUntilCommit(db, siteId, ...locks.map((lock) => `arrivals ${lock}`))
  await db
    .insertInto('notices')
    .columns(COLUMNS)
    .expression((eb) => {
      const deliveries = deliveriesOfOrder()
      const arrived = deliveries
        .where('d.reward_type', '<>', literal('bulk'))
        .where('d.status', 'in', literals('claimed', 'delivered'))
      return eb
        .selectFrom('orders as o')
        .select(noticeOf('all_arrived', at))
        .where('o.site_id', '=', siteId)
        .where('o.id', '=', anyOf(orderIds))
        .where('o.planned_at', 'is not', null)
        .where(({ exists }) => exists(arrived))
        .where(({ not, exists }) => not(exists(deliveries.where('d.status', 'in', UNFINISHED))))
    })
    .onConflict(once)
    .execute()
}

const UNFINISHED = literals<DeliveryStatus>(
  ...(['queued', 'sending', 'sent', 'opened', 'bounced', 'printing', 'mailed', 'returned'] as const),
)

function mailAt(kind: NoticeKind, at: Date): Date | null {
  if (MAILED_ELSEWHERE.includes(kind)) return null
  return BUNDLED.includes(kind) ? new Date(at.getTime() + BUNDLED_FOR_MS) : at
}
