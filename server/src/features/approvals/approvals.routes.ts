import * as contract from '@laurel/contract/approvals'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as delegates from './delegates.service.ts'
import * as rules from './rules.service.ts'

export function approvalRuleRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now'>) {
  serve(contract.listApprovalRules, ({ actor }) => rules.listRules(kit, actor))
  serve(contract.makeApprovalRule, ({ site, actor, body }) => rules.makeRule(kit, site, actor, body))
  serve(contract.changeApprovalRule, ({ site, actor, params, body }) =>
    rules.changeRule(kit, site, actor, params.id, body),
  )
  serve(contract.removeApprovalRule, async ({ actor, params }) => {
    await rules.removeRule(kit, actor, params.id)
    return undefined
  })
  serve(contract.listApprovalDelegates, ({ site, actor }) => delegates.listDelegates(kit, site, actor))
  serve(contract.makeApprovalDelegate, ({ site, actor, body }) =>
    delegates.makeDelegate(kit, site, actor, body),
  )
  serve(contract.removeApprovalDelegate, async ({ actor, params }) => {
    await delegates.removeDelegate(kit, actor, params.id)
    return undefined
  })
}
