import {
  approvalsNeeded,
  type NeededApprovals,
  type NeededStep,
  type OrderFacts,
} from '@laurel/domain/approval-rules'
import { approversOf } from '@laurel/domain/approvers'
import { appliesTo } from '@laurel/domain/budgets'
import type { Db } from '../../database/database.ts'
import { currentPeriods, openBudgets } from '../budgets/budgets.repo.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import { heldTypes, inCart } from '../orders/priced-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listRules } from './approval-rules.repo.ts'
import { type CompanyNow, type NamedMember, readBuyer, readCompanyNow } from './people.repo.ts'

/** What is judged: an order as it's priced now. */
export type Judged = {
  items: readonly CardItemWire[]
  totalCents: number
  cardCount: number
  fields: OrderFacts['fields']
}

type Buying = { companyId: number; personId: number; at: Date }

export type StepToAsk = NeededStep & { people: readonly NamedMember[] }

/** `dependsOnBudgets`: whether a rule asks how much of a budget is taken. */
type Needed = NeededApprovals & { dependsOnBudgets: boolean }

/** @returns which approvals an order needs by its company's rules; no steps if none */
export async function readNeeded(db: Db, site: SiteRow, buying: Buying, order: Judged): Promise<Needed> {
  const { companyId, personId } = buying
  const [rules, buyer] = await Promise.all([
    listRules(db, site.id, companyId),
    readBuyer(db, site, companyId, personId),
  ])
  const on = rules.filter(({ isOn }) => isOn)
  const asks = (kind: string) => on.some(({ conditions }) => conditions.some((one) => one.kind === kind))
  const needed = approvalsNeeded(on, await orderFacts(db, site, buying, order, buyer, asks))
  return { ...needed, dependsOnBudgets: asks('budget') }
}

/** Who can decide each step now. Reads all of the company's people, whom most orders don't need. */
export async function readPeopleToAsk(
  db: Db,
  site: SiteRow,
  { companyId, personId, at }: Buying,
  steps: readonly NeededStep[],
): Promise<{ company: CompanyNow; steps: readonly StepToAsk[] }> {
  const company = await readCompanyNow(db, site, companyId, at)
  return {
    company,
    steps: steps.map((step) => {
      const ids = approversOf({ ...step, isEscalated: false }, [personId], company)
      return { ...step, people: company.members.filter(({ id }) => ids.includes(id)) }
    }),
  }
}

async function orderFacts(
  db: Db,
  site: SiteRow,
  { companyId, personId, at }: Buying,
  { items, totalCents, cardCount, fields }: Judged,
  { person, timeZone }: Awaited<ReturnType<typeof readBuyer>>,
  asks: (kind: string) => boolean,
): Promise<OrderFacts> {
  const bought = inCart(items)
  return {
    totalCents,
    cardCount,
    highestCardCents: Math.max(0, ...bought.flatMap(({ amounts }) => amounts.map((one) => one.each_cents))),
    rewardTypes: [...heldTypes(items)],
    person,
    fields,
    isFirstOrder: asks('first_order') && !(await hasOrdered(db, site.id, companyId, personId)),
    budgets: asks('budget') ? await readOwnBudgets(db, site, companyId, person, { at, timeZone }) : [],
  }
}

async function hasOrdered(db: Db, siteId: number, companyId: number, personId: number): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', personId)
    .where('company_id', '=', companyId)
    .where('placed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** The budgets that count a person's orders, with what they have in their current period. */
export async function readOwnBudgets(
  db: Db,
  site: SiteRow,
  companyId: number,
  person: { id: number; teamId: number | null },
  when: { at: Date; timeZone: string },
): Promise<OrderFacts['budgets']> {
  const all = await openBudgets(db, site.id, companyId).execute()
  const budgets = all.filter((one) => appliesTo({ teamId: one.team_id, personId: one.customer_id }, person))
  const periods = await currentPeriods(db, site.id, budgets, when)
  return budgets.map(({ id, name }) => {
    const { amountCents, carriedCents, reservedCents, spentCents } = periods.get(id)!
    return { name, takenCents: reservedCents + spentCents, amountCents: amountCents + carriedCents }
  })
}
