import { type BudgetPeriod, currentPeriod, type PeriodSums, periodAt } from '@laurel/domain/budgets'
import type { Db } from '../../database/database.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Site = Pick<SiteRow, 'id' | 'time_zone'>

/** What decides which budgets a person's orders count against, and when their periods begin. */
export type Orderer = { companyId: number; personId: number; teamId: number | null; timeZone: string }

/** @returns undefined if the person isn't in the company */
export async function findOrderer(
  db: Db,
  site: Site,
  companyId: number,
  personId: number,
): Promise<Orderer | undefined> {
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.company_id'),
    )
    .select(['m.team_id', 'c.time_zone'])
    .where('m.site_id', '=', site.id)
    .where('m.company_id', '=', companyId)
    .where('m.customer_id', '=', personId)
    .executeTakeFirst()
  return row && { companyId, personId, teamId: row.team_id, timeZone: row.time_zone ?? site.time_zone }
}

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

/** Locks the budgets that a person's orders count against. The order must be locked before, if there's one. */
export function lockBudgetsOf(
  db: Db,
  siteId: number,
  { companyId, personId, teamId }: Orderer,
): Promise<BudgetRow[]> {
  return openBudgets(db, siteId, companyId)
    .where(({ and, eb, or }) =>
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
    .forUpdate()
    .execute()
}

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

/** Opens the period unless it is. The budget must be locked. */
export async function openPeriod(db: Db, { site_id, id }: BudgetRow, period: CurrentPeriod): Promise<void> {
  await db
    .insertInto('budget_periods')
    .values({
      site_id,
      budget_id: id,
      starts_on: period.startsOn,
      amount_cents: period.amountCents,
      carried_cents: period.carriedCents,
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'budget_id', 'starts_on']).doNothing())
    .execute()
}
