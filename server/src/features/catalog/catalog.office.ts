import {
  addCatalogEntry,
  getOfficeCatalog,
  orderCatalog,
  patchCatalogEntry,
  uploadSitePicture,
} from '@laurel/contract/office-catalog'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { storeSitePicture } from '../files/site-pictures.ts'
import { addEntry, changeEntry, orderEntries, readCatalog } from './office-catalog.service.ts'

export function catalogOffice(serve: Serve, kit: Pick<Kit, 'pool' | 'files' | 'now'>) {
  serve(getOfficeCatalog, ({ actor }) => readCatalog(kit, actor))
  serve(addCatalogEntry, ({ actor, params, body }) =>
    addEntry(kit, actor, params.kind, body.values, body.name),
  )
  serve(patchCatalogEntry, ({ actor, params, body: { seen_version: seenVersion, values, active } }) =>
    changeEntry(kit, actor, params.kind, params.id, { seenVersion, values, active }),
  )
  serve(orderCatalog, ({ actor, params, body }) => orderEntries(kit, actor, params.kind, body.ids))
  serve(uploadSitePicture, ({ actor, file }) => storeSitePicture(kit, actor, file))
}
