import {
  type BudgetShare,
  budgetChange,
  budgetMark,
  budgetShareOf,
  leftCents,
  type PeriodSums,
  periodName,
} from '@laurel/domain/budgets'
import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { literal, literals } from '../../database/sql.ts'
import { raise } from '../../order-events.ts'
import { netCents } from '../ledger/refunded.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  type BudgetRow,
  type CurrentPeriod,
  currentPeriods,
  findOrderer,
  lockBudgetsOf,
  lockBudgetsWith,
  openPeriod,
} from './budgets.repo.ts'

type Site = Pick<SiteRow, 'id' | 'time_zone'>

/** A budget's part in an order: what the order takes from one of its periods. */
type Holding = BudgetShare & { budgetId: number; startsOn: string }

/**
 * Reserves the total of an order that is about to be paid, or approved, in every budget that counts it. The order must be locked.
 *
 * @param by what it's reserved for: `payment:5`, `approval:3`. What depends on the budgets is checked in `whenLocked`:
 * until then, others can take from them.
 * @throws {Refusal} `over_budget`, naming the budget with the least left
 */
export async function reserveBudgets(
  db: Db,
  site: Site,
  order: Pick<OrderRow, 'id' | 'total_cents'>,
  by: {
    companyId: number
    personId: number
    source: string
    mayExceed?: boolean
    whenLocked?: () => Promise<unknown>
  },
  at: Date,
): Promise<void> {
  const { budgets, timeZone } = await holdBudgets(db, site, by)
  if (budgets.length === 0) return
  await by.whenLocked?.()
  const periods = await currentPeriods(db, site.id, budgets, { at, timeZone })
  const short = exceeded(budgets, periods, order.total_cents)
  if (short !== undefined && !by.mayExceed) throw overBudget(short, order.total_cents)
  const about = { orderId: order.id, source: by.source, at }
  const to = { reservedCents: order.total_cents, spentCents: 0 }
  for (const budget of budgets) {
    const period = periods.get(budget.id)!
    await openPeriod(db, budget, period)
    await change(db, budget, about, period.startsOn, { from: NOTHING, to })
    await tellUsed(db, budget, period, order.total_cents, at)
  }
}

/**
 * Locks the budgets that count a person's orders.
 *
 * @throws {Refusal} `company_left`
 */
export async function holdBudgets(db: Db, site: Site, by: { companyId: number; personId: number }) {
  const orderer = await findOrderer(db, site, by.companyId, by.personId)
  if (orderer === undefined) throw new Refusal('company_left')
  return { budgets: await lockBudgetsOf(db, site.id, orderer), timeZone: orderer.timeZone }
}

/** Tells once for each mark that a period reaches. What is returned later and used again isn't told again. */
async function tellUsed(db: Db, budget: BudgetRow, period: CurrentPeriod, takenCents: number, at: Date) {
  const after = { ...period, reservedCents: period.reservedCents + takenCents }
  const percent = budgetMark(after)
  if (percent === 0) return
  const { site_id: siteId, company_id: companyId, id: budgetId } = budget
  const { numUpdatedRows } = await db
    .updateTable('budget_periods')
    .set({ told_percent: percent })
    .where('site_id', '=', siteId)
    .where('budget_id', '=', budgetId)
    .where('starts_on', '=', period.startsOn)
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
  for (const { isLatest, budgetId, startsOn, ...from } of await listHoldings(db, siteId, orderId)) {
    const budget = budgets.find(({ id }) => id === budgetId)!
    await change(db, budget, { orderId, source, at }, startsOn, { from, to: isLatest ? share : NOTHING })
  }
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

/** Writes an entry and the sums of its period. The budget must be locked. */
async function change(
  db: Db,
  { site_id: siteId, id: budgetId, rolls_over: rollsOver }: BudgetRow,
  { orderId, source, at }: About,
  startsOn: string,
  { from, to }: { from: BudgetShare; to: BudgetShare },
): Promise<void> {
  const entry = budgetChange(from, to)
  if (entry === undefined) return
  const { event, reservedCents, spentCents } = entry
  const written = await db
    .insertInto('budget_entries')
    .values({
      site_id: siteId,
      budget_id: budgetId,
      starts_on: startsOn,
      order_id: orderId,
      event,
      source,
      reserved_cents: reservedCents,
      spent_cents: spentCents,
      at,
    })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'order_id', 'source', 'event', 'budget_id']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) return
  const periods = db.updateTable('budget_periods').where('site_id', '=', siteId)
  await periods
    .set((eb) => ({
      reserved_cents: eb('reserved_cents', '+', reservedCents),
      spent_cents: eb('spent_cents', '+', spentCents),
    }))
    .where('budget_id', '=', budgetId)
    .where('starts_on', '=', startsOn)
    .execute()
  const takenCents = reservedCents + spentCents
  if (!rollsOver || takenCents === 0) return
  // What later periods were told to have been left.
  await periods
    .set((eb) => ({ carried_cents: eb('carried_cents', '-', takenCents) }))
    .where('budget_id', '=', budgetId)
    .where('starts_on', '>', startsOn)
    .execute()
}

type Short = { budget: BudgetRow; period: CurrentPeriod }

/** The budget with the least left of those that an order would exceed. */
function exceeded(
  budgets: readonly BudgetRow[],
  periods: ReadonlyMap<number, PeriodSums & { startsOn: string }>,
  totalCents: number,
): Short | undefined {
  const [short] = budgets
    .map((budget) => ({ budget, period: periods.get(budget.id)! }))
    .filter(({ period }) => leftCents(period) < totalCents)
    .sort((one, other) => leftCents(one.period) - leftCents(other.period))
  return short
}

function overBudget({ budget, period }: Short, totalCents: number): Refusal {
  return new Refusal('over_budget', {
    budget: `“${budget.name}”, ${periodName(budget.period, period.startsOn)},`,
    left: formatCents(Math.max(0, leftCents(period))),
    cost: formatCents(totalCents),
  })
}
