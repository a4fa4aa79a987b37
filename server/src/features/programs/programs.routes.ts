import * as contract from '@laurel/contract/programs'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { problemIn } from './program-problem.ts'
import * as views from './program-views.ts'
import * as programs from './programs.service.ts'

export function programRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now' | 'config' | 'jobs'>) {
  serve(contract.listPrograms, async ({ site, actor, i18n }) =>
    (await views.listPrograms(kit, site, actor)).map((one) => problemIn(i18n, one)),
  )
  serve(contract.makeProgram, ({ site, actor, body }) => programs.makeProgram(kit, site, actor, body))
  serve(contract.getProgram, async ({ site, actor, params, i18n }) =>
    problemIn(i18n, await views.getProgram(kit, site, actor, params.id)),
  )
  serve(contract.changeProgram, ({ site, actor, params, body }) =>
    programs.changeProgram(kit, site, actor, params.id, body),
  )
  serve(contract.endProgram, async ({ actor, params }) => {
    await programs.endProgram(kit, actor, params.id)
    return undefined
  })
  serve(contract.previewProgram, async ({ site, actor, params, i18n }) =>
    problemIn(i18n, await views.previewProgram(kit, site, actor, params.id)),
  )
  serve(contract.activateProgram, ({ site, actor, params, body }) =>
    programs.activateProgram(kit, site, actor, params.id, body.seen_updated_at),
  )
  serve(contract.tryProgramAgain, async ({ actor, params }) => {
    await programs.tryAgain(kit, actor, params.id)
    return undefined
  })
  serve(contract.pauseProgram, ({ site, actor, params }) =>
    programs.pauseProgram(kit, site, actor, params.id),
  )
  serve(contract.listProgramRuns, async ({ actor, params, i18n }) =>
    (await views.listRuns(kit, actor, params.id)).map((one) => problemIn(i18n, one)),
  )
  serve(contract.getProgramRun, async ({ actor, params, i18n }) =>
    problemIn(i18n, await views.getRun(kit, actor, params.id, params.run_id)),
  )
}
