import { formatCents } from '@laurel/domain/money'
import { CASH_ACCOUNTS } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { literal, literals, sumOf } from '../../database/sql.ts'

// Everything here is about an order `o` of the query it's used in, in cents.
export type AboutOrder<T> = ExpressionWrapper<Database & { o: Orders }, 'o', T>
const eb = expressionBuilder<Database & { o: Orders }, 'o'>()

const entries = eb
  .selectFrom('ledger_entries as l')
  .whereRef('l.site_id', '=', 'o.site_id')
  .whereRef('l.order_id', '=', 'o.id')
/** Of the order's own money: what is refunded of a discrepancy was never part of it. */
export const ownRefunds = eb
  .selectFrom('refunds as r')
  .whereRef('r.site_id', '=', 'o.site_id')
  .whereRef('r.order_id', '=', 'o.id')
  .where('r.doubt_id', 'is', null)
const deliveries = eb
  .selectFrom('deliveries as d')
  .whereRef('d.site_id', '=', 'o.site_id')
  .whereRef('d.order_id', '=', 'o.id')

/** What was posted of its own money. */
export const ownEntries = entries
  .where('l.source', 'not like', literal('doubt:%'))
  .where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('refunds as r')
          .whereRef('r.site_id', '=', 'l.site_id')
          .whereRef('r.order_id', '=', 'l.order_id')
          .where('r.doubt_id', 'is not', null)
          .where('l.source', '=', (r) => r(r.val('refund:'), '||', r.cast<string>('r.id', 'text'))),
      ),
    ),
  )

/** What is left of the order's own money. What is open of an invoice covers the order as money does. */
export const kept: AboutOrder<number> = ownEntries
  .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
  .where('l.account', 'in', literals(...CASH_ACCOUNTS, 'company_terms'))
  .$asScalar()
const OPEN_REFUNDS = literals('asked', 'approved', 'sent', 'unknown')
/** What open refunds will take. */
export const promised: AboutOrder<number> = ownRefunds
  .select(({ ref }) => sumOf(ref('r.amount_cents')).as('cents'))
  .where('r.state', 'in', OPEN_REFUNDS)
  .$asScalar()
/** The cards' sales value: fees and delivery can be refunded without reducing any card's value. */
const sold = eb.neg(
  entries
    .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
    .where('l.account', '=', literal('card_value'))
    .$asScalar(),
)
const values = deliveries.select(({ ref }) => sumOf(ref('d.value_cents')).as('cents'))
const voided = values.where('d.status', '=', literal('cancelled')).$asScalar()
const OUT = ['claimed', 'mailed', 'delivered', 'returned']
/** With recipients; for a replaced card, the amount spent. */
const out = eb(
  values.where('d.status', 'in', literals(...OUT, 'replaced')).$asScalar(),
  '-',
  values.where('d.replaces_id', 'is not', null).$asScalar(),
)
const left = eb(kept, '-', promised)
const alive = eb(sold, '-', voided)

/** A release without the money was decided knowing the refunds at that time, and none that followed, open or done. */
const isReleased = eb.and([
  eb('o.released_at', 'is not', null),
  eb.not(
    eb.exists(
      ownRefunds
        .where('r.state', 'not in', literals('failed', 'refused'))
        .whereRef('r.created_at', '>=', 'o.released_at'),
    ),
  ),
])

/**
 * Does the order's money, minus open refunds, cover every card that has value or will be issued? Or did staff
 * release it without?
 */
export const isCovered: Expression<SqlBool> = eb.or([isReleased, eb(left, '>=', alive)])

/**
 * The orders whose cards may not be issued: an open refund leaves them without money. Read once for a query,
 * however many deliveries it is about; row-level security narrows it to the site.
 */
const shortOfMoney = expressionBuilder<Database>()
  .selectFrom('orders as o')
  .select('o.id')
  .where('o.id', 'in', (open) =>
    open
      .selectFrom('refunds as r')
      .select('r.order_id')
      .where('r.doubt_id', 'is', null)
      .where('r.state', 'in', OPEN_REFUNDS),
  )
  .where(eb.not(isCovered))

/** On hold, or about to be refunded: none of the order's cards are printed or labeled. */
export const isStopped: Expression<SqlBool> = eb.or([
  eb('o.held_at', 'is not', null),
  eb('o.id', 'in', shortOfMoney),
])

export type Coverage = {
  /** What is left after paid and open refunds; negative if those exceed it. */
  keptCents: number
  /** The value of the cards that are not void. */
  aliveCents: number
  /** The value of cards with recipients: claimed, or mailed. */
  outCents: number
  outCards: number
  cards: number
  isReleased: boolean
}

/** An order's money against its cards. Without the order's lock, the answer may be outdated at once. */
export async function coverageOf(db: Db, siteId: number, orderId: number): Promise<Coverage> {
  const cardCount = deliveries.select(({ fn, lit }) =>
    fn.coalesce(fn.sum<number>('d.card_count'), lit(0)).as('cards'),
  )
  const { is_released, ...row } = await db
    .selectFrom('orders as o')
    .select([
      left.as('keptCents'),
      alive.as('aliveCents'),
      out.as('outCents'),
      cardCount
        .where('d.status', 'in', literals(...OUT))
        .$asScalar()
        .$notNull()
        .as('outCards'),
      cardCount.where('d.status', '<>', literal('replaced')).$asScalar().$notNull().as('cards'),
      isReleased.as('is_released'),
    ])
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...row, isReleased: Boolean(is_released) }
}

/**
 * Refuses to resend cards of an order whose money was or is being refunded. The order must be locked.
 *
 * @throws {Refusal} `order_not_covered`
 */
export async function assertCardsCovered(db: Db, siteId: number, orderId: number): Promise<void> {
  const uncovered = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', orderId)
    .where(eb.not(isCovered))
    .executeTakeFirst()
  if (uncovered === undefined) return
  const { keptCents, aliveCents } = await coverageOf(db, siteId, orderId)
  throw new Refusal('order_not_covered', { left: formatCents(aliveCents - Math.max(0, keptCents)) })
}
