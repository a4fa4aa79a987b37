import { assertMove, isUnplaced, type OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { inOrder } from '../../database/site-transaction.ts'
import { raise } from '../../order-events.ts'
import { record } from '../audit/audit.service.ts'
import { billToNow } from './bill-to.ts'

export type OrderMove = {
  orderId: number
  from: OrderStatus
  to: OrderStatus
  note: string
  /** The actor: `customer:5`, `staff:2`, `system`. */
  actor: string
  at: Date
}

/**
 * Moves an order if it's still in the state that was read, writes its history, and raises `order.moved`. Moving
 * it out of the cart, or from its company's approval, places it: from then on it's billed to the profile as it is now.
 *
 * @throws {Refusal} `order_move_not_allowed` if the table of moves has no such move, `order_changed`
 * if another request moved it first
 */
export async function moveOrder(db: Db, siteId: number, move: OrderMove): Promise<void> {
  const { orderId, from, to, note, actor, at } = move
  assertMove(from, to)
  const write = isUnplaced(from) ? placing : movingOn
  const moving = write(db, { siteId, orderId, from, to, note, at }).then((moved) => {
    if (moved.length !== 1) throw new Refusal('order_changed')
  })
  await inOrder(moving, raise(db, { type: 'order.moved', siteId, orderId, from, to, actor, at }))
  record(db, siteId, {
    actor,
    event: 'order.moved',
    subject: `order:${orderId}`,
    facts: { from, to },
    at,
  })
}

type Written = Omit<OrderMove, 'actor'> & { siteId: number }

const placing = prepared((db: Db, given: Written) =>
  moved(db, given, { placed_at: given.at, bill_to: billToNow }),
)
const movingOn = prepared((db: Db, given: Written) => moved(db, given, {}))

function moved(db: Db, given: Written, placed: { placed_at?: Date; bill_to?: typeof billToNow }) {
  return db
    .with('moved', (orders) =>
      orders
        .updateTable('orders')
        .set({ status: given.to, updated_at: given.at, ...placed })
        .where('site_id', '=', given.siteId)
        .where('id', '=', given.orderId)
        .where('status', '=', given.from)
        .returning(['site_id', 'id as order_id', 'status']),
    )
    .insertInto('order_moves')
    .columns(['site_id', 'order_id', 'status', 'note', 'at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('moved')
        .selectAll()
        .select([val(given.note).as('note'), val(given.at).as('at')]),
    )
    .returning('id')
}
