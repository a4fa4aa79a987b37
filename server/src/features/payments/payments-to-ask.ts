import { HOSTED_PAGE_METHODS } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Look } from '../../database/due-sites.ts'
import type { Orders, Payments } from '../../database/generated/tables.ts'
import { isWithin, literal, literals } from '../../database/sql.ts'

/** The most payments of a site per sweep; the next one takes the rest. */
const MAX_TO_ASK = 200
/** The bank's sixty days, and some for weekends. */
const RETURNED_WITHIN_DAYS = 75
/** How often the provider is asked about a page that the customer left, while it can be paid. */
const ABANDONED_ASKED_EVERY_MINUTES = 3

/** Payments, as `p`, with their orders, as `o`. */
function payments(db: Db) {
  return db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'p.site_id').onRef('o.id', '=', 'p.order_id'),
    )
    .where('p.method_code', 'in', HOSTED_PAGE_METHODS)
}

const eb = expressionBuilder<Database & { p: Payments; o: Orders }, 'p' | 'o'>()
const { and, or, exists, ref } = eb
const isIn = (...states: PaymentState[]) => eb('p.state', 'in', literals(...states))

/** When the provider is asked about a payment. Each of these has an index (migration due-work). */
function reasonsToAsk(now: Date): Array<Expression<SqlBool>> {
  const isQuietFor = (minutes: number) => eb('p.updated_at', '<', minutesBefore(now, minutes))
  const underReview = eb
    .selectFrom('payment_doubts as d')
    .whereRef('d.site_id', '=', 'p.site_id')
    .whereRef('d.payment_id', '=', 'p.id')
    .where('d.reason', '=', 'abandoned')
    .where('d.state', '=', literal('open'))
    .where('d.status', '=', 'REV')
  const isNeverOpened = eb('p.token_sealed', '=', '')
  // Asked one last time after the page closed: a second card, or a payment at the last second.
  const isToAskOnceMore = and([
    eb('p.token_sealed', '<>', literal('')),
    eb('p.expires_at', '<=', minutesBefore(now, 10)),
    isWithin('10 minutes', ref('p.expires_at'), ref('p.updated_at')),
  ])
  return [
    and([
      isIn('started', 'submitted', 'paid', 'abandoned'),
      or([
        // Its page expired, or was never opened. A mismatch stays here until staff decide.
        and([isIn('started'), isQuietFor(1), or([eb('p.expires_at', '<=', now), isNeverOpened])]),
        and([isIn('submitted'), isQuietFor(30)]),
        // A card's charge settles overnight.
        and([isIn('paid'), isQuietFor(720)]),
        // The customer left the page, and may still pay on it.
        and([isIn('abandoned'), eb('p.expires_at', '>', now), isQuietFor(ABANDONED_ASKED_EVERY_MINUTES)]),
        // The provider is still reviewing it.
        and([isIn('abandoned'), isQuietFor(30), exists(underReview)]),
        and([isIn('abandoned'), isToAskOnceMore]),
      ]),
    ]),
    and([isIn('failed', 'expired'), isToAskOnceMore]),
    and([
      eb('p.state', '=', literal('settled')),
      eb('o.status', '=', literal('pending_payment')),
      isQuietFor(30),
    ]),
    // A bank returns a debit up to sixty days later.
    and([
      eb('p.state', '=', literal('settled')),
      eb('p.method_code', '=', literal('elavon_ach')),
      eb('o.status', '<>', 'pending_payment'),
      eb('p.created_at', '>', minutesBefore(now, RETURNED_WITHIN_DAYS * 1440)),
      isQuietFor(1440),
    ]),
  ]
}

/** Payments due to be asked about, longest waiting first. */
export async function listPaymentsToAsk(db: Db, siteId: number, now: Date): Promise<number[]> {
  const rows = await payments(db)
    .select('p.id')
    .where('p.site_id', '=', siteId)
    .where(or(reasonsToAsk(now)))
    .orderBy('p.updated_at')
    .limit(MAX_TO_ASK)
    .execute()
  return rows.map(({ id }) => id)
}

/** The sites that have such payments. */
export const lookForPaymentsToAsk =
  (now: Date): Look =>
  (db) =>
    reasonsToAsk(now)
      .map((reason) => payments(db).select('p.site_id').where(reason))
      .reduce((all, query) => all.union(query))

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000)
}
