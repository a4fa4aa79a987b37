import { readDeliveryReference } from '@laurel/domain/delivery-reference'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { tidyTrackingNumber } from '@laurel/domain/tracking-number'
import { type RawBuilder, sql } from 'kysely'

/** Shorter names and emails aren't searched: they'd match everywhere. */
const SHORTEST = 3
/** So many letters of a name or an email are kept for finding it. */
const KEPT = 60

/**
 * What is searched of an order `o` and its customer `c`, as SQL. Numbers, references and amounts are exact; the
 * customer is found by any part of what they are called; a recipient by how their last name or email begins, or by
 * first and last name, from the indexes of migration recipients-found alone, however many people an order has.
 */
export function found(siteId: number, search: string): RawBuilder<boolean> {
  const exact = exactly(siteId, search)
  if (exact.length > 0) return sql<boolean>`(${sql.join(exact, sql` or `)})`
  if (Array.from(search).length < SHORTEST) return sql<boolean>`o.po_number = ${search}`
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(c.email ilike ${part} or c.legal_business_name ilike ${part}
    or (c.first_name || ' ' || c.last_name) ilike ${part} or o.po_number ilike ${part}
    or o.id in (select i.order_id from card_items i where i.site_id = ${siteId} and i.reward_type <> 'bulk'
      and i.id in (${listsWith(siteId, search)}))
    or o.id in (${correctedTo(siteId, part)}))`
}

/** What names one thing: an order, a delivery, a batch, a label, a card or an amount. Numbers may be several of them. */
function exactly(siteId: number, search: string): RawBuilder<unknown>[] {
  const ofDelivery = (which: RawBuilder<unknown>) =>
    sql`o.id in (select d.order_id from deliveries d where d.site_id = ${siteId} and ${which})`
  const code = tidyTrackingNumber(search)
  const batch = /^b-?(\d{1,12})$/i.exec(search)?.[1] && `B-${code.slice(1)}`
  const amount = /^\$?(\d[\d,]{0,14})(?:\.(\d\d))?$/.exec(search.trim())
  const number = orderNumberOfReference(search) ?? (/^\d{1,12}$/.test(search) ? search : undefined)
  const reference = /^d/i.test(search) ? readDeliveryReference(search) : undefined
  return [
    ...(number === undefined ? [] : [sql`o.number = ${String(number)}`]),
    ...(reference === undefined ? [] : [ofDelivery(sql`d.id = ${reference}`)]),
    ...(batch !== undefined
      ? [
          ofDelivery(sql`d.batch_id in (select b.id from batches b where b.site_id = ${siteId}
            and b.number = ${batch})`),
        ]
      : []),
    ...(isTrackingLike(code) ? [ofDelivery(sql`d.tracking_number = ${code}`)] : []),
    ...(/^\d{4}$/.test(code)
      ? [
          ofDelivery(sql`d.id in (select k.delivery_id from issued_cards k where k.site_id = ${siteId}
            and k.last4 = ${code})`),
        ]
      : []),
    ...(amount && (search.includes('$') || amount[2] !== undefined)
      ? [sql`o.total_cents = ${`${amount[1]!.replaceAll(',', '')}${amount[2] ?? '00'}`}::bigint`]
      : []),
  ]
}

/** UPS: `1Z` and 16 more; USPS: 20 digits and more; others in between. A word has no digits. */
function isTrackingLike(code: string): boolean {
  return /^[A-Z0-9]{9,40}$/.test(code) && /\d{4}/.test(code)
}

/** Orders with a card whose email or street was corrected to this; few are. */
function correctedTo(siteId: number, part: string) {
  return sql`select d.order_id from delivery_events e
    join deliveries d on d.site_id = e.site_id and d.id = e.delivery_id
    where e.site_id = ${siteId} and e.event = 'fixed' and (d.email ilike ${part} or d.address1 ilike ${part})`
}

/** Lists with a person whose last name, full name, or email starts with this. */
function listsWith(siteId: number, search: string) {
  const begun = (column: 'find_name' | 'find_email', begin: string) => {
    const from = Array.from(begin).slice(0, KEPT).join('')
    const field = sql.ref(column)
    // As they are compared: no text with these letters at its beginning is above the highest letter.
    return sql`select card_item_id from card_recipient_details where site_id = ${siteId}
      and ${field} >= ${from} and ${field} < ${`${from}\u{10ffff}`}`
  }
  const said = search.toLowerCase().replaceAll(/\s+/g, ' ')
  const names = [...new Set([said, ...turned(said)])].map((name) => begun('find_name', name))
  return sql.join([...names, begun('find_email', said)], sql` union `)
}

/** A name is kept last name first: said the other way around, it ends with the last word, or with all but one. */
function turned(name: string): string[] {
  const words = name.split(' ')
  if (words.length === 1) return []
  const [first, ...rest] = words
  return [`${words.at(-1)} ${words.slice(0, -1).join(' ')}`, `${rest.join(' ')} ${first}`]
}
