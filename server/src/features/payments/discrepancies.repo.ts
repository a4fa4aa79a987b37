import type { DiscrepancyReason, DiscrepancyState } from '@laurel/domain/payment-discrepancy'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { PaymentDoubts } from '../../database/generated/tables.ts'

export type DiscrepancyRow = Omit<Selectable<PaymentDoubts>, 'reason' | 'state'> & {
  reason: DiscrepancyReason
  state: DiscrepancyState
}

export async function listDiscrepanciesOf(
  db: Db,
  siteId: number,
  paymentId: number,
): Promise<DiscrepancyRow[]> {
  const rows = await db
    .selectFrom('payment_doubts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows as DiscrepancyRow[]
}

export async function findDiscrepancy(
  db: Db,
  siteId: number,
  id: number,
): Promise<DiscrepancyRow | undefined> {
  const row = await db
    .selectFrom('payment_doubts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as DiscrepancyRow | undefined
}

/** Reasons that are no money of this order's buyer. */
const NO_MONEY: readonly DiscrepancyReason[] = ['other_attempt', 'used_elsewhere', 'test_transaction']

/** An order's open discrepancies that are money received. Money for an abandoned attempt is refunded in any case. */
export function openMoney(db: Db, siteId: number, orderId: number) {
  return db
    .selectFrom('payment_doubts')
    .select('amount_cents')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where('reason', 'not in', NO_MONEY)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.site_id', '=', 'payment_doubts.site_id')
            .whereRef('p.id', '=', 'payment_doubts.payment_id')
            .where('p.state', '=', 'abandoned'),
        ),
      ),
    )
    .orderBy('id')
    .limit(1)
}

/** Was anything paid on a page that the order's customer had left? */
export async function hasStrays(db: Db, siteId: number, orderId: number): Promise<boolean> {
  const stray = await db
    .selectFrom('payment_doubts')
    .select('id')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('reason', '=', 'abandoned')
    .limit(1)
    .executeTakeFirst()
  return stray !== undefined
}

type NewDiscrepancy = Pick<
  DiscrepancyRow,
  | 'order_id'
  | 'payment_id'
  | 'reason'
  | 'provider_transaction_id'
  | 'amount_cents'
  | 'currency'
  | 'status'
  | 'masked_account'
>

/**
 * Creates or updates an open discrepancy; a cleared one is opened again. Staff decisions stay.
 *
 * @returns the row if it's open now and wasn't before
 */
export async function saveDiscrepancy(
  db: Db,
  siteId: number,
  known: DiscrepancyRow | undefined,
  discrepancy: NewDiscrepancy,
  at: Date,
): Promise<DiscrepancyRow | undefined> {
  if (known !== undefined && known.state !== 'open' && known.state !== 'cleared') return undefined
  const told = { ...discrepancy, state: 'open', updated_at: at } as const
  const row = await db
    .insertInto('payment_doubts')
    .values({ ...told, site_id: siteId, found_at: at })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'payment_id', 'provider_transaction_id']).doUpdateSet(told),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return known?.state === 'open' ? undefined : (row as DiscrepancyRow)
}

type DiscrepancyChange = { state: DiscrepancyState; decided_by?: string; note?: string }

/** Changes a discrepancy that is still in the state that was read. @returns false if it was changed first */
export async function changeDiscrepancy(
  db: Db,
  discrepancy: Pick<DiscrepancyRow, 'site_id' | 'id' | 'state'>,
  change: DiscrepancyChange,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_doubts')
    .set({ ...change, updated_at: at })
    .where('site_id', '=', discrepancy.site_id)
    .where('id', '=', discrepancy.id)
    .where('state', '=', discrepancy.state)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Page = { only: 'open' | undefined; limit: number; offset: number }

/** Newest first. */
export async function listDiscrepancyRows(db: Db, siteId: number, { only, limit, offset }: Page) {
  const found = db
    .selectFrom('payment_doubts')
    .where('site_id', '=', siteId)
    .$if(only === 'open', (query) => query.where('state', '=', 'open'))
  const [rows, { count }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as DiscrepancyRow[], count: Number(count) }
}
