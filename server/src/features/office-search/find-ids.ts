import { isNameLike, readSoughtNumbers, type SoughtNumbers } from '@laurel/domain/office-search'
import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type Finding, firstOfEach } from '../../database/long-lists.ts'
import { asSearched, inBytes, isAnyContaining, isBeginning, literal } from '../../database/sql.ts'
import { somePeopleFound } from '../card-items/recipient-filter.ts'
import { someCustomersFound } from '../customers/customers.repo.ts'
import { withFieldValue, withPoNumber } from '../order-desk/orders-found.ts'

/** The most IDs per source: fewer than a page of any list, so that a search takes a few milliseconds. */
const MOST = 25
/** Orders of a customer or a company, the newest first. */
const MOST_OF_ONE = 21
/** More for people on lists, because those in drafts are left out only afterwards. */
const MOST_PEOPLE = 100

/** Corrected deliveries have no name index, so only the newest are read. */
const MOST_FIXED = 2_000

/** @property isLong whether a site has too many of these to read them all */
type Sought = SoughtNumbers & { text: string; isLong: IsLong }
type IsLong = { customers: boolean; orders: boolean }

/** The IDs to read for each kind; undefined if there are none. */
export type FoundIds = Partial<
  Record<
    'orders' | 'customers' | 'companies' | 'recipients' | 'deliveries' | 'batches' | 'received' | 'refunds',
    Ids | readonly number[] | undefined
  >
>

/** A subquery of IDs for each kind. */
export function findIds(siteId: number, search: string, isLong: IsLong): FoundIds {
  const text = search.replaceAll(/\s+/g, ' ')
  const sought = { ...readSoughtNumbers(text), text, isLong }
  const numbered = {
    orders: ordersFound(siteId, sought),
    deliveries: deliveriesFound(siteId, sought),
    batches: batchesFound(siteId, sought),
    received: receivedFound(siteId, sought),
    refunds: refundsFound(siteId, sought),
  }
  if (!isNameLike(text)) return numbered
  return {
    ...numbered,
    customers: someCustomersFound(siteId, text, isLong.customers, MOST),
    companies: companiesFound(siteId, sought),
    recipients: somePeopleFound(siteId, text, MOST_PEOPLE),
  }
}

const { selectFrom } = expressionBuilder<Database>()

/** The IDs that some sources find, each read from an index and only up to the limit. */
export type Ids = ReturnType<typeof firstOfEach>

/** Undefined if there's no source to search. */
function united(sources: readonly (Finding | false | undefined)[], most = MOST): Ids | undefined {
  const asked = sources.filter((one) => typeof one === 'object')
  return asked.length === 0 ? undefined : firstOfEach(asked, most)
}

/**
 * Orders by number, reference, amount, PO number, external ID, and custom field, those of customers and companies that
 * are found, and those of a delivery.
 */
function ordersFound(siteId: number, sought: Sought) {
  const { text, isLong, orderNumbers, cents, deliveryId, trackingNumber } = sought
  const orders = () => selectFrom('orders as found').select('found.id').where('found.site_id', '=', siteId)
  const deliveries = () =>
    selectFrom('deliveries as delivery')
      .select('delivery.order_id as id')
      .where('delivery.site_id', '=', siteId)
  const [digits = ''] = /^\d{2,12}$/.exec(text) ?? []
  const isName = isNameLike(text)
  return united([
    ...orderNumbers
      .filter((number) => number !== digits)
      .map((number) => orders().where('found.number', '=', number)),
    // Digits sort the same in every collation.
    digits !== '' &&
      orders()
        .where('found.number', '>=', digits)
        .where('found.number', '<=', `${digits}9999999999`)
        .orderBy('found.number'),
    cents !== undefined &&
      orders()
        .where('found.total_cents', '=', cents)
        .where('found.placed_at', 'is not', null)
        .orderBy('found.placed_at', 'desc'),
    deliveryId !== undefined && deliveries().where('delivery.id', '=', deliveryId),
    trackingNumber !== undefined && deliveries().where('delivery.tracking_number', '=', trackingNumber),
    orders().where('found.external_id', '=', text),
    isName &&
      withPoNumber(siteId, text, isLong.orders).$if(!isLong.orders, (query) =>
        query.orderBy('found.placed_at', (by) => by.desc().nullsLast()),
      ),
    isName && withFieldValue(siteId, text, isLong.orders),
    isName && newestOf(siteId, 'customer_id', someCustomersFound(siteId, text, isLong.customers, MOST)),
    isName &&
      newestOf(siteId, 'company_id', firstOfEach([companiesNamed(siteId, text, isLong.customers)], MOST)),
  ])
}

/** The newest orders of each of these customers or companies, merged and newest first. */
function newestOf(siteId: number, owner: 'customer_id' | 'company_id', ids: Ids) {
  return selectFrom(ids.as('owner'))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('orders as o')
          .select(['o.id', 'o.placed_at'])
          .where('o.site_id', '=', siteId)
          .whereRef(`o.${owner}`, '=', 'owner.id')
          .where('o.placed_at', 'is not', null)
          .orderBy('o.placed_at', 'desc')
          .limit(MOST_OF_ONE)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select('newest.id')
    .orderBy('newest.placed_at', 'desc')
}

function companiesNamed(siteId: number, text: string, isLong: boolean) {
  return selectFrom('companies as named')
    .select('named.id')
    .where('named.site_id', '=', siteId)
    .where(({ ref }) =>
      isLong
        ? isBeginning(ref('named.find_name'), asSearched(text))
        : isAnyContaining([ref('named.name')], text),
    )
}

function companiesFound(siteId: number, { text, isLong }: Sought) {
  const reached = selectFrom('company_domains as d')
    .select('d.company_id as id')
    .where('d.site_id', '=', siteId)
    .where(({ ref, val }) => isBeginning(inBytes(ref('d.domain')), inBytes(val(text.toLowerCase()))))
  return united([companiesNamed(siteId, text, isLong.customers), reached])
}

/** Deliveries by reference, tracking number, or card, and by a corrected name or email. */
function deliveriesFound(siteId: number, { text, deliveryId, trackingNumber, last4 }: Sought) {
  const deliveries = () => selectFrom('deliveries as d').select('d.id').where('d.site_id', '=', siteId)
  const fixed = selectFrom('delivery_events as event')
    .select('event.delivery_id')
    .where('event.site_id', '=', siteId)
    // A literal, as in the condition of the index.
    .where('event.event', '=', literal('fixed'))
    .orderBy('event.delivery_id', 'desc')
    .limit(MOST_FIXED)
  const corrected = deliveries()
    .where('d.id', 'in', fixed)
    .where(({ eb, ref }) => {
      const name = eb(eb('d.first_name', '||', ' '), '||', ref('d.last_name'))
      return isAnyContaining([name, ref('d.email')], text)
    })
  const ofCard = selectFrom('issued_cards as card')
    .select('card.delivery_id as id')
    .where('card.site_id', '=', siteId)
    .where('card.last4', '=', last4 ?? '')
    .orderBy('card.id', 'desc')
  return united([
    deliveryId !== undefined && deliveries().where('d.id', '=', deliveryId),
    trackingNumber !== undefined && deliveries().where('d.tracking_number', '=', trackingNumber),
    last4 !== undefined && ofCard,
    isNameLike(text) && /\p{L}/u.test(text) && corrected,
  ])
}

function batchesFound(siteId: number, { text, batchNumber }: Sought) {
  const number = batchNumber ?? (/^\d{4,12}$/.test(text) ? `B-${text}` : undefined)
  return united([
    number !== undefined &&
      selectFrom('batches as found')
        .select('found.id')
        .where('found.site_id', '=', siteId)
        .where('found.number', '=', number),
  ])
}

/** Checks and transfers by amount, checks by their number. */
function receivedFound(siteId: number, { text, cents }: Sought) {
  const received = () =>
    selectFrom('funds_received as found').select('found.id').where('found.site_id', '=', siteId)
  return united([
    cents !== undefined && received().where('found.amount_cents', '=', cents).orderBy('found.id', 'desc'),
    text !== '' &&
      received()
        .where('found.document_number', '=', text)
        // A literal, as in the condition of the index.
        .where('found.document_number', '<>', literal(''))
        .orderBy('found.id', 'desc'),
  ])
}

function refundsFound(siteId: number, { cents }: Sought) {
  return united([
    cents !== undefined &&
      selectFrom('refunds as found')
        .select('found.id')
        .where('found.site_id', '=', siteId)
        .where('found.amount_cents', '=', cents)
        .orderBy('found.id', 'desc'),
  ])
}
