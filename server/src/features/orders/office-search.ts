import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { type RawBuilder, sql } from 'kysely'

/** Shorter, a name or an email is not looked for: it would be found everywhere. */
const SHORTEST = 3
/** So many letters of a name or an email are kept for finding it. */
const KEPT = 60

/**
 * What is searched of an order `o` and its customer `c`, as SQL. A number and a reference are exact; the
 * customer is found by any part of what they are called; a recipient by how their last name or email begins, or by
 * first and last name, from the indexes of migration 0026 alone, however many people an order has.
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

/** The lists on which somebody's last name, whole name or email begins so. */
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
