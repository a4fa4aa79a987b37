import { createHash } from 'node:crypto'
import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import type { Db } from '../../database/database.ts'
import type { OrderRow } from '../orders/orders.repo.ts'

/**
 * SHA-256 of what an approval covers: every cent, everyone who gets a card, where cards go, and what they look like. It's
 * made of the rows that are paid for and produced, so nothing can change them unnoticed.
 */
export async function orderHash(
  db: Db,
  { site_id: siteId, id, priced }: Pick<OrderRow, 'site_id' | 'id' | 'priced'>,
): Promise<string> {
  const [items, deliveries] = await Promise.all([
    db
      .selectFrom('card_items as item')
      .select([
        'item.id',
        'item.reward_type',
        'item.reward_id',
        'item.reward_card_template_id',
        'item.design',
        'item.denomination_cents',
        'item.quantity',
        'item.message',
        'item.sender_name',
      ])
      .select(({ selectFrom }) =>
        selectFrom('card_recipient_details as person')
          .select(({ cast, eb, fn, ref, val }) => {
            const all = fn(
              'json_build_array',
              RECIPIENT_WIRE_FIELDS.filter((field) => field !== 'language').map((field) =>
                ref(`person.${field}`),
              ),
            )
            // Last, so that orders without languages keep the hash they were approved with.
            const text = eb(cast<string>(all, 'text'), '||', ref('person.language'))
            const bytes = fn('convert_to', [text, val('UTF8')])
            const each = fn<string>('encode', [fn('sha256', [bytes]), val('hex')])
            return fn
              .agg<string | null>('string_agg', [each, val('')])
              .orderBy('person.position')
              .as('people')
          })
          .whereRef('person.site_id', '=', 'item.site_id')
          .whereRef('person.card_item_id', '=', 'item.id')
          .as('people'),
      )
      .where('item.site_id', '=', siteId)
      .where('item.order_id', '=', id)
      .where('item.state', '=', 'in_cart')
      .orderBy('item.id')
      .execute(),
    db
      .selectFrom('shipping_orders')
      .select(['reward_type', 'carrier', 'service', 'price_cents', 'per', 'address', 'send_at'])
      .where('site_id', '=', siteId)
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
  ])
  const covered = { items, deliveries, price: priced?.price, brand: priced?.brand }
  return createHash('sha256').update(canonical(covered)).digest('hex')
}

/** JSON with sorted names: the same value has one text, whether it was stored in between or not. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([name], [other]) => (name < other ? -1 : 1)))
      : one,
  )
}
