import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { raise } from '../../order-events.ts'
import { type Coverage, coverageOf } from '../ledger/coverage.ts'
import { holdOrder } from '../orders/hold-order.ts'
import { lockOrderOfSite } from '../orders/orders.repo.ts'

/**
 * Refuses to give back money whose cards are in somebody's hands: claimed, or mailed. What is spent of a
 * card is never paid twice. The order must be held.
 *
 * @param promisedCents what of it is counted as promised back already
 * @throws {Refusal} `refund_cards_out`, with what can go back at most
 */
export async function assertCardsNotOut(
  db: Db,
  siteId: number,
  orderId: number,
  { cents, promisedCents = 0 }: { cents: number; promisedCents?: number },
): Promise<void> {
  // A card that is being revealed right now is waited for.
  await sql`select from deliveries where site_id = ${siteId} and order_id = ${orderId}
    and status not in ('replaced', 'cancelled') order by id for update`.execute(db)
  const limit = refundLimit(await coverageOf(db, siteId, orderId), promisedCents)
  if (limit === undefined || cents <= limit.leftCents) return
  throw new Refusal('refund_cards_out', { what: limit.what, left: formatCents(limit.leftCents) })
}

/** What can go back at most of an order whose cards are out, and why; nothing while none is. */
export function refundLimit(
  { keptCents, outCents, outCards, cards }: Coverage,
  promisedCents = 0,
): { leftCents: number; what: string } | undefined {
  if (outCents <= 0) return undefined
  const what =
    outCards > 0
      ? `${outCards} of ${cards} ${cards === 1 ? 'card is' : 'cards are'} claimed or mailed`
      : `${formatCents(outCents)} of its cards is spent`
  return { leftCents: Math.max(0, keptCents + promisedCents - outCents), what }
}

type Stop = { actor: string; at: Date }

/**
 * Stops what a refund that is agreed to leaves without money, before any of it goes back: the order is held,
 * and where nothing stays for what nobody has claimed yet, that is canceled and its cards are made
 * worthless. The order must be held.
 */
export async function stopUncovered(
  db: Db,
  siteId: number,
  orderId: number,
  { actor, at }: Stop,
): Promise<void> {
  const { status, released_at: releasedAt } = await lockOrderOfSite(db, siteId, orderId)
  // Under review nothing has left, and nothing will: what is promised back counts as gone there.
  if (status !== 'approved' && status !== 'fulfilled') return
  const { keptCents, outCents } = await coverageOf(db, siteId, orderId)
  // What somebody let go on without its money is settled another way, and only held.
  if (keptCents <= outCents && releasedAt === null) {
    await raise(db, { type: 'order.uncovered', siteId, orderId, actor, at })
  }
  await holdUncovered(db, siteId, orderId, { actor, at })
}

/**
 * Nothing is made for nothing: an order under review needs all its money to go on, and an approved one as
 * much as its cards are worth. Somebody may let it go on all the same. The order must be held.
 */
export async function holdUncovered(
  db: Db,
  siteId: number,
  orderId: number,
  { actor, at }: Stop,
): Promise<void> {
  const order = await lockOrderOfSite(db, siteId, orderId)
  const { keptCents, aliveCents, isReleased } = await coverageOf(db, siteId, orderId)
  const neededCents = order.status === 'in_review' ? order.total_cents : Math.max(1, aliveCents)
  if (isReleased || keptCents >= neededCents) return
  const reason = `${keptCents > 0 ? 'Some of its' : 'Its'} payment was refunded.`
  await holdOrder(db, siteId, order, { reason, actor, at })
}
