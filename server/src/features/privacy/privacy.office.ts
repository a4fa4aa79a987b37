import * as contract from '@laurel/contract/office-privacy'
import type { Serve } from '../../http/serve.ts'
import { askErasure, decideErasure, type ErasureKit, listErasures } from './erasures.service.ts'
import { exportPerson, searchPeople } from './find-people.service.ts'

export function privacyOffice(serve: Serve, kit: ErasureKit) {
  serve(contract.findPeople, ({ site, body }) => searchPeople(kit, site, body.search))
  serve(contract.exportPerson, ({ site, actor, body }) => exportPerson(kit, site, actor, body))
  serve(contract.listErasures, ({ site, actor }) => listErasures(kit, site, actor))
  serve(contract.askErasure, ({ site, actor, body }) => askErasure(kit, site, actor, body))
  serve(contract.decideErasure, ({ site, actor, params, body }) =>
    decideErasure(kit, site, actor, params.id, body.agree),
  )
}
