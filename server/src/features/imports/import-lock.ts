import { LIVE_PAYMENT_STATES } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { type ImportRow, lockImport } from './imports.repo.ts'

/** Another reader took over, or the import was stopped. */
export class MovedOn extends Error {}
/** Its list is being paid: another run continues afterwards. */
export class BeingPaid extends Error {}
type Kind = Pick<CardItemRow, 'reward_id'> & { reward_type: string }

/** The import, if this run still has it. The item must be locked. */
export async function stillOurs(db: Db, row: ImportRow): Promise<ImportRow> {
  const current = await lockImport(db, row.site_id, row.id)
  const isOurs =
    current?.state === 'reading' && current.failure === null && current.rows_read === row.rows_read
  if (!isOurs) throw new MovedOn()
  return current
}

/** What the item's people are judged as: the card's kind and reward. */
export function kindOf({ reward_type, reward_id }: Kind): string {
  return `${reward_type} ${reward_id}`
}

type LockedKind = { status: string; isBeingPaid: boolean; kind: string }

/**
 * Locks the order of an item, and reads what the item's people are judged as.
 *
 * @returns undefined if the item is gone
 */
export async function lockKind(db: Db, siteId: number, itemId: number): Promise<LockedKind | undefined> {
  const seen = await lockOrderAndItem(db, siteId, itemId)
  // A draft moves to the next cart when its order is placed, so it may have moved while this waited.
  const row = seen?.status === 'cart' ? seen : await lockOrderAndItem(db, siteId, itemId)
  return row && { status: row.status, isBeingPaid: row.isBeingPaid, kind: kindOf(row) }
}

async function lockOrderAndItem(db: Db, siteId: number, itemId: number) {
  const ofItem = db
    .selectFrom('orders')
    .innerJoin('card_items as item', (join) =>
      join.onRef('item.site_id', '=', 'orders.site_id').onRef('item.order_id', '=', 'orders.id'),
    )
    .where('orders.site_id', '=', siteId)
    .where('item.id', '=', itemId)
  // A query of its own, behind the lock: the locking one doesn't see a payment that it waited for.
  const live = ofItem
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.site_id', '=', 'orders.site_id')
        .onRef('payments.order_id', '=', 'orders.id')
        .on('payments.state', 'in', LIVE_PAYMENT_STATES),
    )
    .where('item.state', '=', 'in_cart')
    .select('payments.id')
  const [row, payment] = await Promise.all([
    ofItem
      .select(['orders.status', 'item.reward_type', 'item.reward_id'])
      .forUpdate('orders')
      .executeTakeFirst(),
    live.executeTakeFirst(),
  ])
  return row && { ...row, isBeingPaid: payment !== undefined }
}

/**
 * Locks what an import writes to, and returns what its people are judged as. A draft's list may grow while
 * the cart beside it is being paid; a list that is being paid itself waits until it isn't.
 *
 * @throws {Refusal} `card_item_not_editable` when its order was placed
 */
export async function lockOpen(db: Db, { site_id, card_item_id }: ImportRow): Promise<string> {
  const locked = await lockKind(db, site_id, card_item_id)
  // A removed item removes its import.
  if (locked === undefined) throw new MovedOn()
  if (locked.status !== 'cart') throw new Refusal('card_item_not_editable')
  if (locked.isBeingPaid) throw new BeingPaid()
  return locked.kind
}
