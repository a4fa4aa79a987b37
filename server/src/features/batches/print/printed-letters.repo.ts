import { sql } from 'kysely'
import type { Db } from '../../../database/database.ts'
import { ADDRESS_DIGEST } from '../waiting.repo.ts'

/** A letter or parcel with everything that is printed about it. */
export type PrintedLetter = {
  id: number
  order_id: number
  order_number: string
  po_number: string
  card_item_id: number | null
  position: number
  card_count: number
  value_cents: number
  first_name: string
  last_name: string
  company: string
  phone: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
  message: string
  sender_name: string
  /** Whose order it is, as it was billed. */
  business_name: string
  /** The network on its cards; empty for orders placed before it was stored. */
  network_name: string
  service: string
  carrier: string
  tracking_number: string
  status: string
}

/** In the carrier's spelling if it confirmed the address, else as typed. */
const printed = (part: 'address1' | 'address2' | 'city' | 'state' | 'zip') =>
  sql`coalesce(a.standardized ->> ${sql.lit(part)}, d.${sql.ref(part)}) as ${sql.ref(part)}`

/** The next letters of a batch that are to be printed or were, in their order. */
export async function listPrintedLetters(
  db: Db,
  siteId: number,
  batchId: number,
  { after, take }: { after: number; take: number },
): Promise<PrintedLetter[]> {
  const { rows } = await sql<PrintedLetter>`
    select d.id::int as id, d.order_id::int as order_id, o.number as order_number, o.po_number,
      d.card_item_id::int as card_item_id, d.batch_position as position, d.card_count,
      d.value_cents::float8 as value_cents, d.first_name, d.last_name, d.company, d.phone,
      ${printed('address1')}, ${printed('address2')}, ${printed('city')}, ${printed('state')}, ${printed('zip')},
      coalesce(nullif(r.message, ''), i.message, '') as message,
      coalesce(i.sender_name, '') as sender_name,
      coalesce(o.bill_to ->> 'legal_business_name', '') as business_name, coalesce(
        o.priced -> 'brand' -> 'networks' ->> d.card_item_id::text, o.priced -> 'brand' ->> 'network_name', ''
      ) as network_name,
      coalesce(s.service, '') as service, d.carrier,
      d.tracking_number, d.status
    from deliveries d
    join orders o on o.site_id = d.site_id and o.id = d.order_id
    left join card_items i on i.site_id = d.site_id and i.id = d.card_item_id
    left join card_recipient_details r on r.site_id = d.site_id and r.id = d.recipient_id
    left join shipping_orders s on s.site_id = d.site_id and s.order_id = d.order_id
      and s.reward_type = d.reward_type
    left join address_checks a on a.site_id = d.site_id and a.digest = ${ADDRESS_DIGEST} and a.verdict = 'Y'
    where d.site_id = ${siteId} and d.batch_id = ${batchId} and d.batch_position > ${after}
      and d.status not in ('cancelled', 'replaced', 'queued')
    order by d.batch_position limit ${take}`.execute(db)
  return rows
}

export type ParcelLine = {
  card_item_id: number
  name: string
  reward: string
  network_name: string
  quantity: number
  value_cents: number
  message: string
  sender_name: string
}

/** The contents of an order's parcel. */
export async function listParcelLines(db: Db, siteId: number, orderId: number): Promise<ParcelLine[]> {
  const { rows } = await sql<ParcelLine>`
    select i.id::int as card_item_id, i.name, r.name as reward, i.quantity,
      i.denomination_cents::float8 as value_cents, i.message, i.sender_name,
      coalesce(o.priced -> 'brand' -> 'networks' ->> i.id::text, o.priced -> 'brand' ->> 'network_name', '')
        as network_name
    from card_items i join orders o on o.site_id = i.site_id and o.id = i.order_id
    join rewards r on r.site_id = i.site_id and r.id = i.reward_id
    where i.site_id = ${siteId} and i.order_id = ${orderId} and i.reward_type = 'bulk' and i.state = 'in_cart'
    order by i.id`.execute(db)
  return rows
}

/** A card of a parcel without what is secret about it. `position` counts the cards of the parcel. */
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
