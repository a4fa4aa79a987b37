import * as uploads from '@laurel/contract/file-uploads'
import * as endpoints from '@laurel/contract/files'
import type { Serve } from '../../http/serve.ts'
import { archiveOf } from './archive.service.ts'
import { changeFile, changeMany, filesOverview, filesPage, oneFile } from './customer-files.service.ts'
import { changeFolder, makeFolder, removeFolder } from './folders.service.ts'
import {
  beginUpload,
  endUpload,
  finish,
  oneUpload,
  openUploads,
  storePart,
  type UploadsKit,
} from './uploads.service.ts'
import { downloadFile, restoreVersion } from './versions.service.ts'

export function customerFileRoutes(serve: Serve, kit: UploadsKit) {
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
  serve(endpoints.downloadFile, ({ actor, params, origin }) => downloadFile(kit, actor, origin, params.id))
  serve(endpoints.downloadFiles, ({ actor, query }) => archiveOf(kit, actor, query))
  serve(endpoints.restoreFileVersion, ({ actor, params }) => restoreVersion(kit, actor, params.id))
  serve(uploads.startUpload, ({ actor, body, origin }) => beginUpload(kit, actor, origin, body))
  serve(uploads.listUploads, ({ actor }) => openUploads(kit, actor))
  serve(uploads.getUpload, ({ actor, params }) => oneUpload(kit, actor, params.id))
  serve(uploads.sendUploadPart, ({ site, params, query, file }) =>
    storePart(kit, site.id, params, query.token, file),
  )
  serve(uploads.completeUpload, ({ actor, params, body }) => finish(kit, actor, params.id, body))
  serve(uploads.abortUpload, async ({ actor, params }) => {
    await endUpload(kit, actor, params.id)
    return undefined
  })
}
