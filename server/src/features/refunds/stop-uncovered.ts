import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { raise } from '../../order-events.ts'
import { type Coverage, coverageOf } from '../ledger/coverage.ts'
import { holdOrder } from '../orders/hold-order.ts'
import { lockPaidFor, TOP_UP } from '../orders/orders.repo.ts'

/**
 * Refuses to refund cards that recipients have: claimed, or mailed. A spent card is never paid twice. The order
 * must be locked.
 *
 * @param promisedCents how much of it already counts as an open refund
 * @throws {Refusal} `refund_cards_out`, with the most that can be refunded
 */
export async function assertCardsNotOut(
  db: Db,
  siteId: number,
  orderId: number,
  { cents, promisedCents = 0 }: { cents: number; promisedCents?: number },
): Promise<void> {
  // Waits for a card that is being revealed right now.
  await db
    .selectFrom('deliveries')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('status', 'not in', ['replaced', 'cancelled'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const limit = refundLimit(await coverageOf(db, siteId, orderId), promisedCents)
  if (limit === undefined || cents <= limit.leftCents) return
  throw new Refusal('refund_cards_out', { what: limit.what, left: formatCents(limit.leftCents) })
}

/** The most that can be refunded if recipients have cards, and why; undefined if none has. */
export function refundLimit(
  { keptCents, outCents, outCards, cards }: Coverage,
  promisedCents = 0,
): { leftCents: number; what: string } | undefined {
  if (outCents <= 0) return undefined
  const what =
    outCards > 0
      ? `${outCards} of ${cards} ${cards === 1 ? 'card' : 'cards'} ${outCards === 1 ? 'is' : 'are'} claimed or mailed`
      : `${formatCents(outCents)} of its cards is spent`
  return { leftCents: Math.max(0, keptCents + promisedCents - outCents), what }
}

type Stop = { actor: string; at: Date }

/**
 * Stops what an approved refund leaves without money, before the money leaves: the order is put on hold, and if
 * nothing is left for unclaimed cards, they're canceled and made worthless. The order must be locked.
 */
export async function stopUncovered(
  db: Db,
  siteId: number,
  orderId: number,
  { actor, at }: Stop,
): Promise<void> {
  const { status, released_at: releasedAt } = await lockPaidFor(db, siteId, orderId)
  // Under review nothing has shipped, and nothing will: open refunds already count as gone.
  if (status !== 'approved' && status !== 'fulfilled') return
  const { keptCents, outCents } = await coverageOf(db, siteId, orderId)
  // A released order was paid another way, and is only put on hold.
  if (keptCents <= outCents && releasedAt === null) {
    await raise(db, { type: 'order.uncovered', siteId, orderId, actor, at })
  }
  await holdUncovered(db, siteId, orderId, { actor, at })
}

/**
 * Puts an uncovered order on hold: one under review needs its full payment, an approved one its cards' value.
 * Staff can still release it. The order must be locked.
 */
export async function holdUncovered(
  db: Db,
  siteId: number,
  orderId: number,
  { actor, at }: Stop,
): Promise<void> {
  const order = await lockPaidFor(db, siteId, orderId)
  if (order.status === TOP_UP) return
  const { keptCents, aliveCents, isReleased } = await coverageOf(db, siteId, orderId)
  const neededCents = order.status === 'in_review' ? order.total_cents : Math.max(1, aliveCents)
  if (isReleased || keptCents >= neededCents) return
  const reason = `${keptCents > 0 ? 'Some of its' : 'Its'} payment was refunded.`
  await holdOrder(db, siteId, order, { reason, actor, at })
}
