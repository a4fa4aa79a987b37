import type { OrderFacts } from '@laurel/domain/approval-rules'
import { type BudgetPeriod, currentPeriod, type PeriodSums, periodAt } from '@laurel/domain/budgets'
import { type Expression, expressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { CompanyBudgets } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { inOrder } from '../../database/site-transaction.ts'
import { anyOf, beside, literal } from '../../database/sql.ts'
import type { Orderer } from '../companies/orderers.repo.ts'

const { and, eb, or, selectFrom } = expressionBuilder<Database & { b: CompanyBudgets }, 'b'>()

/** The last period of a budget `b` that was opened. */
const lastPeriod = jsonObjectFrom(
  selectFrom('budget_periods as p')
    .select(['p.starts_on as startsOn', 'p.amount_cents as amountCents', 'p.carried_cents as carriedCents'])
    .select(['p.reserved_cents as reservedCents', 'p.spent_cents as spentCents'])
    .whereRef('p.site_id', '=', 'b.site_id')
    .whereRef('p.budget_id', '=', 'b.id')
    .orderBy('p.starts_on', 'desc')
    .limit(1),
)

function budgets(db: Db, siteId: number) {
  return db
    .selectFrom('company_budgets as b')
    .select(['b.id', 'b.site_id', 'b.company_id', 'b.name', 'b.team_id', 'b.customer_id'])
    .select(['b.period', 'b.amount_cents', 'b.rolls_over'])
    .where('b.site_id', '=', siteId)
    .orderBy('b.id')
    .$narrowType<{ period: BudgetPeriod }>()
}

/** A company's budgets that haven't ended, oldest first. */
export function openBudgets(db: Db, siteId: number, companyId: number | Expression<number>) {
  return budgets(db, siteId).where('b.company_id', '=', companyId).where('b.ended_at', 'is', null)
}

export type BudgetRow = Awaited<ReturnType<ReturnType<typeof openBudgets>['executeTakeFirstOrThrow']>>
type BudgetNow = BudgetRow & { last: CurrentPeriod | null }

/** A company's budgets that count the orders of a person. */
export function budgetsOf(
  db: Db,
  siteId: number,
  person: {
    companyId: number | Expression<number>
    personId: number | Expression<number>
    teamId: number | null | Expression<number | null>
  },
) {
  return openBudgets(db, siteId, person.companyId)
    .select(lastPeriod.as('last'))
    .where(
      or([
        eb('b.customer_id', '=', person.personId),
        and([
          eb('b.customer_id', 'is', null),
          or([eb('b.team_id', 'is', null), eb('b.team_id', '=', person.teamId)]),
        ]),
      ]),
    )
}

export type BudgetPerson = Pick<Orderer, 'companyId' | 'personId' | 'teamId' | 'timeZone'>
type Given = { siteId: number; companyId: number; personId: number; teamId: number | null }

const budgetsOfPerson = prepared((db: Db, given: Given) => budgetsOf(db, given.siteId, given))

const lockBudgets = prepared((db: Db, given: Given) =>
  budgetsOf(db, given.siteId, given).clearSelect().select('b.id').forUpdate(),
)

/** Locks the budgets that an order has counted against, also those that ended. */
export function lockBudgetsWith(db: Db, siteId: number, orderId: number): Promise<BudgetRow[]> {
  return budgets(db, siteId)
    .where('b.id', 'in', (entries) =>
      entries
        .selectFrom('budget_entries as e')
        .select('e.budget_id')
        .where('e.site_id', '=', siteId)
        .where('e.order_id', '=', orderId),
    )
    .forUpdate()
    .execute()
}

export type CurrentPeriod = PeriodSums & { startsOn: string }
/** A budget and the period it's in, whether or not that was opened. */
export type Counted = BudgetRow & { current: CurrentPeriod; isOpen: boolean }

export function inPeriods(rows: readonly BudgetNow[], at: Date, timeZone: string): Counted[] {
  return rows.map((row) => inPeriod(row, periodAt(row.period, at, timeZone).startsOn))
}

function inPeriod({ last, ...budget }: BudgetNow, startsOn: string): Counted {
  const { period, amount_cents: amountCents, rolls_over: rollsOver } = budget
  const current = currentPeriod({ period, amountCents, rollsOver }, last ?? undefined, startsOn)
  return { ...budget, current, isOpen: last?.startsOn === startsOn }
}

/** A company's budgets that haven't ended. */
export async function listOpenBudgets(
  db: Db,
  siteId: number,
  companyId: number,
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<Counted[]> {
  const rows = await openBudgets(db, siteId, companyId).select(lastPeriod.as('last')).execute()
  return inPeriods(rows, at, timeZone)
}

/** The budgets that count a person's orders. */
export async function listBudgetsOf(
  db: Db,
  siteId: number,
  { companyId, personId, teamId, timeZone }: BudgetPerson,
  at: Date,
): Promise<Counted[]> {
  return inPeriods(await budgetsOfPerson(db, { siteId, companyId, personId, teamId }), at, timeZone)
}

/** Locks the budgets that count a person's orders. The order must be locked before, if there's one. */
export async function lockBudgetsOf(
  db: Db,
  siteId: number,
  { companyId, personId, teamId, timeZone }: BudgetPerson,
  at: Date,
): Promise<Counted[]> {
  const given = { siteId, companyId, personId, teamId }
  // A query that waits for locks sees other tables as they were before it waited.
  const [locked, rows] = await inOrder(lockBudgets(db, given), budgetsOfPerson(db, given))
  const ids = new Set(locked.map(({ id }) => id))
  return inPeriods(
    rows.filter(({ id }) => ids.has(id)),
    at,
    timeZone,
  )
}

/** What a company's approval rules ask about budgets. */
export function budgetFacts(budgets: readonly Counted[]): OrderFacts['budgets'] {
  return budgets.map(({ name, current: { amountCents, carriedCents, reservedCents, spentCents } }) => {
    return { name, takenCents: reservedCents + spentCents, amountCents: amountCents + carriedCents }
  })
}

/** Opens the current periods of budgets that haven't been. The budgets must be locked. */
export async function openPeriods(db: Db, budgets: readonly Counted[]): Promise<void> {
  await db
    .insertInto('budget_periods')
    .values(
      budgets.map(({ site_id, id, current: { startsOn, amountCents, carriedCents } }) => {
        return {
          ...{ site_id, budget_id: id, starts_on: startsOn },
          ...{ amount_cents: amountCents, carried_cents: carriedCents },
        }
      }),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'budget_id', 'starts_on']).doNothing())
    .execute()
}

/** Locks budgets that were read before, and opens their current periods with what the ones before have left by now. */
export async function openReadPeriods(db: Db, siteId: number, read: readonly Counted[]): Promise<void> {
  const ids = anyOf(read.map(({ id }) => id))
  const [, rows] = await inOrder(
    budgets(db, siteId).where('b.id', '=', ids).forUpdate().execute(),
    budgets(db, siteId).select(lastPeriod.as('last')).where('b.id', '=', ids).execute(),
  )
  await openPeriods(
    db,
    rows.map((row) => inPeriod(row, read.find(({ id }) => id === row.id)!.current.startsOn)),
  )
}

/** The current periods of budgets, in the same order. */
type Periods = { ids: readonly number[]; starts: readonly string[] }
type Reservation = { siteId: number; orderId: number; source: string; cents: number; at: Date }

/** Locks budgets in the order of their IDs, like every other query, and then changes their periods. */
const reserveInPeriods = prepared((db: Db, given: Reservation & Periods) =>
  db
    .with('locked', (part) =>
      part
        .selectFrom('company_budgets as b')
        .select('b.id')
        .where('b.site_id', '=', given.siteId)
        .where('b.id', '=', anyOf(given.ids))
        .orderBy('b.id')
        .forUpdate(),
    )
    .with('reserved', (part) =>
      part
        .updateTable('budget_periods as p')
        .from('locked')
        .set(({ eb }) => ({ reserved_cents: eb('p.reserved_cents', '+', given.cents) }))
        .where('p.site_id', '=', given.siteId)
        .whereRef('p.budget_id', '=', 'locked.id')
        .where(({ eb, ref }) => eb('p.starts_on', '=', beside(ref('p.budget_id'), given.ids, given.starts)))
        .returning(['p.budget_id', 'p.starts_on', 'p.amount_cents', 'p.carried_cents'])
        .returning(['p.reserved_cents', 'p.spent_cents']),
    )
    .with('entered', (part) =>
      part
        .insertInto('budget_entries')
        .columns([
          ...(['site_id', 'budget_id', 'starts_on', 'order_id', 'source', 'event', 'at'] as const),
          ...(['reserved_cents', 'spent_cents'] as const),
        ])
        .expression(
          part
            .selectFrom('reserved')
            .select(({ lit, val }) => [
              val(given.siteId).as('site_id'),
              'reserved.budget_id',
              'reserved.starts_on',
              val(given.orderId).as('order_id'),
              val(given.source).as('source'),
              literal('reserved').as('event'),
              val(given.at).as('at'),
              val(given.cents).as('reserved_cents'),
              lit(0).as('spent_cents'),
            ]),
        ),
    )
    .selectFrom('reserved')
    .selectAll(),
)

/**
 * Reserves an amount in the current periods of budgets, which must be open.
 *
 * @returns the budgets as they were before, locked
 */
export async function reserveInBudgets(
  db: Db,
  budgets: readonly Counted[],
  reservation: Reservation,
): Promise<Counted[]> {
  const ids = budgets.map(({ id }) => id)
  const starts = budgets.map(({ current }) => current.startsOn)
  const rows = await reserveInPeriods(db, { ...reservation, ids, starts })
  return budgets.map((budget) => {
    const row = rows.find(({ budget_id }) => budget_id === budget.id)!
    const current = {
      startsOn: budget.current.startsOn,
      amountCents: row.amount_cents,
      carriedCents: row.carried_cents,
      reservedCents: row.reserved_cents - reservation.cents,
      spentCents: row.spent_cents,
    }
    return { ...budget, current }
  })
}
