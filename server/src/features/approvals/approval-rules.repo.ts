import type { ApprovalRule, RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import type { Expression } from 'kysely'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

export type RuleRow = ApprovalRule & { isOn: boolean }

/** A company's rules, in its order. */
function rulesOf(db: Db, siteId: number, companyId: number | Expression<number>) {
  return db
    .selectFrom('approval_rules as r')
    .select(['r.id', 'r.name', 'r.conditions', 'r.steps'])
    .where('r.site_id', '=', siteId)
    .where('r.company_id', '=', companyId)
    .orderBy('r.position')
    .orderBy('r.id')
    .$narrowType<{ conditions: RuleCondition[]; steps: RuleStep[] }>()
}

export function listRules(db: Db, siteId: number, companyId: number): Promise<RuleRow[]> {
  return rulesOf(db, siteId, companyId).select('r.is_on as isOn').execute()
}

/** Those that judge orders. */
export function rulesInForce(
  db: Db,
  { siteId, companyId }: { siteId: number; companyId: number | Expression<number> },
) {
  return rulesOf(db, siteId, companyId).where('r.is_on', '=', true)
}

export const listRulesInForce = prepared(rulesInForce)
