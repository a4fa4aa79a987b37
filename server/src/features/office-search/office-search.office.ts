import * as contract from '@laurel/contract/office-search'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { searchEverything } from './office-search.service.ts'

export function searchRoutes(serve: Serve, kit: Pick<Kit, 'pool'>) {
  serve(contract.searchOffice, ({ site, actor, query }) => searchEverything(kit, site, actor, query))
}
