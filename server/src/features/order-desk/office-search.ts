import { readDeliveryReference } from '@laurel/domain/delivery-reference'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { tidyTrackingNumber } from '@laurel/domain/tracking-number'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Customers, Orders } from '../../database/generated/tables.ts'
import { containing, literal } from '../../database/sql.ts'

/** Shorter names and emails aren't searched: they'd match everywhere. */
const SHORTEST = 3
/** The searchable beginning of a name or an email has this many letters. */
const KEPT = 60

/** Expressions about an order `o` and its customer `c`. */
export const order = expressionBuilder<Database & { o: Orders; c: Customers }, 'o' | 'c'>()
const { cast, eb, or, ref, selectFrom, val } = order

/**
 * Whether a search finds an order. Numbers, references, and amounts are exact; customers are found by any part
 * of their names; recipients by the beginning of their last name or email, or by first and last name. The last
 * two use only the indexes of migration recipients-found, for any number of people.
 */
export function foundBy(siteId: number, search: string): Expression<SqlBool> {
  const exact = exactly(siteId, search)
  if (exact.length > 0) return or(exact)
  if (Array.from(search).length < SHORTEST) return eb('o.po_number', '=', search)
  const part = containing(search)
  const name = eb(eb('c.first_name', '||', literal(' ')), '||', ref('c.last_name'))
  return or([
    eb('c.email', 'ilike', part),
    eb('c.legal_business_name', 'ilike', part),
    eb(name, 'ilike', part),
    eb('o.po_number', 'ilike', part),
    eb(
      'o.id',
      'in',
      selectFrom('card_items as item')
        .select('item.order_id')
        .where('item.site_id', '=', siteId)
        .where('item.reward_type', '<>', 'bulk')
        .where('item.id', 'in', listsWith(siteId, search)),
    ),
    eb('o.id', 'in', correctedTo(siteId, part)),
  ])
}

/** What identifies one thing: an order, a delivery, a batch, a label, a card, or an amount. A number may fit several. */
function exactly(siteId: number, search: string): Expression<SqlBool>[] {
  const code = tidyTrackingNumber(search)
  const batch = /^b-?(\d{1,12})$/i.exec(search)?.[1] && `B-${code.slice(1)}`
  const amount = /^\$?(\d[\d,]{0,14})(?:\.(\d\d))?$/.exec(search.trim())
  const number = orderNumberOfReference(search) ?? (/^\d{1,12}$/.test(search) ? search : undefined)
  const reference = /^d/i.test(search) ? readDeliveryReference(search) : undefined
  const deliveries = selectFrom('deliveries as delivery')
    .select('delivery.order_id')
    .where('delivery.site_id', '=', siteId)
  const found = [
    reference !== undefined && deliveries.where('delivery.id', '=', reference),
    batch !== undefined && deliveries.where('delivery.batch_id', 'in', batchesNamed(siteId, batch)),
    isTrackingLike(code) && deliveries.where('delivery.tracking_number', '=', code),
    /^\d{4}$/.test(code) && deliveries.where('delivery.id', 'in', deliveriesOfCard(siteId, code)),
  ].filter((one) => one !== false)
  const isAmount = amount && (search.includes('$') || amount[2] !== undefined)
  return [
    ...(number === undefined ? [] : [eb('o.number', '=', String(number))]),
    ...found.map((one) => eb('o.id', 'in', one)),
    ...(isAmount
      ? [
          eb(
            'o.total_cents',
            '=',
            cast<number>(val(`${amount[1]!.replaceAll(',', '')}${amount[2] ?? '00'}`), 'bigint'),
          ),
        ]
      : []),
  ]
}

function batchesNamed(siteId: number, number: string) {
  return selectFrom('batches as batch')
    .select('batch.id')
    .where('batch.site_id', '=', siteId)
    .where('batch.number', '=', number)
}

function deliveriesOfCard(siteId: number, last4: string) {
  return selectFrom('issued_cards as card')
    .select('card.delivery_id')
    .where('card.site_id', '=', siteId)
    .where('card.last4', '=', last4)
}

/** UPS: `1Z` and 16 more; USPS: 20 digits and more; others in between. A word has no digits. */
function isTrackingLike(code: string): boolean {
  return /^[A-Z0-9]{9,40}$/.test(code) && /\d{4}/.test(code)
}

/** Orders with a card whose email or street was corrected to this; few are. */
function correctedTo(siteId: number, part: string) {
  return (
    selectFrom('delivery_events as event')
      .innerJoin('deliveries as delivery', (join) =>
        join.onRef('delivery.site_id', '=', 'event.site_id').onRef('delivery.id', '=', 'event.delivery_id'),
      )
      .select('delivery.order_id')
      .where('event.site_id', '=', siteId)
      // A literal, as in the condition of the index.
      .where('event.event', '=', literal('fixed'))
      .where((found) =>
        found.or([found('delivery.email', 'ilike', part), found('delivery.address1', 'ilike', part)]),
      )
  )
}

/** Lists with a person whose last name, full name, or email starts with this. */
function listsWith(siteId: number, search: string) {
  const starting = (column: 'find_name' | 'find_email', text: string) => {
    const from = Array.from(text).slice(0, KEPT).join('')
    return (
      selectFrom('card_recipient_details as person')
        .select('person.card_item_id')
        .where('person.site_id', '=', siteId)
        .where(`person.${column}`, '>=', from)
        // No text with this beginning sorts after the highest letter.
        .where(`person.${column}`, '<', `${from}\u{10ffff}`)
    )
  }
  const name = search.toLowerCase().replaceAll(/\s+/g, ' ')
  const [first, ...others] = [...new Set([name, ...turned(name)])].map((one) => starting('find_name', one))
  return [...others, starting('find_email', name)].reduce((found, one) => found.union(one), first!)
}

/** Names are stored last name first. In the usual order, the last name is the last word, or all but the first. */
function turned(name: string): string[] {
  const words = name.split(' ')
  if (words.length === 1) return []
  const [first, ...rest] = words
  return [`${words.at(-1)} ${words.slice(0, -1).join(' ')}`, `${rest.join(' ')} ${first}`]
}
