import { postTerms, postTopUp } from '@laurel/domain/ledger'
import type { Db } from '../../database/database.ts'
import { anyOf, literal, sumOf } from '../../database/sql.ts'
import { lockTerms, openInvoices } from '../ledger/company-terms.ts'
import { lockBalance, post } from '../ledger/ledger.repo.ts'
import { TOP_UP } from '../orders/orders.repo.ts'
import type { Key, Pair } from './merge-tables.ts'

/** Locks the balances of both, in order of their companies. */
export async function lockBalances(db: Db, { siteId, merged, kept }: Pair): Promise<void> {
  for (const id of inOrder(merged.id, kept.id)) await lockBalance(db, siteId, id)
}

/** The order in which two companies are locked, so that merges that cross wait for each other. */
export function inOrder(...ids: number[]): number[] {
  return ids.toSorted((one, other) => one - other)
}

type Moving = { source: string; isBack: boolean; at: Date; orderIds: readonly Key[] }

/**
 * Moves money between two balances, with an entry in both. They belong to one of the orders that moved, a top-up if
 * there's one, whose own sums they don't change: they add up to nothing.
 */
export async function moveBalance(
  db: Db,
  pair: Pair,
  { cents, source, isBack, at, orderIds }: Moving & { cents: number },
): Promise<void> {
  if (cents === 0) return
  const { siteId } = pair
  const [from, to] = isBack ? [pair.kept.id, pair.merged.id] : [pair.merged.id, pair.kept.id]
  const about = { orderId: await findCarrier(db, pair, orderIds), source, at }
  const event = isBack ? 'balance.unmerged' : 'balance.merged'
  await post(db, siteId, { ...about, event: `${event}.out`, posting: postTopUp(-cents), companyId: from })
  await post(db, siteId, { ...about, event: `${event}.in`, posting: postTopUp(cents), companyId: to })
}

async function findCarrier(
  db: Db,
  { siteId, merged, kept }: Pair,
  orderIds: readonly Key[],
): Promise<number> {
  const { order_id } = await balanceEntriesOf(db, siteId, orderIds)
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'l.site_id').onRef('o.id', '=', 'l.order_id'),
    )
    .select('l.order_id')
    .where('l.company_id', 'in', [merged.id, kept.id])
    .orderBy(({ eb }) => eb('o.status', '=', literal(TOP_UP)), 'desc')
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return order_id
}

function balanceEntriesOf(db: Db, siteId: number, orderIds: readonly Key[]) {
  return db
    .selectFrom('ledger_entries as l')
    .where('l.site_id', '=', siteId)
    .where('l.account', '=', literal('company_balance'))
    .where('l.order_id', '=', anyOf(orderIds as number[]))
}

/** What orders added to a company's balance, less what they took. */
export async function balanceBy(
  db: Db,
  siteId: number,
  companyId: number,
  orderIds: readonly Key[],
): Promise<number> {
  const { cents } = await balanceEntriesOf(db, siteId, orderIds)
    .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
    .where('l.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return 0 - Number(cents)
}

/** What is open on invoice of a company, or of some of its orders. */
export async function readOpen(db: Db, siteId: number, companyId: number, orderIds?: readonly Key[]) {
  const { count, cents } = await invoicesOf(db, siteId, companyId, orderIds)
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('count'),
      sumOf(ref('o.terms_open_cents')).as('cents'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), cents: Number(cents) }
}

function invoicesOf(db: Db, siteId: number, companyId: number, orderIds?: readonly Key[]) {
  const invoices = openInvoices(db, siteId).where('o.company_id', '=', companyId)
  return orderIds === undefined ? invoices : invoices.where('o.id', '=', anyOf(orderIds as number[]))
}

/**
 * Moves what is open on invoice, order by order, from one company's account to the other's. The orders have moved
 * already. A company that never ordered on invoice can't with this, either: its limit is zero.
 */
export async function moveInvoices(
  db: Db,
  pair: Pair,
  { source, isBack, at, orderIds }: Moving,
): Promise<void> {
  const { siteId } = pair
  const [from, to] = isBack ? [pair.kept.id, pair.merged.id] : [pair.merged.id, pair.kept.id]
  const terms = new Map<number, Awaited<ReturnType<typeof lockTerms>>>()
  for (const id of inOrder(from, to)) terms.set(id, await lockTerms(db, siteId, id))
  const theirs = terms.get(from)
  if (theirs === undefined) return
  await db
    .insertInto('company_terms')
    .values({
      ...{ site_id: siteId, company_id: to, limit_cents: 0, days: theirs.days, is_active: false },
      changed_at: at,
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'company_id']).doNothing())
    .execute()
  const open = await invoicesOf(db, siteId, to, orderIds)
    .select(['o.id', 'o.terms_open_cents as cents'])
    .orderBy('o.id')
    .execute()
  const event = isBack ? 'terms.unmerged' : 'terms.merged'
  for (const { id, cents } of open) {
    const about = { orderId: id, source: `${source}:${id}`, at }
    const posting = postTerms(-cents!)
    await post(db, siteId, { ...about, event: `${event}.out`, posting, companyId: from })
    await post(db, siteId, { ...about, event: `${event}.in`, posting: postTerms(cents!), companyId: to })
  }
}
