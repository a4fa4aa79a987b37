import * as endpoints from '@laurel/contract/recipient-lists'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import { importPeople } from './import-people.service.ts'
import { addSavedPeople, exportSavedList } from './list-to-card-item.service.ts'
import {
  addToList,
  changeList,
  changeSaved,
  listsOf,
  makeList,
  removeList,
  removeSaved,
  savedPage,
  savePeople,
  takeOffList,
} from './recipient-lists.service.ts'

export function recipientListRoutes(serve: Serve, pool: Pool) {
  serve(endpoints.listRecipientLists, ({ actor }) => listsOf(pool, actor))
  serve(endpoints.createRecipientList, ({ actor, body }) => makeList(pool, actor, body))
  serve(endpoints.patchRecipientList, ({ actor, params, body }) => changeList(pool, actor, params.id, body))
  serve(endpoints.deleteRecipientList, async ({ actor, params }) => {
    await removeList(pool, actor, params.id)
    return undefined
  })
  serve(endpoints.listListPeople, ({ actor, params, query }) => savedPage(pool, actor, params.id, query))
  serve(endpoints.addListPerson, ({ actor, params, body }) => addToList(pool, actor, params.id, body))
  serve(endpoints.importListPeople, ({ actor, params, body }) =>
    importPeople(pool, actor, params.id, body.text),
  )
  serve(endpoints.removeListPerson, async ({ actor, params }) => {
    await takeOffList(pool, actor, params.id, params.person_id)
    return undefined
  })
  serve(endpoints.listSavedPeople, ({ actor, query }) => savedPage(pool, actor, undefined, query))
  serve(endpoints.patchSavedPerson, ({ actor, params, body }) => changeSaved(pool, actor, params.id, body))
  serve(endpoints.deleteSavedPerson, async ({ actor, params }) => {
    await removeSaved(pool, actor, params.id)
    return undefined
  })
  serve(endpoints.addListToCardItem, ({ actor, site, params, body }) =>
    addSavedPeople(pool, actor, site.limits, params.id, body),
  )
  serve(endpoints.saveRecipients, ({ actor, params, body }) => savePeople(pool, actor, params.id, body))
  serve(endpoints.exportRecipientList, ({ actor, params }) => exportSavedList(pool, actor, params.id))
}
