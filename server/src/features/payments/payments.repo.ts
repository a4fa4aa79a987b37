import {
  BY_HAND_METHODS,
  HOSTED_PAGE_METHODS,
  type PaymentMethod,
  type ProviderMethod,
} from '@laurel/domain/payment-method'
import { isOpenPayment, type PaymentState } from '@laurel/domain/payment-state'
import { expressionBuilder, type Insertable, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { Orders, OrganizationPaymentProviders, Payments } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { prepared, preparedByColumns } from '../../database/prepared.ts'
import { inOrder } from '../../database/site-transaction.ts'
import { anyOf, type JsonRow, literal, literals, withTimes } from '../../database/sql.ts'

export type PaymentRow = Omit<Selectable<Payments>, 'state' | 'method_code' | 'verification'> & {
  state: PaymentState
  method_code: PaymentMethod
  verification: Verification | null
}
/** What the provider's last answer means, and since when its money is in the account. */
export type Verification = {
  verdict: string
  reason: string
  status: string
  settledAt: string | null
  /** The card's address check, one letter; empty when there was none. */
  avs: string
}

export type ProviderRow = Omit<Selectable<OrganizationPaymentProviders>, 'method_code'> & {
  method_code: ProviderMethod
}

/** All of a site's, also those that are turned off. */
export function providersOf(db: Db, siteId: number) {
  return db
    .selectFrom('organization_payment_providers')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('position')
    .orderBy('id')
    .$narrowType<{ method_code: ProviderMethod }>()
}

export function listProviders(db: Db, siteId: number): Promise<ProviderRow[]> {
  return enabledProviders(db, { siteId })
}

const enabledProviders = prepared((db: Db, { siteId }: { siteId: number }) =>
  providersOf(db, siteId).where('enabled', '=', true),
)

/** Also one that is turned off: its payments must still be looked up. */
export async function findProvider(
  db: Db,
  siteId: number,
  method: PaymentMethod,
): Promise<ProviderRow | undefined> {
  return providerOf(db, siteId, method).executeTakeFirst()
}

export function providerOf(db: Db, siteId: number, method: PaymentMethod) {
  return providersOf(db, siteId).where('method_code', '=', method)
}

const { selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()

/** The payments of an order `o`, oldest first. */
export const paymentsOf = jsonArrayFrom(
  selectFrom('payments as p')
    .selectAll('p')
    .whereRef('p.site_id', '=', 'o.site_id')
    .whereRef('p.order_id', '=', 'o.id')
    .orderBy('p.id'),
)

/** One of {@link paymentsOf}. */
export function paymentRow(payment: JsonRow<typeof paymentsOf>): PaymentRow {
  return withTimes(payment, 'expires_at', 'created_at', 'updated_at') as PaymentRow
}

export type RemitTo = Pick<ProviderRow, 'method_code' | 'settings_sealed'>

/** Where the check or transfer goes that was promised for an order `o`, or that pays its invoice. */
export const remitToOf = jsonArrayFrom(
  selectFrom('payments as p')
    .innerJoin('organization_payment_providers as provider', (join) =>
      join
        .onRef('provider.site_id', '=', 'p.site_id')
        .on(({ and, eb, or, ref }) =>
          or([
            eb('provider.method_code', '=', ref('p.method_code')),
            and([
              eb('p.method_code', '=', literal('company_terms')),
              eb('provider.method_code', 'in', literals(...BY_HAND_METHODS)),
            ]),
          ]),
        )
        .on(({ eb, lit }) => eb('provider.enabled', '=', lit(true))),
    )
    .select(['provider.method_code', 'provider.settings_sealed'])
    .whereRef('p.site_id', '=', 'o.site_id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('p.state', '=', literal('submitted'))
    .orderBy('provider.position'),
).$castTo<RemitTo[]>()

function paymentsOfSite(db: Db, siteId: number) {
  return db.selectFrom('payments').selectAll().where('site_id', '=', siteId).$castTo<PaymentRow>()
}

/** Oldest first. */
export function listPayments(db: Db, siteId: number, orderIds: number[]): Promise<PaymentRow[]> {
  const [orderId, ...others] = orderIds
  // PostgreSQL plans a search by an array of unknown length anew each time.
  if (orderId !== undefined && others.length === 0) return paymentsOfOrder(db, { siteId, orderId })
  return paymentsOfOrders(db, { siteId, orderIds })
}

const paymentsOfOrder = prepared((db: Db, { siteId, orderId }: { siteId: number; orderId: number }) =>
  paymentsOfSite(db, siteId).where('order_id', '=', orderId).orderBy('id'),
)

const paymentsOfOrders = prepared((db: Db, { siteId, orderIds }: { siteId: number; orderIds: number[] }) =>
  paymentsOfSite(db, siteId).where('order_id', '=', anyOf(orderIds)).orderBy('id'),
)

/** Locks the payment until the transaction ends. Its order must be locked already. */
export function lockPayment(db: Db, siteId: number, id: number): Promise<PaymentRow> {
  return paymentsOfSite(db, siteId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** The payment whose outcome is open: its order cannot change. */
export function openPayment(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find((payment) => isOpenPayment(payment.state))
}

export function findPayment(db: Db, siteId: number, id: number): Promise<PaymentRow | undefined> {
  return paymentsOfSite(db, siteId).where('id', '=', id).executeTakeFirst()
}

/** Payments by their ids, in one query. */
export async function readPayments(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, PaymentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await paymentsOfSite(db, siteId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By our own id, which the provider echoes. */
export function findPaymentByTransaction(
  db: Db,
  siteId: number,
  transactionId: string,
): Promise<PaymentRow | undefined> {
  return paymentsOfSite(db, siteId).where('transaction_id', '=', transactionId).executeTakeFirst()
}

export type PaymentChange = {
  state: PaymentState
  message: string
  provider_transaction_id?: string
  masked_account?: string
  token_sealed?: string
  verification?: Verification
}

/**
 * Changes a payment if it's still in the state that was read.
 *
 * @returns false if another request changed it first
 * @throws {DatabaseError} a unique violation if its provider's transaction counts for another payment, of any site
 */
export async function changePayment(
  db: Db,
  payment: Pick<PaymentRow, 'site_id' | 'id' | 'state' | 'transaction_id'>,
  { verification, ...change }: PaymentChange,
  at: Date,
): Promise<boolean> {
  const taken = change.provider_transaction_id
  const taking = taken ? takeProviderTransaction(db, taken, payment.transaction_id) : undefined
  const updating = db
    .updateTable('payments')
    .set({ ...change, ...(verification && { verification: json(verification) }), updated_at: at })
    .where('site_id', '=', payment.site_id)
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .executeTakeFirst()
  const [, { numUpdatedRows }] = await inOrder(Promise.resolve(taking), updating)
  return numUpdatedRows === 1n
}

async function takeProviderTransaction(db: Db, id: string, attempt: string): Promise<void> {
  const own = db
    .selectFrom('provider_transactions')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
  await db
    .insertInto('provider_transactions')
    .columns(['id', 'attempt'])
    .expression(
      db
        .selectNoFrom(({ val }) => [val(id).as('id'), val(attempt).as('attempt')])
        .where(({ exists, not }) => not(exists(own))),
    )
    .execute()
}

export async function insertPayment(db: Db, values: Insertable<Payments>): Promise<PaymentRow> {
  const [row] = await insertedPayment(db, {}, values)
  return row as PaymentRow
}

const insertedPayment = preparedByColumns((db: Db, _given: object, values: Insertable<Payments>) =>
  db
    .insertInto('payments')
    .values({ ...values })
    .returningAll(),
)

/** Attempts on the provider's page since a moment: all of a customer's, and the declined ones from an address. */
export async function countAttempts(
  db: Db,
  siteId: number,
  by: { customerId: number; ip: string },
  since: Date,
): Promise<{ ofCustomer: number; declinedFromAddress: number }> {
  const [counts] = await attemptsSince(db, { siteId, ...by, since })
  return counts!
}

const attemptsSince = prepared(
  (
    db: Db,
    { siteId, customerId, ip, since }: { siteId: number; customerId: number; ip: string; since: Date },
  ) =>
    db.selectNoFrom(({ selectFrom }) => {
      const attempts = selectFrom('payments as p')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('p.site_id', '=', siteId)
        .where('p.created_at', '>', since)
      return [
        attempts
          .where('p.customer_id', '=', customerId)
          .where('p.method_code', 'in', literals(...HOSTED_PAGE_METHODS))
          .$asScalar()
          .$notNull()
          .as('ofCustomer'),
        attempts
          .where('p.ip', '=', ip)
          .where('p.ip', '<>', literal(''))
          .where('p.state', '=', literal('failed'))
          .$asScalar()
          .$notNull()
          .as('declinedFromAddress'),
      ]
    }),
)
