import { isOpenPayment, type PaymentMethod, type PaymentState } from '@laurel/domain/payment-state'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { OrganizationPaymentProviders, Payments } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'

export type PaymentRow = Omit<Selectable<Payments>, 'state' | 'method_code' | 'verification'> & {
  state: PaymentState
  method_code: PaymentMethod
  verification: Verification | null
}
/** What the provider's last answer was taken for, and since when its money is in the account. */
export type Verification = {
  verdict: string
  reason: string
  status: string
  settledAt: string | null
  /** The card's address check, one letter; empty when there was none. */
  avs: string
}

export type ProviderRow = Omit<Selectable<OrganizationPaymentProviders>, 'method_code'> & {
  method_code: PaymentMethod
}

export async function listProviders(db: Db, siteId: number): Promise<ProviderRow[]> {
  const rows = await db
    .selectFrom('organization_payment_providers')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as ProviderRow[]
}

/** Also one that is switched off: a payment it took must still be asked about. */
export async function findProvider(
  db: Db,
  siteId: number,
  method: PaymentMethod,
): Promise<ProviderRow | undefined> {
  const row = await db
    .selectFrom('organization_payment_providers')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('method_code', '=', method)
    .executeTakeFirst()
  return row as ProviderRow | undefined
}

/** Oldest first. */
export async function listPayments(db: Db, siteId: number, orderIds: number[]): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute()
  return rows as PaymentRow[]
}

/** Holds the payment until the transaction ends. Its order must be held already. */
export async function lockPayment(db: Db, siteId: number, id: number): Promise<PaymentRow> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as PaymentRow
}

/** The payment whose outcome is open: its order cannot change. */
export function openPayment(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find((payment) => isOpenPayment(payment.state))
}

export async function findPayment(db: Db, siteId: number, id: number): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

/** Payments by their ids, in one query. */
export async function readPayments(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, PaymentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
  return new Map((rows as PaymentRow[]).map((row) => [row.id, row]))
}

/** By our own id, which the provider echoes. */
export async function findPaymentByTransaction(
  db: Db,
  siteId: number,
  transactionId: string,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  return row as PaymentRow | undefined
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
 */
export async function changePayment(
  db: Db,
  payment: Pick<PaymentRow, 'site_id' | 'id' | 'state'>,
  { verification, ...change }: PaymentChange,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ ...change, ...(verification && { verification: json(verification) }), updated_at: at })
    .where('site_id', '=', payment.site_id)
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertPayment(db: Db, values: Insertable<Payments>): Promise<PaymentRow> {
  const row = await db.insertInto('payments').values(values).returningAll().executeTakeFirstOrThrow()
  return row as PaymentRow
}

/** How many a walk takes at once; the next minute's takes the rest. */
const MAX_TO_ASK = 200

/** Sixty days of the bank's, and some for weekends. */
const RETURNED_WITHIN_DAYS = 75

/** A page that was left is asked about that often while it can be paid. */
const ABANDONED_ASKED_EVERY_MINUTES = 3

/** Attempts on the provider's page since a moment: all of a customer's, and the declined ones from an address. */
export async function countAttempts(
  db: Db,
  siteId: number,
  by: { customerId: number; ip: string },
  since: Date,
): Promise<{ ofCustomer: number; declinedFromAddress: number }> {
  const { rows } = await sql<{ of_customer: string; declined: string }>`
    select
      (select count(*) from payments p join orders o on o.site_id = p.site_id and o.id = p.order_id
        where p.site_id = ${siteId} and o.customer_id = ${by.customerId}
          and p.method_code in ('elavon_cc', 'elavon_ach') and p.created_at > ${since}) as of_customer,
      (select count(*) from payments p
        where p.site_id = ${siteId} and p.ip = ${by.ip} and p.ip <> '' and p.state = 'failed'
          and p.created_at > ${since}) as declined`.execute(db)
  return { ofCustomer: Number(rows[0]!.of_customer), declinedFromAddress: Number(rows[0]!.declined) }
}

/** Payments due to be asked about, longest waiting first. */
export async function listPaymentsToAsk(db: Db, siteId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments p
    join orders o on o.site_id = p.site_id and o.id = p.order_id
    where p.site_id = ${siteId} and p.method_code in ('elavon_cc', 'elavon_ach') and (
      -- Its page has run out, or was never opened. A mismatch stays here until a person has looked.
      (p.state = 'started' and p.updated_at < ${minutesBefore(now, 1)}
        and (p.expires_at <= ${now} or p.token_sealed = ''))
      or (p.state = 'submitted' and p.updated_at < ${minutesBefore(now, 30)})
      or (p.state = 'settled' and o.status = 'pending_payment' and p.updated_at < ${minutesBefore(now, 30)})
      -- A bank returns a debit up to sixty days later; a card's charge is settled some night.
      or (p.state = 'settled' and p.method_code = 'elavon_ach' and o.status <> 'pending_payment'
        and p.created_at > ${minutesBefore(now, RETURNED_WITHIN_DAYS * 1440)} and p.updated_at < ${minutesBefore(now, 1440)})
      or (p.state = 'paid' and p.updated_at < ${minutesBefore(now, 720)})
      -- One last look after the page has closed: a second card, or the last second.
      -- The customer left the page, and may still pay on it; money the provider looks at waits for its word.
      or (p.state = 'abandoned' and p.expires_at > ${now}
        and p.updated_at < ${minutesBefore(now, ABANDONED_ASKED_EVERY_MINUTES)})
      or (p.state = 'abandoned' and p.updated_at < ${minutesBefore(now, 30)}
        and exists (select from payment_doubts d where d.site_id = p.site_id and d.payment_id = p.id
          and d.reason = 'abandoned' and d.state = 'open' and d.status = 'REV'))
      or (p.state in ('failed', 'expired', 'abandoned') and p.token_sealed <> ''
        and p.expires_at <= ${minutesBefore(now, 10)} and p.updated_at < p.expires_at + interval '10 minutes')
    )
    order by p.updated_at limit ${MAX_TO_ASK}`.execute(db)
  return rows.map(({ id }) => id)
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000)
}
