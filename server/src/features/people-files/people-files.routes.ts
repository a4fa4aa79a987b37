import * as contract from '@laurel/contract/people-files'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { checkIn, fileIn, runIn } from './file-sentences.ts'
import * as files from './people-files.service.ts'

type FilesKit = Pick<Kit, 'pool' | 'now' | 'keys' | 'config' | 'requests' | 'jobs'>

export function peopleFileRoutes(serve: Serve, kit: FilesKit) {
  serve(contract.getListFile, async ({ site, actor, params, i18n }) => {
    const { file } = await files.getListFile(kit, site, actor, params.id)
    return { file: file && fileIn(i18n, file) }
  })
  serve(contract.putListFile, ({ site, actor, params, body }) =>
    files.putListFile(kit, site, actor, params.id, body),
  )
  serve(contract.removeListFile, async ({ actor, params }) => {
    await files.removeListFile(kit, actor, params.id)
    return undefined
  })
  serve(contract.checkListFile, async ({ site, actor, params, body, i18n }) =>
    checkIn(i18n, await files.checkFile(kit, site, actor, params.id, body.columns)),
  )
  serve(contract.turnOnListFile, async ({ site, actor, params, body, i18n }) =>
    fileIn(i18n, await files.turnOn(kit, site, actor, params.id, body)),
  )
  serve(contract.turnOffListFile, async ({ site, actor, params, i18n }) =>
    fileIn(i18n, await files.turnOff(kit, site, actor, params.id)),
  )
  serve(contract.syncListFile, async ({ site, actor, params, body, i18n }) =>
    fileIn(i18n, await files.syncNow(kit, site, actor, params.id, body.hash)),
  )
  serve(contract.listListFileRuns, async ({ actor, params, i18n }) =>
    (await files.listRuns(kit, actor, params.id)).map((run) => runIn(i18n, run)),
  )
}
