import { isNameLike, readSoughtNumbers } from '@laurel/domain/office-search'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { asSearched, inBytes, isAnyContaining, isBeginning, literal } from '../../database/sql.ts'
import { peopleFound } from '../card-items/recipient-filter.ts'
import { customersFound } from '../customers/customers.repo.ts'

/** Expressions about an order `o`. */
export const order = expressionBuilder<Database & { o: Orders }, 'o'>()
const { eb, selectFrom } = order

/**
 * Whether a search finds an order. Numbers, references, and amounts are exact; customers, PO numbers, and custom fields are found
 * by any part, or on a site with many orders by their beginnings; recipients by the beginning of their last name or
 * email, or by first and last name. The last two use only the indexes of migration recipients-found, for any number
 * of people.
 *
 * @param isLong whether the site has too many orders to read them all
 */
export function foundBy(siteId: number, search: string, isLong: boolean): Expression<SqlBool> {
  const exact = exactly(siteId, search)
  if (exact) return eb('o.id', 'in', exact)
  if (!isNameLike(search)) return eb('o.po_number', '=', search)
  const orders = () => selectFrom('orders as found').select('found.id').where('found.site_id', '=', siteId)
  const ofCustomers = orders().where('found.customer_id', 'in', customersFound(siteId, search, isLong))
  const ofRecipients = selectFrom('card_items as item')
    .select('item.order_id as id')
    .where('item.site_id', '=', siteId)
    .where('item.reward_type', '<>', 'bulk')
    .where('item.id', 'in', peopleFound(siteId, search, 'card_item_id'))
  // Together, so that each uses its index.
  return eb(
    'o.id',
    'in',
    ofCustomers
      .union(withPoNumber(siteId, search, isLong))
      .union(withFieldValue(siteId, search, isLong))
      .union(ofRecipients)
      .union(correctedTo(siteId, search)),
  )
}

/** Orders by any part of their PO number, or on a site with many orders by its beginning. */
export function withPoNumber(siteId: number, search: string, isLong: boolean) {
  return (
    selectFrom('orders as found')
      .select('found.id')
      .where('found.site_id', '=', siteId)
      // A literal, as in the condition of the index.
      .where('found.po_number', '<>', literal(''))
      .where(({ or, ref, val }) =>
        isLong
          ? or(
              [search, search.toUpperCase()].map((one) =>
                isBeginning(inBytes(ref('found.po_number')), val(one)),
              ),
            )
          : isAnyContaining([ref('found.po_number')], search),
      )
  )
}

/** Orders by a custom field, in the same way. */
export function withFieldValue(siteId: number, search: string, isLong: boolean) {
  return withField(siteId).where(({ ref }) =>
    isLong
      ? isBeginning(ref('field.find_value'), asSearched(search))
      : isAnyContaining([ref('field.value')], search),
  )
}

/** What custom fields of orders say. */
function withField(siteId: number) {
  return selectFrom('order_field_values as field')
    .select('field.order_id as id')
    .where('field.site_id', '=', siteId)
}

/** What identifies one thing: an order, a delivery, a batch, a label, a card, a cost center, or an amount. A number may fit several. */
function exactly(siteId: number, search: string) {
  const { orderNumbers, deliveryId, batchNumber, trackingNumber, last4, cents } = readSoughtNumbers(search)
  const orders = selectFrom('orders as found').select('found.id').where('found.site_id', '=', siteId)
  const deliveries = selectFrom('deliveries as delivery')
    .select('delivery.order_id as id')
    .where('delivery.site_id', '=', siteId)
  const found = [
    ...orderNumbers.map((number) => orders.where('found.number', '=', number)),
    // As in the condition of the index.
    cents !== undefined &&
      orders.where('found.total_cents', '=', cents).where('found.placed_at', 'is not', null),
    deliveryId !== undefined && deliveries.where('delivery.id', '=', deliveryId),
    batchNumber !== undefined &&
      deliveries.where('delivery.batch_id', 'in', batchesNamed(siteId, batchNumber)),
    trackingNumber !== undefined && deliveries.where('delivery.tracking_number', '=', trackingNumber),
    last4 !== undefined && deliveries.where('delivery.id', 'in', deliveriesOfCard(siteId, last4)),
  ].filter((one) => typeof one === 'object')
  if (found.length === 0) return undefined
  const byField = withField(siteId).where('field.find_value', '=', asSearched(search))
  return found.reduce((all, one) => all.union(one), byField)
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

/** Orders with a card whose email or street was corrected to this; few are. */
function correctedTo(siteId: number, search: string) {
  return (
    selectFrom('delivery_events as event')
      .innerJoin('deliveries as delivery', (join) =>
        join.onRef('delivery.site_id', '=', 'event.site_id').onRef('delivery.id', '=', 'event.delivery_id'),
      )
      .select('delivery.order_id as id')
      .where('event.site_id', '=', siteId)
      // A literal, as in the condition of the index.
      .where('event.event', '=', literal('fixed'))
      .where(({ ref }) => isAnyContaining([ref('delivery.email'), ref('delivery.address1')], search))
  )
}
