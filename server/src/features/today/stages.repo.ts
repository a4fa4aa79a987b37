import { expressionBuilder, type NotNull } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { literal, medianMinutes } from '../../database/sql.ts'
import { isFullyRefunded } from '../ledger/refunded.ts'

export type Stages = { to_review: number; money_to_come: number; being_made: number; with_carrier: number }

/** The number of orders at each stage from payment to delivery. */
export function countStages(db: Db, siteId: number): Promise<Stages> {
  const { fn, not, selectFrom } = expressionBuilder<Database>()
  const at = (status: string) =>
    selectFrom('orders as o')
      .select(fn.countAll<number>().as('count'))
      .where('o.site_id', '=', siteId)
      // A literal, as in the conditions of the indexes by status.
      .where('o.status', '=', literal(status))
      .where('o.placed_at', 'is not', null)
      .where(not(isFullyRefunded))
  return db
    .selectNoFrom([
      at('in_review').as('to_review'),
      at('pending_payment').as('money_to_come'),
      at('approved').as('being_made'),
      selectFrom('deliveries as d')
        .select(({ fn }) => fn.count<number>('d.order_id').distinct().as('count'))
        .where('d.site_id', '=', siteId)
        .where('d.status', '=', literal('mailed'))
        .as('with_carrier'),
    ])
    .$narrowType<Record<keyof Stages, NotNull>>()
    .executeTakeFirstOrThrow()
}

export type FulfillmentPace = { review_minutes: number | null; making_minutes: number | null }

/** The median minutes from review to a decision, and from approval to all sent, of orders placed since then. */
export function readPace(db: Db, siteId: number, since: Date): Promise<FulfillmentPace> {
  const times = db
    .selectFrom('orders as o')
    .innerJoin('order_moves as move', (join) =>
      join.onRef('move.site_id', '=', 'o.site_id').onRef('move.order_id', '=', 'o.id'),
    )
    .select(({ fn }) => {
      const first = (...statuses: string[]) => fn.min('move.at').filterWhere('move.status', 'in', statuses)
      return [
        first('in_review').as('in_review'),
        first('approved', 'declined').as('decided'),
        first('approved').as('approved'),
        first('fulfilled').as('fulfilled'),
      ]
    })
    .where('o.site_id', '=', siteId)
    .where('o.placed_at', '>=', since)
    .groupBy('o.id')
  return db
    .selectFrom(times.as('times'))
    .select(({ ref }) => [
      medianMinutes(ref('times.in_review'), ref('times.decided')).as('review_minutes'),
      medianMinutes(ref('times.approved'), ref('times.fulfilled')).as('making_minutes'),
    ])
    .executeTakeFirstOrThrow()
}
