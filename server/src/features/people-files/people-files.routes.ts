import * as contract from '@laurel/contract/people-files'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as files from './people-files.service.ts'

type FilesKit = Pick<Kit, 'pool' | 'now' | 'keys' | 'config' | 'requests' | 'jobs'>

export function peopleFileRoutes(serve: Serve, kit: FilesKit) {
  serve(contract.getListFile, ({ site, actor, params }) => files.getListFile(kit, site, actor, params.id))
  serve(contract.putListFile, ({ site, actor, params, body }) =>
    files.putListFile(kit, site, actor, params.id, body),
  )
  serve(contract.removeListFile, async ({ actor, params }) => {
    await files.removeListFile(kit, actor, params.id)
    return undefined
  })
  serve(contract.checkListFile, ({ site, actor, params, body }) =>
    files.checkFile(kit, site, actor, params.id, body.columns),
  )
  serve(contract.turnOnListFile, ({ site, actor, params, body }) =>
    files.turnOn(kit, site, actor, params.id, body),
  )
  serve(contract.turnOffListFile, ({ site, actor, params }) => files.turnOff(kit, site, actor, params.id))
  serve(contract.syncListFile, ({ site, actor, params, body }) =>
    files.syncNow(kit, site, actor, params.id, body.hash),
  )
  serve(contract.listListFileRuns, ({ actor, params }) => files.listRuns(kit, actor, params.id))
}
