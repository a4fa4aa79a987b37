import { type Expression, expressionBuilder, type NotNull } from 'kysely'
import type { Database, Db } from '../../../database/database.ts'
import { jsonPart, jsonText } from '../../../database/sql.ts'
import { ADDRESS_DIGEST } from '../waiting.repo.ts'

/** A letter or parcel with everything that is printed about it. */
export type PrintedLetter = Awaited<ReturnType<typeof listPrintedLetters>>[number]

/** The next letters of a batch that are to be printed or were, in their order. */
export function listPrintedLetters(
  db: Db,
  siteId: number,
  batchId: number,
  { after, take }: { after: number; take: number },
) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .leftJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'd.site_id').onRef('i.id', '=', 'd.card_item_id'),
    )
    .leftJoin('card_recipient_details as r', (join) =>
      join.onRef('r.site_id', '=', 'd.site_id').onRef('r.id', '=', 'd.recipient_id'),
    )
    .leftJoin('shipping_orders as s', (join) =>
      join
        .onRef('s.site_id', '=', 'd.site_id')
        .onRef('s.order_id', '=', 'd.order_id')
        .onRef('s.reward_type', '=', 'd.reward_type'),
    )
    .leftJoin('address_checks as a', (join) =>
      join.onRef('a.site_id', '=', 'd.site_id').on('a.digest', '=', ADDRESS_DIGEST).on('a.verdict', '=', 'Y'),
    )
    .select(['d.id', 'd.order_id', 'o.po_number', 'd.card_item_id', 'd.batch_position as position'])
    .select(['d.card_count', 'd.value_cents', 'd.first_name', 'd.last_name', 'd.company', 'd.phone'])
    .select(['d.carrier', 'd.tracking_number', 'd.status'])
    .select(({ fn, val, ref, cast }) => {
      // In the carrier's spelling if it confirmed the address, else as typed.
      const printed = (part: (typeof ADDRESS_PARTS)[number]) =>
        fn.coalesce(jsonText(ref('a.standardized'), part), `d.${part}`).as(part)
      const ownMessage = fn<string | null>('nullif', ['r.message', val('')])
      return [
        ...ADDRESS_PARTS.map(printed),
        fn.coalesce('o.number', val('')).as('order_number'),
        fn.coalesce(ownMessage, 'i.message', val('')).as('message'),
        fn.coalesce('r.language', val('')).as('language'),
        fn.coalesce('i.sender_name', val('')).as('sender_name'),
        // Whose order it is, as it was billed.
        fn.coalesce(jsonText(ref('o.bill_to'), 'legal_business_name'), val('')).as('business_name'),
        networkName(ref('o.priced'), cast<string>('d.card_item_id', 'text')).as('network_name'),
        fn.coalesce('s.service', val('')).as('service'),
      ]
    })
    .where('d.site_id', '=', siteId)
    .where('d.batch_id', '=', batchId)
    .where('d.batch_position', '>', after)
    .where('d.status', 'not in', ['cancelled', 'replaced', 'queued'])
    .orderBy('d.batch_position')
    .limit(take)
    .$narrowType<{ position: NotNull }>()
    .execute()
}

const ADDRESS_PARTS = ['address1', 'address2', 'city', 'state', 'zip'] as const

/** The network on an item's cards; empty for orders placed before it was stored. */
function networkName(priced: Expression<unknown>, itemId: Expression<string>) {
  const { fn, val } = expressionBuilder<Database>()
  const brand = jsonPart(priced, 'brand')
  const ofItem = jsonText(jsonPart(brand, 'networks'), itemId)
  return fn.coalesce(ofItem, jsonText(brand, 'network_name'), val(''))
}

export type ParcelLine = Awaited<ReturnType<typeof listParcelLines>>[number]

/** The contents of an order's parcel. */
export function listParcelLines(db: Db, siteId: number, orderId: number) {
  return (
    db
      .selectFrom('card_items as i')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.site_id', '=', 'i.site_id').onRef('o.id', '=', 'i.order_id'),
      )
      .innerJoin('rewards as r', (join) =>
        join.onRef('r.site_id', '=', 'i.site_id').onRef('r.id', '=', 'i.reward_id'),
      )
      .select(['i.id as card_item_id', 'i.name', 'r.name as reward', 'i.quantity'])
      .select(['i.denomination_cents as value_cents', 'i.message', 'i.sender_name'])
      .select(({ ref, cast }) =>
        networkName(ref('o.priced'), cast<string>('i.id', 'text')).as('network_name'),
      )
      .where('i.site_id', '=', siteId)
      .where('i.order_id', '=', orderId)
      .where('i.reward_type', '=', 'bulk')
      .where('i.state', '=', 'in_cart')
      .orderBy('i.id')
      // Items in the cart are complete.
      .$narrowType<{ quantity: NotNull; value_cents: NotNull }>()
      .execute()
  )
}

/** A card of a parcel without its secrets. `position` counts the cards of the parcel. */
export type ParcelCard = { position: number; card_item_id: number; value_cents: number }

/** The next cards of a parcel, in the order they are printed. */
export async function listParcelCards(
  db: Db,
  siteId: number,
  deliveryId: number,
  { after, take }: { after: number; take: number },
): Promise<ParcelCard[]> {
  return db
    .selectFrom('issued_cards')
    .select(['position', 'card_item_id', 'value_cents'])
    .where('site_id', '=', siteId)
    .where('delivery_id', '=', deliveryId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(take)
    .execute()
}
