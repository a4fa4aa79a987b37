import * as contract from '@laurel/contract/budgets'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as budgets from './budgets.service.ts'

export function budgetRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now'>) {
  serve(contract.listBudgets, ({ site, actor }) => budgets.listBudgets(kit, site, actor))
  serve(contract.makeBudget, ({ site, actor, body }) => budgets.makeBudget(kit, site, actor, body))
  serve(contract.changeBudget, ({ site, actor, params, body }) =>
    budgets.changeBudget(kit, site, actor, params.id, body),
  )
  serve(contract.endBudget, async ({ actor, params }) => {
    await budgets.endBudget(kit, actor, params.id)
    return undefined
  })
}
