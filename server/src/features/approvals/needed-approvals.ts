import {
  approvalsNeeded,
  type NeededApprovals,
  type NeededStep,
  type OrderFacts,
} from '@laurel/domain/approval-rules'
import { approversOf } from '@laurel/domain/approvers'
import type { Db } from '../../database/database.ts'
import { readBudgetFacts } from '../budgets/budgets.repo.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { Orderer } from '../companies/orderers.repo.ts'
import { heldTypes, inCart } from '../orders/priced-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listRules } from './approval-rules.repo.ts'
import { type CompanyNow, type NamedMember, readCompanyNow } from './people.repo.ts'

/** What is judged: an order as it's priced now. */
export type Judged = {
  items: readonly CardItemWire[]
  totalCents: number
  cardCount: number
  fields: OrderFacts['fields']
}

export type StepToAsk = NeededStep & { people: readonly NamedMember[] }

type Needed = NeededApprovals & {
  /** Judges the order by what else is taken from budgets; undefined if no rule asks for that. */
  withBudgets: ((budgets: OrderFacts['budgets']) => NeededApprovals) | undefined
}

/** @returns which approvals an order needs by its company's rules; no steps if none */
export async function readNeeded(
  db: Db,
  siteId: number,
  buyer: Orderer,
  order: Judged,
  at: Date,
): Promise<Needed> {
  const rules = (await listRules(db, siteId, buyer.companyId)).filter(({ isOn }) => isOn)
  const asks = (kind: string) => rules.some(({ conditions }) => conditions.some((one) => one.kind === kind))
  const facts = await orderFacts(db, siteId, buyer, order, at, asks)
  return {
    ...approvalsNeeded(rules, facts),
    withBudgets: asks('budget') ? (budgets) => approvalsNeeded(rules, { ...facts, budgets }) : undefined,
  }
}

/** Who can decide each step now. Reads all of the company's people, whom most orders don't need. */
export async function readPeopleToAsk(
  db: Db,
  site: SiteRow,
  { companyId, personId }: Pick<Orderer, 'companyId' | 'personId'>,
  steps: readonly NeededStep[],
  at: Date,
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
  siteId: number,
  buyer: Orderer,
  { items, totalCents, cardCount, fields }: Judged,
  at: Date,
  asks: (kind: string) => boolean,
): Promise<OrderFacts> {
  const { companyId, personId, role, teamId, timeZone } = buyer
  const bought = inCart(items)
  return {
    totalCents,
    cardCount,
    highestCardCents: Math.max(0, ...bought.flatMap(({ amounts }) => amounts.map((one) => one.each_cents))),
    rewardTypes: [...heldTypes(items)],
    person: { id: personId, role, teamId },
    fields,
    isFirstOrder: asks('first_order') && !(await hasOrdered(db, siteId, companyId, personId)),
    budgets: asks('budget') ? await readBudgetFacts(db, siteId, buyer, { at, timeZone }) : [],
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
