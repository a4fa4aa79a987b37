import type { RewardType } from '@laurel/domain/reward-type'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** The bought items of an order, oldest first, and whether the site still offers what they are made of. */
export async function listItemsToCopy(
  db: Db,
  siteId: number,
  orderId: number,
): Promise<Array<{ id: number; reward_type: RewardType; isOffered: boolean }>> {
  return db
    .selectFrom('card_items as i')
    .innerJoin('rewards as r', (join) =>
      join.onRef('r.site_id', '=', 'i.site_id').onRef('r.id', '=', 'i.reward_id'),
    )
    .innerJoin('reward_card_templates as t', (join) =>
      join.onRef('t.site_id', '=', 'i.site_id').onRef('t.id', '=', 'i.reward_card_template_id'),
    )
    .select([
      'i.id',
      sql<RewardType>`i.reward_type`.as('reward_type'),
      sql<boolean>`r.active and t.active and i.reward_type = any (r.reward_types)`.as('isOffered'),
    ])
    .where('i.site_id', '=', siteId)
    .where('i.order_id', '=', orderId)
    .where('i.state', '=', 'in_cart')
    .orderBy('i.id')
    .execute()
}

/** @returns the copy's id */
export async function copyItem(
  db: Db,
  siteId: number,
  itemId: number,
  orderId: number,
  state: 'draft' | 'in_cart',
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into card_items (site_id, order_id, name, state, reward_type, reward_id, reward_card_template_id,
      design, denomination_cents, quantity, message, sender_name, created_at, updated_at)
    select site_id, ${orderId}::bigint, name, ${state}::text, reward_type, reward_id, reward_card_template_id,
      design, denomination_cents, quantity, message, sender_name, ${at}::timestamptz, ${at}::timestamptz
    from card_items where site_id = ${siteId} and id = ${itemId}
    returning id`.execute(db)
  return rows[0]!.id
}

/** However many there are, in one statement, as they stood in the order. */
export async function copyRecipients(db: Db, siteId: number, itemId: number, copyId: number, at: Date) {
  await sql`
    insert into card_recipient_details (site_id, card_item_id, position, first_name, last_name, email,
      address1, address2, city, state, zip, amount_cents, message, problems, needs_attention, codes, person_key,
      created_at, updated_at)
    select site_id, ${copyId}::bigint, position, first_name, last_name, email,
      address1, address2, city, state, zip, amount_cents, message, problems, needs_attention, codes, person_key,
      ${at}::timestamptz, ${at}::timestamptz
    from card_recipient_details where site_id = ${siteId} and card_item_id = ${itemId}`.execute(db)
}
