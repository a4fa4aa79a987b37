import * as contract from '@laurel/contract/programs'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as views from './program-views.ts'
import * as programs from './programs.service.ts'

export function programRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now' | 'config' | 'jobs'>) {
  serve(contract.listPrograms, ({ site, actor }) => views.listPrograms(kit, site, actor))
  serve(contract.makeProgram, ({ site, actor, body }) => programs.makeProgram(kit, site, actor, body))
  serve(contract.getProgram, ({ site, actor, params }) => views.getProgram(kit, site, actor, params.id))
  serve(contract.changeProgram, ({ site, actor, params, body }) =>
    programs.changeProgram(kit, site, actor, params.id, body),
  )
  serve(contract.endProgram, async ({ actor, params }) => {
    await programs.endProgram(kit, actor, params.id)
    return undefined
  })
  serve(contract.previewProgram, ({ site, actor, params }) =>
    views.previewProgram(kit, site, actor, params.id),
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
  serve(contract.listProgramRuns, ({ actor, params }) => views.listRuns(kit, actor, params.id))
  serve(contract.getProgramRun, ({ actor, params }) => views.getRun(kit, actor, params.id, params.run_id))
}
