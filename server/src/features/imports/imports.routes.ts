import * as endpoints from '@laurel/contract/imports'
import { exportRecipients } from '@laurel/contract/recipients'
import type { Serve } from '../../http/serve.ts'
import { errorsFileOf } from './errors-file.ts'
import { templateOf } from './import-template.ts'
import {
  beginReading,
  changeImport,
  type ImportKit,
  listImportsOf,
  readImport,
  stopImport,
  takeList,
} from './imports.service.ts'
import { exportList } from './recipients-export.ts'

export function importRoutes(serve: Serve, kit: ImportKit) {
  serve(endpoints.importRecipients, ({ actor, site, body, file }) =>
    takeList(kit, actor, site.limits, body, file),
  )
  serve(endpoints.listImports, ({ actor, query }) => listImportsOf(kit, actor, query.card_item_id))
  serve(endpoints.getImportTemplate, ({ query }) => templateOf(query.reward_type))
  serve(endpoints.getImport, ({ actor, site, params }) => readImport(kit, actor, site.limits, params.id))
  serve(endpoints.patchImport, ({ actor, site, params, body }) =>
    changeImport(kit, actor, site.limits, params.id, body),
  )
  serve(endpoints.startImport, ({ actor, site, params, body }) =>
    beginReading(kit, actor, site.limits, params.id, body.again),
  )
  serve(endpoints.cancelImport, ({ actor, site, params }) => stopImport(kit, actor, site.limits, params.id))
  serve(endpoints.getImportErrorsFile, ({ actor, params, i18n }) =>
    errorsFileOf(kit.pool, actor, params.id, i18n),
  )
  serve(exportRecipients, ({ actor, params }) => exportList(kit.pool, actor, params.id))
}
