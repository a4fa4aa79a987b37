import type { Db } from '../../database/database.ts'
import { anyOf, dayBegins, isAnyContaining, literal } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isSeenBy, viewerOf } from '../companies/own-companies.ts'
import { owedByOrder } from '../ledger/ledger.repo.ts'
import { listPayments } from '../payments/payments.repo.ts'
import { isPromised } from '../payments/promised-money.ts'
import type { DocumentKind } from './documents.service.ts'
import { isPaid } from './order-document.ts'

/** Orders placed from one day to another, with a text in their number or PO number. */
export type Period = { from?: string; to?: string; search?: string | undefined; timeZone: string }

/** The placed orders that the customer sees: each has an invoice. */
function invoiced(db: Db, actor: Customer, { from, to, search, timeZone }: Period) {
  let found = db
    .selectFrom('orders as o')
    .where('o.site_id', '=', actor.siteId)
    .where(isSeenBy(viewerOf(actor)))
    .where('o.number', 'is not', null)
    .where('o.placed_at', 'is not', null)
    .where('o.priced', 'is not', null)
    .where('o.bill_to', 'is not', null)
  if (from !== undefined) found = found.where('o.placed_at', '>=', dayBegins(from, timeZone))
  if (to !== undefined) found = found.where('o.placed_at', '<', dayBegins(to, timeZone, 1))
  if (search)
    found = found.where(({ ref }) =>
      isAnyContaining([ref('o.number').$notNull(), ref('o.po_number')], search),
    )
  return found.$narrowType<{ number: string; placed_at: Date }>()
}

export async function countInvoiced(db: Db, actor: Customer, period: Period): Promise<number> {
  const { count } = await invoiced(db, actor, period)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest first. */
export function listInvoiced(
  db: Db,
  actor: Customer,
  period: Period,
  { limit, offset }: { limit: number; offset: number },
) {
  return invoiced(db, actor, period)
    .select(['o.id', 'o.number', 'o.placed_at'])
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ number: string; placed_at: Date }>()
    .execute()
}

/** Which documents each of these orders has. */
export async function documentsOfOrders(
  db: Db,
  siteId: number,
  orderIds: number[],
): Promise<(orderId: number) => DocumentKind[]> {
  if (orderIds.length === 0) return () => []
  const received = await db
    .selectFrom('ledger_entries')
    .select('order_id')
    .distinct()
    .where('site_id', '=', siteId)
    .where('order_id', '=', anyOf(orderIds))
    .where('account', 'like', literal('cash%'))
    .where('cents', '>', 0)
    .execute()
  const withMoney = new Set(received.map(({ order_id }) => order_id))
  const owed = await owedByOrder(db, siteId, orderIds)
  const payments = await listPayments(db, siteId, orderIds)
  const promised = new Set(payments.filter(isPromised).map(({ order_id }) => order_id))
  return (id) => {
    const balanceCents = owed.get(id) ?? 0
    const hasReceipt = isPaid({ hasReceived: withMoney.has(id), balanceCents })
    const hasSlip = promised.has(id) && balanceCents > 0
    return [
      'invoice',
      ...(hasReceipt ? ['receipt' as const] : []),
      ...(hasSlip ? ['remittance_slip' as const] : []),
    ]
  }
}
