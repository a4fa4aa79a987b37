import * as endpoints from '@laurel/contract/files'
import type { Serve } from '../../http/serve.ts'
import {
  changeFile,
  changeMany,
  type FilesKit,
  filesOverview,
  filesPage,
  oneFile,
} from './customer-files.service.ts'
import { changeFolder, makeFolder, removeFolder } from './folders.service.ts'

export function customerFileRoutes(serve: Serve, kit: FilesKit) {
  serve(endpoints.listFiles, ({ actor, query }) => filesPage(kit, actor, query))
  serve(endpoints.getFilesOverview, ({ actor }) => filesOverview(kit, actor))
  serve(endpoints.getFileById, ({ actor, params }) => oneFile(kit, actor, params.id))
  serve(endpoints.patchFile, ({ actor, params, body }) => changeFile(kit, actor, params.id, body))
  serve(endpoints.changeFiles, ({ actor, body }) => changeMany(kit, actor, body))
  serve(endpoints.createFileFolder, ({ actor, body }) => makeFolder(kit, actor, body))
  serve(endpoints.patchFileFolder, ({ actor, params, body }) => changeFolder(kit, actor, params.id, body))
  serve(endpoints.deleteFileFolder, async ({ actor, params }) => {
    await removeFolder(kit, actor, params.id)
    return undefined
  })
}
