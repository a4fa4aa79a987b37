import type { ByHandMethod } from '@laurel/domain/payment-method'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FundsReceived } from '../../database/generated/tables.ts'
import { lockUntilCommit } from '../../database/sql.ts'

type WithMethod = { method_code: ByHandMethod }
export type ReceivedPaymentRow = Selectable<FundsReceived> & WithMethod

export function insertReceivedPayment(db: Db, values: Insertable<FundsReceived> & WithMethod) {
  return db
    .insertInto('funds_received')
    .values(values)
    .returningAll()
    .$narrowType<WithMethod>()
    .executeTakeFirstOrThrow()
}

function receivedPayments(db: Db, siteId: number) {
  return db.selectFrom('funds_received').selectAll().where('site_id', '=', siteId).$narrowType<WithMethod>()
}

export function findReceivedPayment(db: Db, siteId: number, id: number) {
  return receivedPayments(db, siteId).where('id', '=', id).executeTakeFirst()
}

const PRESSED_TWICE_MS = 60_000

type Told = Pick<ReceivedPaymentRow, 'method_code' | 'amount_cents' | 'reference' | 'payer' | 'received_on'>

/**
 * Was an equal payment, without a number to tell it by, recorded within the last minute? The caller records
 * alone until the transaction ends, so the second of two clicks sees the first.
 */
export async function isJustRecorded(
  db: Db,
  siteId: number,
  told: Told & { document_number: string },
  at: Date,
): Promise<boolean> {
  if (told.document_number !== '') return false
  await lockUntilCommit(db, siteId, 'received_payments')
  const found = await db
    .selectFrom('funds_received')
    .select('id')
    .where('site_id', '=', siteId)
    .where('document_number', '=', '')
    .where('method_code', '=', told.method_code)
    .where('amount_cents', '=', told.amount_cents)
    .where('reference', '=', told.reference)
    .where('payer', '=', told.payer)
    .where('received_on', '=', told.received_on)
    .where('reversed_at', 'is', null)
    .where('recorded_at', '>', new Date(at.getTime() - PRESSED_TWICE_MS))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Holds it until the transaction ends. Its order, when it has one, must be held already. */
export function lockReceivedPayment(db: Db, siteId: number, id: number) {
  return receivedPayments(db, siteId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Changes money that is held. */
export function changeReceivedPayment(
  db: Db,
  payment: ReceivedPaymentRow,
  change: Updateable<FundsReceived>,
) {
  return db
    .updateTable('funds_received')
    .set(change)
    .where('site_id', '=', payment.site_id)
    .where('id', '=', payment.id)
    .returningAll()
    .$narrowType<WithMethod>()
    .executeTakeFirstOrThrow()
}

/** What came in for an order, also what was undone, oldest first. */
export function listReceivedPaymentsOf(db: Db, siteId: number, orderId: number) {
  return receivedPayments(db, siteId).where('order_id', '=', orderId).orderBy('id').execute()
}

/** What came in by check and transfer for an order, and stayed. */
export async function receivedCents(db: Db, siteId: number, orderId: number): Promise<number> {
  const kept = (await listReceivedPaymentsOf(db, siteId, orderId)).filter((one) => one.reversed_at === null)
  return kept.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

type Page = { only: 'unmatched' | 'matched' | undefined; limit: number; offset: number }

/** Newest first. */
export async function listReceivedPaymentRows(db: Db, siteId: number, { only, limit, offset }: Page) {
  const found = db
    .selectFrom('funds_received')
    .where('site_id', '=', siteId)
    .$if(only === 'unmatched', (query) =>
      query.where('order_id', 'is', null).where('reversed_at', 'is', null),
    )
    .$if(only === 'matched', (query) => query.where('order_id', 'is not', null))
  const [rows, { count }] = await Promise.all([
    found.selectAll().$narrowType<WithMethod>().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count: Number(count) }
}
