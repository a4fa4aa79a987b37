import type { OrderFacts } from '@laurel/domain/approval-rules'
import { type BudgetPeriod, currentPeriod, type PeriodSums, periodAt } from '@laurel/domain/budgets'
import type { Db } from '../../database/database.ts'
import type { Orderer } from '../companies/orderers.repo.ts'

/** A company's budgets that haven't ended, oldest first. */
export function openBudgets(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_budgets as b')
    .selectAll('b')
    .where('b.site_id', '=', siteId)
    .where('b.company_id', '=', companyId)
    .where('b.ended_at', 'is', null)
    .orderBy('b.id')
    .$narrowType<{ period: BudgetPeriod }>()
}

export type BudgetRow = Awaited<ReturnType<ReturnType<typeof openBudgets>['executeTakeFirstOrThrow']>>

/** The budgets that a person's orders count against, oldest first. */
export function budgetsOf(db: Db, siteId: number, { companyId, personId, teamId }: BudgetPerson) {
  return openBudgets(db, siteId, companyId).where(({ and, eb, or }) =>
    or([
      eb('b.customer_id', '=', personId),
      and([
        eb('b.customer_id', 'is', null),
        teamId === null
          ? eb('b.team_id', 'is', null)
          : or([eb('b.team_id', 'is', null), eb('b.team_id', '=', teamId)]),
      ]),
    ]),
  )
}

export type BudgetPerson = Pick<Orderer, 'companyId' | 'personId' | 'teamId'>

/** Locks the budgets that an order has counted against, also those that ended. */
export function lockBudgetsWith(db: Db, siteId: number, orderId: number): Promise<BudgetRow[]> {
  return db
    .selectFrom('company_budgets as b')
    .selectAll('b')
    .where('b.site_id', '=', siteId)
    .where('b.id', 'in', (entries) =>
      entries
        .selectFrom('budget_entries as e')
        .select('e.budget_id')
        .where('e.site_id', '=', siteId)
        .where('e.order_id', '=', orderId),
    )
    .orderBy('b.id')
    .$narrowType<{ period: BudgetPeriod }>()
    .forUpdate()
    .execute()
}

export type CurrentPeriod = PeriodSums & { startsOn: string }

/** The current period of each of a company's budgets, whether or not it was opened. */
export async function currentPeriods(
  db: Db,
  siteId: number,
  budgets: readonly BudgetRow[],
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<Map<number, CurrentPeriod>> {
  if (budgets.length === 0) return new Map()
  const rows = await db
    .selectFrom('budget_periods')
    .selectAll()
    .distinctOn('budget_id')
    .where('site_id', '=', siteId)
    .where(
      'budget_id',
      'in',
      budgets.map(({ id }) => id),
    )
    .orderBy('budget_id')
    .orderBy('starts_on', 'desc')
    .execute()
  const lastOf = new Map(
    rows.map((row) => [
      row.budget_id,
      {
        startsOn: row.starts_on,
        amountCents: row.amount_cents,
        carriedCents: row.carried_cents,
        reservedCents: row.reserved_cents,
        spentCents: row.spent_cents,
      },
    ]),
  )
  return new Map(
    budgets.map((budget) => {
      const { id, period, amount_cents: amountCents, rolls_over: rollsOver } = budget
      const { startsOn } = periodAt(period, at, timeZone)
      return [id, currentPeriod({ period, amountCents, rollsOver }, lastOf.get(id), startsOn)]
    }),
  )
}

/** What a company's approval rules ask about budgets. */
export function budgetFacts(
  budgets: readonly BudgetRow[],
  periods: ReadonlyMap<number, CurrentPeriod>,
): OrderFacts['budgets'] {
  return budgets.map(({ id, name }) => {
    const { amountCents, carriedCents, reservedCents, spentCents } = periods.get(id)!
    return { name, takenCents: reservedCents + spentCents, amountCents: amountCents + carriedCents }
  })
}

/** The budgets that count a person's orders, with what they have in their current period. */
export async function readBudgetFacts(
  db: Db,
  siteId: number,
  person: BudgetPerson,
  when: { at: Date; timeZone: string },
): Promise<OrderFacts['budgets']> {
  const budgets = await budgetsOf(db, siteId, person).execute()
  return budgetFacts(budgets, await currentPeriods(db, siteId, budgets, when))
}

/** Opens the budgets' current periods, unless they are. The budgets must be locked, and there must be some. */
export async function openPeriods(
  db: Db,
  budgets: readonly BudgetRow[],
  periods: ReadonlyMap<number, CurrentPeriod>,
): Promise<void> {
  await db
    .insertInto('budget_periods')
    .values(
      budgets.map(({ site_id, id }) => {
        const { startsOn, amountCents, carriedCents } = periods.get(id)!
        const sums = { amount_cents: amountCents, carried_cents: carriedCents }
        return { site_id, budget_id: id, starts_on: startsOn, ...sums }
      }),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'budget_id', 'starts_on']).doNothing())
    .execute()
}
