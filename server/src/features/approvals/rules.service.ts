import type {
  changeApprovalRule,
  makeApprovalRule,
  ApprovalRule as RuleSchema,
} from '@laurel/contract/approvals'
import { MAX_APPROVAL_RULES, type RuleCondition, type RuleStep } from '@laurel/domain/approval-rules'
import { canBeAsked } from '@laurel/domain/approvers'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { orderFieldsOf } from '../companies/own-companies.ts'
import { listRoles } from '../companies/roles.repo.ts'
import { listTeams } from '../companies/teams.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type RuleRow, listRules as readRules } from './approval-rules.repo.ts'
import { readCompanyNow } from './people.repo.ts'

type RulesKit = Pick<Kit, 'pool' | 'now'>
type RuleWire = z.input<typeof RuleSchema>

/** @throws {Refusal} `registration_incomplete` */
export function listRules({ pool }: RulesKit, actor: Customer): Promise<RuleWire[]> {
  const { siteId, company } = inCompany(actor)
  return inSite(pool, siteId, async (db) => (await readRules(db, siteId, company.id)).map(ruleWire))
}

/** @throws {Refusal} `not_allowed`; `not_found`; `rule_without_approver`; `limit_exceeded` */
export function makeRule(
  kit: RulesKit,
  site: SiteRow,
  actor: Customer,
  asked: z.output<typeof makeApprovalRule.body>,
): Promise<RuleWire> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const rules = await readRules(db, own.siteId, own.company.id)
    if (rules.length >= MAX_APPROVAL_RULES) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_APPROVAL_RULES,
        of: /*i18n*/ '{limit, number} approval rules',
      })
    }
    const { name, conditions, steps, is_on: isOn } = asked
    await assertUsable(db, site, own, { conditions, steps }, kit.now())
    const { id } = await db
      .insertInto('approval_rules')
      .values({
        site_id: own.siteId,
        company_id: own.company.id,
        position: rules.length,
        name,
        conditions: json(conditions),
        steps: json(steps),
        is_on: isOn,
        created_at: kit.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setHasRules(db, own)
    noteChange(db, kit, own, 'approval.rule_added', { name })
    return ruleWire({ id, name, conditions, steps, isOn })
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `rule_without_approver` */
export function changeRule(
  kit: RulesKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  { position, is_on: isOn, ...asked }: z.output<typeof changeApprovalRule.body>,
): Promise<RuleWire> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const rules = await readRules(db, own.siteId, own.company.id)
    const before = rules.find((one) => one.id === id)
    if (before === undefined) throw new Refusal('not_found')
    const after: RuleRow = {
      id,
      name: asked.name ?? before.name,
      conditions: asked.conditions ?? before.conditions,
      steps: asked.steps ?? before.steps,
      isOn: isOn ?? before.isOn,
    }
    await assertUsable(db, site, own, after, kit.now())
    const { name, conditions, steps } = after
    await ofRule(db, own, id)
      .set({ name, conditions: json(conditions), steps: json(steps), is_on: after.isOn })
      .execute()
    if (position !== undefined) {
      const others = rules.filter((one) => one.id !== id)
      const ordered = others.toSpliced(position, 0, after)
      for (const [at, { id: moved }] of ordered.entries()) {
        await ofRule(db, own, moved).set({ position: at }).execute()
      }
    }
    await setHasRules(db, own)
    noteChange(db, kit, own, 'approval.rule_changed', {
      name_old: before.name,
      name_new: name,
      ...(after.isOn !== before.isOn && { is_on: after.isOn }),
    })
    return ruleWire(after)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function removeRule(kit: RulesKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const removed = await db
      .deleteFrom('approval_rules')
      .where('site_id', '=', own.siteId)
      .where('company_id', '=', own.company.id)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) throw new Refusal('not_found')
    await setHasRules(db, own)
    noteChange(db, kit, own, 'approval.rule_removed', { name: removed.name })
  })
}

function ofRule(db: Db, { siteId, company }: Changing, id: number) {
  return db
    .updateTable('approval_rules')
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('id', '=', id)
}

async function setHasRules(db: Db, { siteId, company }: Changing): Promise<void> {
  const rules = await readRules(db, siteId, company.id)
  await db
    .updateTable('companies')
    .set({ has_approval_rules: rules.some(({ isOn }) => isOn) })
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .execute()
}

type Usable = { conditions: readonly RuleCondition[]; steps: readonly RuleStep[] }

/**
 * What a rule names has to be the company's, and someone has to be able to approve each step for a buyer.
 *
 * @throws {Refusal} `not_found`; `rule_without_approver`
 */
async function assertUsable(db: Db, site: SiteRow, own: Changing, rule: Usable, at: Date): Promise<void> {
  const { siteId, company } = own
  const [{ members }, teams, roles, fields] = await Promise.all([
    readCompanyNow(db, site, company.id, at),
    listTeams(db, own),
    listRoles(db, own),
    orderFieldsOf(db, { siteId, companyId: company.id }).executeTakeFirst(),
  ])
  const people = members.map(({ id }) => id)
  const knows = {
    person: (id: number) => people.includes(id),
    team: (id: number) => teams.some((one) => one.id === id),
    role: (key: string) => roles.some(({ role }) => role === key),
    field: (id: number) => (fields?.order_fields ?? []).some((one) => one.id === id),
  }
  const isKnown = [
    ...rule.conditions.map((one) => {
      if (one.kind === 'person') return one.in.every(knows.person)
      if (one.kind === 'team') return one.in.every(knows.team)
      if (one.kind === 'role') return one.in.every(knows.role)
      return one.kind !== 'field' || knows.field(one.field)
    }),
    ...rule.steps.map((step) => {
      const to = step.escalation?.to ?? null
      if (to !== null && !knows.person(to)) return false
      if (step.ask === 'people') return step.in.every(knows.person)
      return step.ask === 'team' ? knows.team(step.team) : knows.role(step.role)
    }),
  ]
  if (isKnown.includes(false)) throw new Refusal('not_found')
  const buyers = members.filter(({ capabilities }) => capabilities.includes('orders.place'))
  const short = rule.steps.findIndex(
    (step) =>
      !canBeAsked(
        step,
        members,
        buyers.map(({ id }) => id),
      ),
  )
  if (short !== -1) throw new Refusal('rule_without_approver', { step: `${short + 1}` })
}

function ruleWire({ id, name, conditions, steps, isOn }: RuleRow): RuleWire {
  return {
    id,
    name,
    is_on: isOn,
    conditions: conditions as RuleWire['conditions'],
    steps: steps as RuleWire['steps'],
  }
}
