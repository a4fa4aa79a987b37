import type { ApprovalRule, RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import type { Db } from '../../database/database.ts'

export type RuleRow = ApprovalRule & { isOn: boolean }

/** A company's rules, in its order. */
export async function listRules(db: Db, siteId: number, companyId: number): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('approval_rules')
    .select(['id', 'name', 'conditions', 'steps', 'is_on'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ is_on: isOn, conditions, steps, ...rule }) => ({
    ...rule,
    conditions: conditions as unknown as RuleCondition[],
    steps: steps as unknown as RuleStep[],
    isOn,
  }))
}
