import {
  type BudgetShare,
  budgetChange,
  budgetMark,
  budgetShareOf,
  leftCents,
  periodName,
} from '@laurel/domain/budgets'
import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { anyOf, literal, literals } from '../../database/sql.ts'
import { raise } from '../../order-events.ts'
import { netCents } from '../ledger/refunded.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import {
  type BudgetRow,
  type Counted,
  lockBudgetsWith,
  openReadPeriods,
  reserveInBudgets,
} from './budgets.repo.ts'

/** A budget's part in an order: what the order takes from one of its periods. */
type Holding = BudgetShare & { budgetId: number; startsOn: string }

/**
 * Reserves the total of an order that is about to be paid, or sent for approval. The order must be locked, and its
 * company kept.
 *
 * @param budgets that count it
 * @param by `source`: what it's reserved for, once: `payment:` with its transaction ID, or `approval:3`; `onLocked`
 * gets the budgets as they are before
 * @throws {Refusal} `over_budget`, naming the budget with the least left; everything must be rolled back then
 */
export async function reserveBudgets(
  db: Db,
  order: Pick<OrderRow, 'site_id' | 'id' | 'total_cents'>,
  budgets: readonly Counted[],
  by: { source: string; mayExceed?: boolean; onLocked?: (budgets: readonly Counted[]) => void },
  at: Date,
): Promise<void> {
  if (budgets.length === 0) return
  const { site_id: siteId, id: orderId, total_cents: totalCents } = order
  if (budgets.some(({ isOpen }) => !isOpen)) await openReadPeriods(db, siteId, budgets)
  const reservation = { siteId, orderId, source: by.source, cents: totalCents, at }
  const before = await reserveInBudgets(db, budgets, reservation)
  by.onLocked?.(before)
  const short = exceeded(before, totalCents)
  if (short !== undefined && !by.mayExceed) throw overBudget(short, totalCents)
  for (const budget of before) {
    if (budget.rolls_over) await carryLess(db, budget, budget.current.startsOn, totalCents)
    await tellUsed(db, budget, totalCents, at)
  }
}

/** Tells once for each mark that a period reaches. What is returned later and used again isn't told again. */
async function tellUsed(db: Db, budget: Counted, takenCents: number, at: Date) {
  const { site_id: siteId, company_id: companyId, id: budgetId, current } = budget
  const after = { ...current, reservedCents: current.reservedCents + takenCents }
  const percent = budgetMark(after)
  if (percent === 0) return
  const { numUpdatedRows } = await db
    .updateTable('budget_periods')
    .set({ told_percent: percent })
    .where('site_id', '=', siteId)
    .where('budget_id', '=', budgetId)
    .where('starts_on', '=', current.startsOn)
    .where('told_percent', '<', percent)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await raise(db, {
    type: 'budget.used',
    siteId,
    companyId,
    budgetId,
    percent,
    leftCents: leftCents(after),
    at,
  })
}

/**
 * Makes budgets agree with an order after it was paid, closed, or refunded, or its payment failed. Repeating it
 * changes nothing. The order must be locked; one that isn't {@link OrderRow.is_budgeted} has nothing to change.
 *
 * @param source what happened: `payment:5`, `order:7`, `refund:2`
 */
export async function followBudgets(
  db: Db,
  siteId: number,
  orderId: number,
  source: string,
  at: Date,
): Promise<void> {
  const budgets = await lockBudgetsWith(db, siteId, orderId)
  if (budgets.length === 0) return
  const order = await readBudgeted(db, siteId, orderId)
  const share = budgetShareOf(order)
  const holdings = await listHoldings(db, siteId, orderId)
  const changes = holdings.map(({ isLatest, budgetId, startsOn, ...from }) => {
    const budget = budgets.find(({ id }) => id === budgetId)!
    return { budget, startsOn, from, to: isLatest ? share : NOTHING }
  })
  await change(db, { orderId, source, at }, changes)
}

const NOTHING: BudgetShare = { reservedCents: 0, spentCents: 0 }

async function readBudgeted(db: Db, siteId: number, orderId: number) {
  const { isReserved, ...order } = await db
    .selectFrom('orders as o')
    .select(['o.status', 'o.total_cents as totalCents', netCents.as('netCents')])
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.site_id', '=', 'o.site_id')
            .whereRef('p.order_id', '=', 'o.id')
            .where('p.state', '=', literal('started')),
        ),
        exists(
          selectFrom('approval_requests as a')
            .select('a.id')
            .whereRef('a.site_id', '=', 'o.site_id')
            .whereRef('a.order_id', '=', 'o.id')
            .where('a.state', 'in', literals('open', 'approved')),
        ),
      ]).as('isReserved'),
    )
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', orderId)
    .$narrowType<{ status: OrderRow['status'] }>()
    .executeTakeFirstOrThrow()
  return { ...order, isReserved: Boolean(isReserved) }
}

/** What an order takes from each period it has counted in; `isLatest` where it was reserved for its last payment. */
async function listHoldings(
  db: Db,
  siteId: number,
  orderId: number,
): Promise<(Holding & { isLatest: boolean })[]> {
  const entries = await db
    .selectFrom('budget_entries')
    .select(['budget_id', 'starts_on', 'event', 'source', 'reserved_cents', 'spent_cents'])
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const last = entries.findLast(({ event }) => event === 'reserved')?.source
  const holdings = new Map<string, Holding & { isLatest: boolean }>()
  for (const entry of entries) {
    const key = `${entry.budget_id} ${entry.starts_on}`
    const { budget_id: budgetId, starts_on: startsOn } = entry
    const before = holdings.get(key) ?? { ...NOTHING, budgetId, startsOn, isLatest: false }
    holdings.set(key, {
      ...before,
      reservedCents: before.reservedCents + entry.reserved_cents,
      spentCents: before.spentCents + entry.spent_cents,
      isLatest: before.isLatest || (entry.event === 'reserved' && entry.source === last),
    })
  }
  return [...holdings.values()].sort((one, other) => one.budgetId - other.budgetId)
}

type About = { orderId: number; source: string; at: Date }
type Change = { budget: BudgetRow; startsOn: string; from: BudgetShare; to: BudgetShare }

/** Writes entries and the sums of their periods. The budgets must be locked. */
async function change(db: Db, { orderId, source, at }: About, changes: readonly Change[]): Promise<void> {
  const entries = changes.flatMap(({ budget, startsOn, from, to }) => {
    const entry = budgetChange(from, to)
    if (entry === undefined) return []
    const { event, reservedCents, spentCents } = entry
    const sums = { reserved_cents: reservedCents, spent_cents: spentCents }
    const { site_id, id: budget_id } = budget
    return { site_id, budget_id, starts_on: startsOn, order_id: orderId, event, source, ...sums, at }
  })
  if (entries.length === 0) return
  const written = await db
    .insertInto('budget_entries')
    .values(entries)
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'order_id', 'source', 'event', 'budget_id']).doNothing(),
    )
    .returning(['id', 'site_id', 'budget_id', 'starts_on', 'reserved_cents', 'spent_cents'])
    .execute()
  if (written.length === 0) return
  await db
    .updateTable('budget_periods as p')
    .from('budget_entries as e')
    .set(({ eb, ref }) => ({
      reserved_cents: eb('p.reserved_cents', '+', ref('e.reserved_cents')),
      spent_cents: eb('p.spent_cents', '+', ref('e.spent_cents')),
    }))
    .where('p.site_id', '=', written[0]!.site_id)
    .whereRef('e.site_id', '=', 'p.site_id')
    .whereRef('e.budget_id', '=', 'p.budget_id')
    .whereRef('e.starts_on', '=', 'p.starts_on')
    .where('e.id', '=', anyOf(written.map(({ id }) => id)))
    .execute()
  for (const { budget_id, starts_on, reserved_cents, spent_cents } of written) {
    const takenCents = reserved_cents + spent_cents
    const budget = changes.find((one) => one.budget.id === budget_id)!.budget
    if (budget.rolls_over && takenCents !== 0) await carryLess(db, budget, starts_on, takenCents)
  }
}

/** Corrects what later periods of a budget that rolls over were told to have been left. */
async function carryLess(db: Db, { site_id, id }: BudgetRow, startsOn: string, takenCents: number) {
  await db
    .updateTable('budget_periods')
    .set((eb) => ({ carried_cents: eb('carried_cents', '-', takenCents) }))
    .where('site_id', '=', site_id)
    .where('budget_id', '=', id)
    .where('starts_on', '>', startsOn)
    .execute()
}

/** The budget with the least left of those that an order would exceed. */
function exceeded(budgets: readonly Counted[], totalCents: number): Counted | undefined {
  const [short] = budgets
    .filter(({ current }) => leftCents(current) < totalCents)
    .sort((one, other) => leftCents(one.current) - leftCents(other.current))
  return short
}

function overBudget({ name, period, current }: Counted, totalCents: number): Refusal {
  return new Refusal('over_budget', {
    budget: `“${name}”, ${periodName(period, current.startsOn)},`,
    left: formatCents(Math.max(0, leftCents(current))),
    cost: formatCents(totalCents),
  })
}
