import { canMoveRefund, type RefundKind, type RefundState } from '@laurel/domain/refund-rules'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Look } from '../../database/due-sites.ts'
import type { Refunds } from '../../database/generated/tables.ts'
import { literals } from '../../database/sql.ts'

export type RefundRow = Omit<Selectable<Refunds>, 'kind' | 'state'> & { kind: RefundKind; state: RefundState }

export async function insertRefund(db: Db, values: Insertable<Refunds>): Promise<RefundRow> {
  const row = await db.insertInto('refunds').values(values).returningAll().executeTakeFirstOrThrow()
  return row as RefundRow
}

export async function findRefund(db: Db, siteId: number, id: number): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as RefundRow | undefined
}

/** The latest by which a discrepancy's money goes back. */
export async function findRefundOfDiscrepancy(
  db: Db,
  siteId: number,
  discrepancyId: number,
): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('doubt_id', '=', discrepancyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as RefundRow | undefined
}

/** The latest refund of each of these discrepancies, in one query. */
export async function latestRefundsOfDiscrepancies(
  db: Db,
  siteId: number,
  discrepancyIds: readonly number[],
): Promise<Map<number, number>> {
  if (discrepancyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .select(['doubt_id', (eb) => eb.fn.max('id').as('id')])
    .where('site_id', '=', siteId)
    .where('doubt_id', 'in', discrepancyIds)
    .groupBy('doubt_id')
    .execute()
  return new Map(rows.map(({ doubt_id, id }) => [doubt_id!, id]))
}

/** Oldest first. */
export async function listRefundsOf(db: Db, siteId: number, orderId: number): Promise<RefundRow[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows as RefundRow[]
}

export type RefundChange = Partial<
  Pick<RefundRow, 'state' | 'kind' | 'provider_transaction_id' | 'message' | 'approved_by' | 'approved_at'>
>

/**
 * Changes a refund if it's still in the state that was read.
 *
 * @returns undefined if it was changed first, or the table of moves has no such move
 */
export async function changeRefund(
  db: Db,
  refund: RefundRow,
  change: RefundChange,
  at: Date,
): Promise<RefundRow | undefined> {
  const to = change.state ?? refund.state
  if (to !== refund.state && !canMoveRefund(refund.state, to)) return undefined
  const row = await db
    .updateTable('refunds')
    .set({ ...change, updated_at: at, ...(isOver(to) && { stuck_since: null }) })
    .where('site_id', '=', refund.site_id)
    .where('id', '=', refund.id)
    .where('state', '=', refund.state)
    .where('updated_at', '=', refund.updated_at)
    .returningAll()
    .executeTakeFirst()
  return row as RefundRow | undefined
}

function isOver(state: RefundState): boolean {
  return state === 'done' || state === 'failed' || state === 'refused'
}

type Page = { only: 'open' | undefined; limit: number; offset: number }

/** Newest first. */
export async function listRefundRows(db: Db, siteId: number, { only, limit, offset }: Page) {
  const found = db
    .selectFrom('refunds')
    .where('site_id', '=', siteId)
    .$if(only === 'open', (query) => query.where('state', 'in', ['asked', 'approved', 'sent', 'unknown']))
  const [rows, { count }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as RefundRow[], count: Number(count) }
}

/** Those the provider must be asked about or for. */
function refundsToCarryOut(db: Db) {
  return db
    .selectFrom('refunds')
    .where('state', 'in', literals('approved', 'sent', 'unknown'))
    .where('kind', '<>', 'by_hand')
}

/** The sites that have such refunds. */
export const lookForRefunds: Look = (db) => refundsToCarryOut(db).select('site_id').distinct()

/** Refunds to carry out, those that waited longest first. */
export async function listRefundsToCarryOut(db: Db, siteId: number): Promise<number[]> {
  const rows = await refundsToCarryOut(db)
    .select('id')
    .where('site_id', '=', siteId)
    .orderBy('updated_at')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}
