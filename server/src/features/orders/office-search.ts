import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { type RawBuilder, sql } from 'kysely'

/** Shorter, a name or an email is not looked for: it would be found everywhere. */
const SHORTEST = 3

/**
 * What is searched of an order `o` and its customer `c`, as SQL. A number and a reference are exact; the
 * customer is found by any part of what they are called; a recipient by how their name, last name or email
 * begins, from the indexes of migration 0026 alone, however many people an order has.
 */
export function found(siteId: number, search: string): RawBuilder<boolean> {
  const number = orderNumberOfReference(search) ?? (/^\d{1,12}$/.test(search) ? search : undefined)
  if (number !== undefined) return sql<boolean>`o.number = ${String(number)}`
  if (Array.from(search).length < SHORTEST) return sql<boolean>`o.po_number = ${search}`
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(c.email ilike ${part} or c.legal_business_name ilike ${part}
    or (c.first_name || ' ' || c.last_name) ilike ${part} or o.po_number ilike ${part}
    or o.id in (select i.order_id from card_items i where i.site_id = ${siteId} and i.reward_type <> 'bulk'
      and i.id in (${listsWith(siteId, search)})))`
}

/** The lists on which somebody's name, last name or email begins so. */
function listsWith(siteId: number, search: string) {
  const begun = (column: 'find_name' | 'find_last_name' | 'find_email', length: number) => {
    const from = Array.from(search.toLowerCase().replaceAll(/\s+/g, ' ')).slice(0, length).join('')
    const field = sql.ref(column)
    // As they are compared: no text with these letters at its beginning is above the highest letter.
    return sql`select card_item_id from card_recipient_details where site_id = ${siteId}
      and ${field} >= ${from} and ${field} < ${`${from}\u{10ffff}`}`
  }
  const names = ['find_name', 'find_last_name'] as const
  const all = [...names.map((column) => begun(column, 60)), begun('find_email', 100)]
  return sql.join(all, sql` union `)
}
