import type { Budget, makeBudget as makeEndpoint } from '@laurel/contract/budgets'
import { appliesTo, leftCents, periodAt } from '@laurel/domain/budgets'
import { mayInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { changeCompany, noteChange } from '../companies/change-company.ts'
import { type InCompany, inCompany, listPeople, type OfCompany } from '../companies/companies.repo.ts'
import { findOrderer } from '../companies/orderers.repo.ts'
import { listTeams } from '../companies/teams.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type BudgetRow, listOpenBudgets, openBudgets, openPeriods } from './budgets.repo.ts'

type BudgetKit = Pick<Kit, 'pool' | 'now'>
type BudgetWire = z.input<typeof Budget>

/** Budgets of one company at the same time. */
const MAX_BUDGETS = 200

/**
 * The company's budgets. People who can't see its money see only those that their own orders count against.
 *
 * @throws {Refusal} `registration_incomplete`; `company_left`
 */
export function listBudgets({ pool, now }: BudgetKit, site: SiteRow, actor: Customer): Promise<BudgetWire[]> {
  const own = inCompany(actor)
  const { company } = own
  const seesAll = mayInCompany(company, 'budgets.manage') || mayInCompany(company, 'money.see')
  return inSite(pool, site.id, async (db) => {
    const wires = await readBudgets(db, site, own, now())
    return seesAll ? wires : wires.filter(({ is_yours }) => is_yours)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` if the team or person isn't of the company; `limit_exceeded` */
export function makeBudget(
  kit: BudgetKit,
  site: SiteRow,
  actor: Customer,
  asked: z.output<typeof makeEndpoint.body>,
): Promise<BudgetWire> {
  const { name, period, team_id, person_id, amount_cents, rolls_over } = asked
  if (team_id !== undefined && person_id !== undefined) {
    const message = 'Choose a team or a person.'
    throw new Refusal('validation_failed', {}, [{ field: 'team_id', code: 'wrong', message }])
  }
  return changeCompany(kit, actor, 'budgets.manage', async (db, own, roles) => {
    if (person_id !== undefined && !roles.has(person_id)) throw new Refusal('not_found')
    const teams = await listTeams(db, own)
    if (team_id !== undefined && !teams.some(({ id }) => id === team_id)) throw new Refusal('not_found')
    const { siteId, company } = own
    const before = await openBudgets(db, siteId, company.id).execute()
    if (before.length >= MAX_BUDGETS)
      throw new Refusal('limit_exceeded', { limit: MAX_BUDGETS, of: /*i18n*/ '{limit, number} budgets' })
    const at = kit.now()
    const { id } = await db
      .insertInto('company_budgets')
      .values({
        site_id: siteId,
        company_id: company.id,
        name,
        team_id: team_id ?? null,
        customer_id: person_id ?? null,
        period,
        amount_cents,
        rolls_over,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteBudgets(db, own, true)
    const budget = await lockBudget(db, own, id)
    await openCurrent(db, site, own, budget, at)
    noteChange(db, kit, own, 'budget.made', { budget_id: id, name, amount_cents, per: period })
    return readBudget(db, site, own, id, at)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function changeBudget(
  kit: BudgetKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  { name, amount_cents: amountCents }: { name?: string | undefined; amount_cents?: number | undefined },
): Promise<BudgetWire> {
  return changeCompany(kit, actor, 'budgets.manage', async (db, own) => {
    const at = kit.now()
    const before = await lockBudget(db, own, id)
    const after = { name: name ?? before.name, amount_cents: amountCents ?? before.amount_cents }
    // Periods until now keep the amount they had.
    const startsOn = await openCurrent(db, site, own, before, at)
    await db
      .updateTable('budget_periods')
      .set({ amount_cents: after.amount_cents })
      .where('site_id', '=', own.siteId)
      .where('budget_id', '=', id)
      .where('starts_on', '=', startsOn)
      .execute()
    await ofBudget(db, own, id).set(after).execute()
    await noteBudgets(db, own, true)
    if (after.name !== before.name || after.amount_cents !== before.amount_cents) {
      noteChange(db, kit, own, 'budget.changed', {
        budget_id: id,
        name_old: before.name,
        name_new: after.name,
        amount_cents_old: before.amount_cents,
        amount_cents_new: after.amount_cents,
      })
    }
    return readBudget(db, site, own, id, at)
  })
}

/**
 * Ends a budget: new orders no longer count against it. What it has reserved is still spent or returned.
 *
 * @throws {Refusal} `not_allowed`; `not_found`
 */
export function endBudget(kit: BudgetKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'budgets.manage', async (db, own) => {
    const { name } = await lockBudget(db, own, id)
    await ofBudget(db, own, id).set({ ended_at: kit.now() }).execute()
    const left = await openBudgets(db, own.siteId, own.company.id).execute()
    await noteBudgets(db, own, left.length > 0)
    noteChange(db, kit, own, 'budget.ended', { budget_id: id, name })
  })
}

function ofBudget(db: Db, { siteId }: InCompany, id: number) {
  return db.updateTable('company_budgets').where('site_id', '=', siteId).where('id', '=', id)
}

/** @throws {Refusal} `not_found` */
async function lockBudget(db: Db, { siteId, company }: InCompany, id: number): Promise<BudgetRow> {
  const row = await openBudgets(db, siteId, company.id).where('b.id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Saves whether the company has budgets. Servers read budgets again once its row is updated. */
async function noteBudgets(db: Db, { siteId, company }: InCompany, hasBudgets: boolean) {
  await db
    .updateTable('companies')
    .set({ has_budgets: hasBudgets })
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .execute()
}

/** @returns the first day of the period */
async function openCurrent(db: Db, site: SiteRow, own: InCompany, budget: BudgetRow, at: Date) {
  const { timeZone } = await ordererOf(db, site, own)
  const all = await listOpenBudgets(db, site.id, own.company.id, { at, timeZone })
  const open = all.filter(({ id }) => id === budget.id)
  await openPeriods(db, open)
  return open[0]!.current.startsOn
}

/** @throws {Refusal} `company_left` */
async function ordererOf(db: Db, site: SiteRow, { company, customerId }: InCompany) {
  const orderer = await findOrderer(db, site, company.id, customerId)
  if (orderer === undefined) throw new Refusal('company_left')
  return orderer
}

async function readBudget(db: Db, site: SiteRow, own: InCompany, id: number, at: Date): Promise<BudgetWire> {
  return (await readBudgets(db, site, own, at)).find((one) => one.id === id)!
}

async function readBudgets(db: Db, site: SiteRow, own: InCompany, at: Date): Promise<BudgetWire[]> {
  const { timeZone, teamId } = await ordererOf(db, site, own)
  const person = { id: own.customerId, teamId }
  const budgets = await readAllBudgets(db, site, own, { at, timeZone })
  return budgets.map((budget) => {
    const scope = { teamId: budget.team_id, personId: budget.person_id }
    return { ...budget, is_yours: appliesTo(scope, person) }
  })
}

/** All of a company's budgets that haven't ended. */
export async function readAllBudgets(
  db: Db,
  site: Pick<SiteRow, 'id'>,
  own: OfCompany,
  when: { at: Date; timeZone: string },
): Promise<Omit<BudgetWire, 'is_yours'>[]> {
  const [budgets, teams, people] = await Promise.all([
    listOpenBudgets(db, site.id, own.company.id, when),
    listTeams(db, own),
    listPeople(db, own),
  ])
  return budgets.map(({ current, ...row }) => {
    const team = teams.find(({ id }) => id === row.team_id)
    const one = people.find(({ id }) => id === row.customer_id)
    return {
      id: row.id,
      name: row.name,
      team_id: row.team_id,
      person_id: row.customer_id,
      applies_to: team?.name ?? (one === undefined ? '' : `${one.first_name} ${one.last_name}`.trim()),
      period: row.period,
      starts_on: current.startsOn,
      ends_on: periodAt(row.period, new Date(`${current.startsOn}T12:00:00Z`), 'UTC').endsOn,
      rolls_over: row.rolls_over,
      amount_cents: current.amountCents,
      carried_cents: current.carriedCents,
      reserved_cents: current.reservedCents,
      spent_cents: current.spentCents,
      left_cents: leftCents(current),
    }
  })
}
