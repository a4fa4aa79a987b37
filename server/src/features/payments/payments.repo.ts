import { isOpenPayment, type PaymentMethod, type PaymentState } from '@laurel/domain/payment-state'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { OrganizationPaymentProviders, Payments } from '../../database/generated/tables.ts'

export type PaymentRow = Omit<Selectable<Payments>, 'state' | 'method_code' | 'verification'> & {
  state: PaymentState
  method_code: PaymentMethod
  verification: Verification | null
}
/** What the provider's last answer was taken for, and since when its money is in the account. */
export type Verification = { verdict: string; reason: string; status: string; settledAt: string | null }

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

/** Is the provider's transaction recorded with another payment of the site already? */
export async function isUsedElsewhere(
  db: Db,
  siteId: number,
  id: number,
  providerTransactionId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '!=', id)
    .where('provider_transaction_id', '=', providerTransactionId)
    .executeTakeFirst()
  return other !== undefined
}

/** The payment whose outcome is open: its order cannot change. */
export function openPayment(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find((payment) => isOpenPayment(payment.state))
}
