import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { isTestSite } from '../../test-site.ts'
import { record } from '../audit/audit.service.ts'
import { cardKey } from '../issuing/issue-cards.ts'
import { lockOrderOfSite } from '../orders/orders.repo.ts'
import { holdDelivery, readDelivery } from './deliveries.repo.ts'
import { writeDeliveryEvent } from './delivery-moves.ts'
import type { DeliveryRow } from './delivery-wire.ts'
import { sendDeliveries, withdrawCards } from './fulfillment-jobs.ts'

type ConvertKit = Pick<Kit, 'pool' | 'jobs' | 'issuing' | 'now'>
export type Converted = { siteId: number; orderId: number; deliveryId: number; actor: string }

/** @throws {Refusal} `card_is_spent` if a letter's card has no value left */
export async function assertSomethingLeft(kit: ConvertKit, siteId: number, deliveryId: number) {
  // Cards of test orders are never issued.
  if (isTestSite(siteId)) return
  const [card] = await kit.issuing.balance(siteId, [cardKey(deliveryId, 1)])
  if (card?.balanceCents === 0) throw new Refusal('card_is_spent')
}

/**
 * Issues the digital card that replaces a letter's, for its remaining value: the old card is canceled first,
 * and the new one gets exactly what its issuer withdrew. An interrupted run is simply repeated: the issuer
 * answers the same, and one card is issued.
 *
 * @returns the new delivery; undefined if no value was left, or the order was declined in between
 */
export async function convertCard(kit: ConvertKit, asked: Converted): Promise<number | undefined> {
  const { siteId, orderId, deliveryId } = asked
  const isOpen = ({ status, replaced_by_id: by }: DeliveryRow) => status === 'replaced' && by === null
  const known = await inSite(kit.pool, siteId, (db) => readDelivery(db, siteId, deliveryId))
  if (!isOpen(known)) return known.replaced_by_id ?? undefined

  await commitStep()
  const [card] = isTestSite(siteId) ? [] : await kit.issuing.cancel(siteId, [cardKey(deliveryId, 1)])
  // If it was never issued, its full value is left.
  const leftCents = card === undefined ? known.value_cents : card.withdrawnCents
  return inSite(kit.pool, siteId, async (db) => {
    const order = await lockOrderOfSite(db, siteId, orderId)
    const row = await holdDelivery(db, siteId, deliveryId)
    if (!isOpen(row)) return row.replaced_by_id ?? undefined
    await kit.jobs.enqueue(db, withdrawCards, { siteId, orderId, deliveryIds: [deliveryId] })
    if (leftCents === 0 || order.status === 'declined') return undefined
    return makeInstead(db, kit, row, { ...asked, leftCents })
  })
}

async function makeInstead(
  db: Db,
  kit: ConvertKit,
  row: DeliveryRow,
  { siteId, actor, leftCents }: Converted & { leftCents: number },
): Promise<number> {
  const at = kit.now()
  const { id } = await db
    .insertInto('deliveries')
    .values({
      site_id: siteId,
      order_id: row.order_id,
      card_item_id: row.card_item_id,
      recipient_id: row.recipient_id,
      source: `instead:${row.id}`,
      reward_type: 'digital',
      value_cents: leftCents,
      first_name: row.first_name,
      last_name: row.last_name,
      // Kept with the letter when its conversion began.
      email: row.email,
      due_at: at,
      replaces_id: row.id,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { deliveryId: id, orderId: row.order_id, actor, at }
  await writeDeliveryEvent(db, siteId, { ...line, event: 'planned', facts: { instead_of: row.id } })
  const facts = { order_id: row.order_id, instead: id, value_cents: leftCents }
  record(db, siteId, { actor, event: 'delivery.converted', subject: `delivery:${row.id}`, facts, at })
  await kit.jobs.enqueue(db, sendDeliveries, { siteId })
  return id
}
