import type { CompanyLimits } from '@laurel/domain/limits'
import type { OrderField } from '@laurel/domain/order-fields'
import type { OrderStatus } from '@laurel/domain/order-status'
import type { PaymentMethod } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { expressionBuilder, type Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { anyOf, isAnyContaining, literal, literals } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import {
  type Policy,
  type PolicyRow,
  policies,
  rulesReadBefore,
  withRules,
} from '../approvals/needed-approvals.ts'
import { itemOf, itemsOf } from '../card-items/card-items.repo.ts'
import { readCart } from '../card-items/carts.repo.ts'
import {
  companyLimitsOf,
  isOfCompany,
  isOutsideCompanies,
  isSeenBy,
  orderFieldsOf,
  type Viewer,
  viewerOf,
} from '../companies/own-companies.ts'
import { owedCentsOf } from '../ledger/ledger.repo.ts'
import { isRefunded, type OrderRefundFacts, refundFacts, refundSumsOf } from '../ledger/refunded.ts'
import { bulkAddressOf } from '../orders/bulk-address.repo.ts'
import type { OrderContents } from '../orders/freeze-order.ts'
import {
  movesOf,
  type OrderMoveRow,
  type OrderRow,
  orderMoveRow,
  orderRow,
  shippingOrderRow,
  shippingOrdersOf,
} from '../orders/orders.repo.ts'
import type { PricedOrder } from '../orders/priced-order.ts'
import { chosenOptions } from '../orders/shipping.repo.ts'
import { openMoney } from '../payments/discrepancies.repo.ts'
import {
  openPayment,
  type PaymentRow,
  paymentRow,
  paymentsOf,
  providerOf,
  type RemitTo,
  remitToOf,
} from '../payments/payments.repo.ts'

/** An order with everything that hangs on it, as read by one query. */
export type WholeOrder = OrderContents & {
  payments: PaymentRow[]
  remitTo: RemitTo[]
  moves: OrderMoveRow[]
  /** The outstanding amount of a check, transfer, or invoice, in cents; part of it may have been received. */
  owedCents: number | undefined
  refund: OrderRefundFacts
  /** What judges a cart of a company that has approval rules, if it was read. */
  policy: Policy | null
  /** Set once a payment starts, or it was sent for approval: from then on, shows the stored prices and copies, not the catalog. */
  priced: PricedOrder | null
}

const {
  case: when,
  eb,
  exists,
  not,
  or,
  ref,
  selectFrom,
} = expressionBuilder<Database & { o: Orders }, 'o'>()

/** A placed order shows what was priced; a cart does so while it is being paid. */
const isChanging = or([eb('o.status', '=', literal('cart')), eb('o.priced', 'is', null)])

function ordersOf(db: Db, siteId: number) {
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', siteId)
    .select(['o.id', paymentsOf.as('payments'), shippingOrdersOf.as('shipping')])
}

/** Orders `o` of a site with what hangs on them, even on a cart. */
function contents(db: Db, siteId: number) {
  return ordersOf(db, siteId).select([
    when()
      .when(isChanging)
      .then(itemsOf(db, siteId, ref('o.id')))
      .end()
      .as('items'),
    when().when(isChanging).then(bulkAddressOf).end().as('bulkAddress'),
  ])
}

/** What follows once they're placed. */
const sincePlaced = [
  remitToOf.as('remitTo'),
  movesOf.as('moves'),
  when().when('o.status', '=', literal('pending_payment')).then(owedCentsOf).end().as('owedCents'),
] as const

/** Orders with all of this. */
function attached(db: Db, siteId: number) {
  return contents(db, siteId).select([
    ...sincePlaced,
    // Nothing was ever received for a cart.
    when().when('o.status', '<>', literal('cart')).then(refundSumsOf).end().as('refund'),
  ])
}

type Attached = Awaited<ReturnType<ReturnType<typeof attached>['executeTakeFirstOrThrow']>> & {
  companyFields?: OrderField[] | null
  companyLimits?: CompanyLimits | null
}

/** PostgreSQL prepares each part of a query when it runs, even one it skips: a cart's has fewer. */
const OF_A_CART = { remitTo: [], moves: [], owedCents: null, refund: null }
/** So has that of an order that shows what was priced. */
const OF_A_PLACED = { items: null, bulkAddress: null, refund: null }

function wholeOrder(row: OrderRow, told: Attached, policy: Policy | null = null): WholeOrder {
  const payments = told.payments.map(paymentRow)
  const isOpenCart = row.status === 'cart' && openPayment(payments) === undefined
  const priced = isOpenCart ? null : row.priced
  return {
    row,
    priced,
    items: priced?.items ?? told.items?.map(itemOf) ?? [],
    bulkAddress: priced ? priced.bulkAddress : told.bulkAddress,
    shipping: told.shipping.map(shippingOrderRow),
    payments,
    remitTo: told.remitTo,
    moves: told.moves.map(orderMoveRow),
    owedCents: told.owedCents ?? row.terms_open_cents ?? undefined,
    refund: refundFacts(row, told.refund),
    companyFields: told.companyFields ?? null,
    companyLimits: told.companyLimits ?? null,
    policy,
  }
}

const attachedTo = prepared((db: Db, { siteId, ids }: { siteId: number; ids: readonly number[] }) =>
  attached(db, siteId).where('o.id', '=', anyOf(ids)),
)

type Payable = { siteId: number; companyId: number | null; id: number; method: PaymentMethod }

function decidingPayment(db: Db, { siteId, id, method }: Payable) {
  return [
    jsonObjectFrom(openMoney(db, siteId, id)).as('openMoney'),
    jsonObjectFrom(providerOf(db, siteId, method).where('enabled', '=', true)).as('provider'),
    jsonArrayFrom(chosenOptions(db, siteId, id)).as('options'),
  ] as const
}

const attachedToPayable = prepared((db: Db, given: Payable) =>
  attached(db, given.siteId).where('o.id', '=', given.id).select(decidingPayment(db, given)),
)

const contentsOfPayable = prepared((db: Db, given: Payable) =>
  contents(db, given.siteId)
    .where('o.id', '=', given.id)
    .select(decidingPayment(db, given))
    .select(orderFieldsOf(db, given).$asScalar().as('companyFields'))
    .select(companyLimitsOf(db, given).as('companyLimits')),
)

/**
 * Reads what hangs on an order that is held, and what else decides whether it can be paid: received money that has to
 * be looked at, the provider, and its deliveries as the site offers them now.
 */
export async function readPayable(db: Db, actor: Customer, row: OrderRow, method: PaymentMethod) {
  const given = { ...viewerOf(actor), id: row.id, method }
  const found =
    row.status === 'cart'
      ? (await contentsOfPayable(db, given)).map((cart) => ({ ...cart, ...OF_A_CART }))
      : await attachedToPayable(db, given)
  const { openMoney, provider, options, ...told } = found[0]!
  return { whole: wholeOrder(row, told), openMoney, provider, options }
}

/** Reads what hangs on orders that were read already. */
export async function readWhole(db: Db, siteId: number, rows: readonly OrderRow[]): Promise<WholeOrder[]> {
  if (rows.length === 0) return []
  const found = await attachedTo(db, { siteId, ids: rows.map(({ id }) => id) })
  const byId = new Map(found.map((told) => [told.id, told]))
  return rows.map((row) => wholeOrder(row, byId.get(row.id)!))
}

type Owner = Pick<Customer, 'siteId' | 'customerId'>

/** `known`: the state of the company's rules that were read before. */
type Judging = Viewer & { known: string | null }

const oneSeen = prepared((db: Db, { siteId, customerId, companyId, known, id }: Judging & { id: number }) =>
  attached(db, siteId)
    .selectAll('o')
    .select(orderFieldsOf(db, { siteId, companyId }).$asScalar().as('companyFields'))
    .select(companyLimitsOf(db, { siteId, companyId }).as('companyLimits'))
    .select(policyOf(db, { siteId, customerId, companyId, known }).as('policy'))
    .where(isSeenBy({ customerId, companyId }))
    .where('o.id', '=', id),
)

function cartOf(db: Db, { siteId, customerId, companyId }: Viewer) {
  return contents(db, siteId)
    .selectAll('o')
    .select(orderFieldsOf(db, { siteId, companyId }).$asScalar().as('companyFields'))
    .select(companyLimitsOf(db, { siteId, companyId }).as('companyLimits'))
    .where('o.customer_id', '=', customerId)
    .where('o.status', '=', literal('cart'))
}

/** What judges an order `o` of a company that has approval rules, while it's a cart. */
function policyOf(db: Db, { siteId, customerId, companyId, known }: Judging) {
  return jsonObjectFrom(
    policies(db, { siteId, companyId, personId: customerId, known })
      .where('c.has_approval_rules', '=', true)
      .where(eb('o.status', '=', literal('cart'))),
  )
}

const cartOfCustomer = prepared(cartOf)
const cartToJudge = prepared((db: Db, { siteId, customerId, companyId, known }: Judging) =>
  cartOf(db, { siteId, customerId, companyId }).select(
    policyOf(db, { siteId, customerId, companyId, known }).as('policy'),
  ),
)

function wholeRow(found: Selectable<Orders> & Attached, policy: Policy | null = null): WholeOrder {
  const { payments, remitTo, shipping, moves, owedCents, refund, items, bulkAddress, ...told } = found
  const { companyFields, companyLimits, ...row } = told
  return wholeOrder(orderRow(row), found, policy)
}

type Judged = Selectable<Orders> & Attached & { policy: PolicyRow | null }

/** Reads an order with what judges it. */
async function findJudged(
  actor: Customer,
  read: (viewer: Judging) => Promise<Judged | undefined>,
): Promise<WholeOrder | undefined> {
  const viewer = viewerOf(actor)
  const known = rulesReadBefore(viewer)
  const found = await read({ ...viewer, known: known?.state ?? null })
  if (found === undefined) return undefined
  const { policy, ...row } = found
  return wholeRow(row, policy && withRules(policy, viewer, known))
}

const placedSeen = prepared((db: Db, { siteId, customerId, companyId, id }: Viewer & { id: number }) =>
  ordersOf(db, siteId)
    .selectAll('o')
    .select(sincePlaced)
    .where(isSeenBy({ customerId, companyId }))
    .where('o.id', '=', id)
    .where('o.status', '<>', literal('cart'))
    .where('o.priced', 'is not', null)
    .where(not(isRefunded)),
)

/** An order that a customer sees, unless it's a cart, or some of its money was refunded. */
export async function findPlacedOrder(db: Db, actor: Customer, id: number): Promise<WholeOrder | undefined> {
  const [found] = await placedSeen(db, { ...viewerOf(actor), id })
  return found && wholeRow({ ...found, ...OF_A_PLACED })
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readWholeOrder(db: Db, actor: Customer, id: number): Promise<WholeOrder> {
  const found = await findJudged(actor, async (viewer) => (await oneSeen(db, { ...viewer, id }))[0])
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/**
 * Reads a cart of the customer's that is held while it is changed; what was changed before is undone when it can't be.
 *
 * @throws {Refusal} `order_is_frozen` if it was placed, or while a payment is open
 */
export async function readOpenOrder(db: Db, actor: Customer, id: number): Promise<WholeOrder> {
  const order = await findWholeCart(db, actor)
  if (order?.row.id !== id || order.priced !== null) throw new Refusal('order_is_frozen')
  return order
}

const deliveredCart = prepared((db: Db, { siteId, customerId, id }: Owner & { id: number }) =>
  db
    .selectFrom('orders as o')
    .select(bulkAddressOf.as('bulkAddress'))
    .select(({ exists, selectFrom }) => [
      selectFrom('card_items as item')
        .select(({ fn }) => fn.agg<RewardType[] | null>('array_agg', ['item.reward_type']).as('types'))
        .whereRef('item.site_id', '=', 'o.site_id')
        .whereRef('item.order_id', '=', 'o.id')
        .where('item.state', '=', literal('in_cart'))
        .as('types'),
      exists(
        selectFrom('payments as p')
          .whereRef('p.site_id', '=', 'o.site_id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.state', 'in', literals('started', 'submitted')),
      ).as('isBeingPaid'),
    ])
    .where('o.site_id', '=', siteId)
    .where('o.customer_id', '=', customerId)
    .where('o.id', '=', id)
    .where('o.status', '=', literal('cart')),
)

/**
 * What a choice of delivery needs of {@link readOpenOrder}: the reward types in the cart, and where bulk cards go.
 *
 * @throws {Refusal} the same
 */
export async function readTypesToDeliver(db: Db, { siteId, customerId }: Customer, id: number) {
  const [cart] = await deliveredCart(db, { siteId, customerId, id })
  if (cart === undefined || cart.isBeingPaid) throw new Refusal('order_is_frozen')
  return { held: new Set(cart.types), bulkAddress: cart.bulkAddress }
}

/** The customer's current order, if it was begun. */
export async function findWholeCart(db: Db, actor: Customer): Promise<WholeOrder | undefined> {
  const [found] = await cartOfCustomer(db, viewerOf(actor))
  return found && wholeRow({ ...found, ...OF_A_CART })
}

/** The same, with what judges it. */
export async function findCartToJudge(db: Db, actor: Customer): Promise<WholeOrder | undefined> {
  return findJudged(actor, async (viewer) => {
    const [found] = await cartToJudge(db, viewer)
    return found && { ...found, ...OF_A_CART }
  })
}

/** The customer's current order: it's begun here if there is none. */
export async function readWholeCart(db: Db, actor: Customer): Promise<WholeOrder> {
  return (await findWholeCart(db, actor)) ?? readWholeOrder(db, actor, await readCart(db, actor))
}

type Page = {
  statuses: readonly OrderStatus[] | undefined
  search?: string | undefined
  limit: number
  offset: number
}

/** Whether a search finds an order `o` of a company or a customer: its number, or a part of what they entered. */
function foundIn(search: string) {
  return or([
    eb('o.number', '=', search),
    isAnyContaining([ref('o.po_number')], search),
    exists(
      selectFrom('order_field_values as field')
        .select('field.field_id')
        .whereRef('field.site_id', '=', 'o.site_id')
        .whereRef('field.order_id', '=', 'o.id')
        .where((field) => isAnyContaining([field.ref('field.value')], search)),
    ),
  ])
}

/** Newest first. The index alone leads to the page; only its orders are read. */
export async function listWholeOrders(db: Db, actor: Customer, { statuses, search, limit, offset }: Page) {
  const seen = (isOneOf: ReturnType<typeof isOfCompany>) =>
    db
      .selectFrom('orders as o')
      .select('o.id')
      .where('o.site_id', '=', actor.siteId)
      .where(isOneOf)
      .$if(statuses !== undefined, (query) => query.where('o.status', 'in', statuses!))
      .$if(!!search, (query) => query.where(foundIn(search!)))
  // Two lists, each read in the order of an index.
  const viewer = viewerOf(actor)
  const all = seen(isOfCompany(viewer.companyId)).unionAll(seen(isOutsideCompanies(viewer)))
  const counting = db.selectFrom(all.as('all')).select(({ fn }) => fn.countAll<number>().as('count'))
  const page = db
    .selectFrom(all.as('all'))
    .select('all.id')
    .orderBy('all.id', 'desc')
    .limit(limit)
    .offset(offset)
  const found = await attached(db, actor.siteId)
    .selectAll('o')
    .select(counting.$asScalar().$notNull().as('count'))
    .where('o.id', 'in', page)
    .orderBy('o.id', 'desc')
    .execute()
  // Beyond the last page, no row says how many there are.
  const { count } = found[0] ?? (await counting.executeTakeFirstOrThrow())
  return { count, orders: found.map(({ count: _, ...row }) => wholeRow(row)) }
}
