import {
  type ApprovalRule,
  approvalsNeeded,
  type NeededApprovals,
  type NeededStep,
  type OrderFacts,
} from '@laurel/domain/approval-rules'
import { approversOf } from '@laurel/domain/approvers'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { stateOf } from '../../database/sql.ts'
import { budgetFacts, budgetsOf, type Counted, inPeriods } from '../budgets/budgets.repo.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { Orderer } from '../companies/orderers.repo.ts'
import { heldTypes, inCart } from '../orders/priced-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { rulesInForce } from './approval-rules.repo.ts'
import { buyersOf, type CompanyNow, type NamedMember, readCompanyNow } from './people.repo.ts'

/** What is judged: an order as it's priced now. */
export type Judged = {
  items: readonly CardItemWire[]
  totalCents: number
  cardCount: number
  fields: OrderFacts['fields']
}

export type StepToAsk = NeededStep & { people: readonly NamedMember[] }

/** Judges an order by what else is taken from the budgets that count it. */
export type Judge = (budgets: OrderFacts['budgets']) => NeededApprovals

/**
 * @param hasOrdered whether the person has placed an order for the company before, asked only if a rule does
 * @returns which approvals an order needs by its company's rules, which may ask about budgets
 */
export async function judgeBy(
  rules: readonly ApprovalRule[],
  buyer: Buyer,
  order: Judged,
  hasOrdered: () => Promise<boolean>,
): Promise<Judge> {
  const asksFirst = rules.some(({ conditions }) => conditions.some(({ kind }) => kind === 'first_order'))
  const facts = { ...orderFacts(buyer, order), isFirstOrder: asksFirst && !(await hasOrdered()) }
  return (budgets) => approvalsNeeded(rules, { ...facts, budgets })
}

export type Buyer = Omit<Orderer, 'state' | 'hasBudgets' | 'hasRules' | 'billingEmail'>

type OfPerson = { siteId: number; companyId: number | null; personId: number }
type Read = { rules: readonly ApprovalRule[]; state: string }

/**
 * By site and company, because a company has the same number in test mode. Every change of rules or budgets updates
 * the company's row, so they are used only while the row is in the state in which they were read.
 */
const readBefore = new Map<string, Read>()
/** The same for the budgets that count a person's orders. Their sums may be out of date. */
const budgetsBefore = new Map<string, { budgets: Policy['budgets']; state: string }>()
type OfCompany = { siteId: number; companyId: number | null }
const keyOf = ({ siteId, companyId }: OfCompany) => `${siteId}:${companyId}`
const MOST_KEPT = 500

function keep<T>(kept: Map<string, T>, key: string, value: T) {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
}

/** A company's rules as this process last read them. A query gets their state as `known`. */
export function rulesReadBefore(of: OfCompany): Read | undefined {
  return readBefore.get(keyOf(of))
}

/** Adds the rules to a policy whose query left them out because their state was known. */
export function withRules({ state, rules, ...policy }: PolicyRow, of: OfCompany, known?: Read): Policy {
  if (rules === null) return { ...policy, rules: known!.rules }
  keep(readBefore, keyOf(of), { rules, state })
  return { ...policy, rules }
}

/** A company's rules and budgets that judge the orders of a person. Rules in the state `known` are null: {@link withRules} adds them. */
export function policies(
  db: Db,
  { siteId, companyId, personId, known }: OfPerson & { known: string | null },
) {
  return db
    .selectFrom('companies as c')
    .leftJoin('company_members as m', (join) =>
      join
        .onRef('m.site_id', '=', 'c.site_id')
        .onRef('m.company_id', '=', 'c.id')
        .on('m.customer_id', '=', personId),
    )
    .select(['c.time_zone', 'm.role', 'm.team_id', stateOf('c').as('state')])
    .select(({ case: when, ref }) => [
      when()
        .when(stateOf('c'), '=', known)
        .then(null)
        .else(jsonArrayFrom(rulesInForce(db, { siteId, companyId: ref('c.id') })))
        .end()
        .as('rules'),
      jsonArrayFrom(budgetsOf(db, siteId, { companyId: ref('c.id'), personId, teamId: ref('m.team_id') })).as(
        'budgets',
      ),
    ])
    .where('c.site_id', '=', siteId)
    .where('c.id', '=', companyId)
}

const policyFor = prepared(policies)
export type PolicyRow = Awaited<ReturnType<typeof policyFor>>[number]
export type Policy = Omit<PolicyRow, 'rules' | 'state'> & { rules: readonly ApprovalRule[] }

async function findPolicy(db: Db, given: OfPerson & { companyId: number }): Promise<Policy> {
  const known = rulesReadBefore(given)
  const [row] = await policyFor(db, { ...given, known: known?.state ?? null })
  return withRules(row!, given, known)
}

/**
 * The rules and budgets that apply to a person's order. They can't change while their company is locked. What other
 * orders took from the budgets is known only once the budgets are locked.
 */
export async function readPolicy(
  db: Db,
  siteId: number,
  { companyId, personId, teamId, timeZone, state }: Orderer,
  at: Date,
): Promise<{ rules: readonly ApprovalRule[]; budgets: Counted[] }> {
  const key = `${keyOf({ siteId, companyId })}:${personId}:${teamId}`
  const [known, before] = [readBefore.get(keyOf({ siteId, companyId })), budgetsBefore.get(key)]
  if (known?.state === state && before?.state === state) {
    const budgets = inPeriods(before.budgets, at, timeZone)
    // A period that was open stays open.
    if (budgets.every(({ isOpen }) => isOpen)) return { rules: known.rules, budgets }
  }
  const { rules, budgets } = await findPolicy(db, { siteId, companyId, personId })
  keep(budgetsBefore, key, { budgets, state })
  return { rules, budgets: inPeriods(budgets, at, timeZone) }
}

type Person = Pick<Orderer, 'companyId' | 'personId'> & { keyRole?: string | undefined }

/** {@link judgedBy} the company's rules and budgets as they are now. */
export async function readNeeded(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  person: Person,
  order: Judged,
  at: Date,
): Promise<NeededApprovals> {
  const policy = await findPolicy(db, { siteId: site.id, ...person })
  return judgedBy(policy, site, person, order, { at, hasOrdered: () => hasOrdered(db, site.id, person) })
}

/**
 * @returns which approvals an order needs: no steps if none. Rules judge the order of a person who left, too, who has no
 * role and no team; `buyer` is undefined then. `keyRole` is of an API key that orders, which isn't one of the company's
 * people
 */
export async function judgedBy(
  { rules, budgets, team_id: teamId, time_zone, role: ofMember }: Policy,
  site: Pick<SiteRow, 'time_zone'>,
  { companyId, personId, keyRole }: Person,
  order: Judged,
  { at, hasOrdered }: { at: Date; hasOrdered: () => Promise<boolean> },
): Promise<NeededApprovals & { buyer: Buyer | undefined }> {
  const role = ofMember ?? keyRole ?? null
  const timeZone = time_zone ?? site.time_zone
  const buyer = { companyId, personId, role: role ?? '', teamId, timeZone }
  const judge = await judgeBy(rules, buyer, order, hasOrdered)
  return {
    ...judge(budgetFacts(inPeriods(budgets, at, timeZone))),
    buyer: role === null ? undefined : buyer,
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
      const ids = approversOf({ ...step, isEscalated: false }, buyersOf([personId], company), company)
      return { ...step, people: company.members.filter(({ id }) => ids.includes(id)) }
    }),
  }
}

function orderFacts({ personId, role, teamId }: Buyer, { items, totalCents, cardCount, fields }: Judged) {
  const bought = inCart(items)
  return {
    totalCents,
    cardCount,
    highestCardCents: Math.max(0, ...bought.flatMap(({ amounts }) => amounts.map((one) => one.each_cents))),
    rewardTypes: [...heldTypes(items)],
    person: { id: personId, role, teamId },
    fields,
  }
}

/** Whether a person has placed an order for a company. */
export async function hasOrdered(
  db: Db,
  siteId: number,
  { companyId, personId }: Pick<Orderer, 'companyId' | 'personId'>,
): Promise<boolean> {
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
