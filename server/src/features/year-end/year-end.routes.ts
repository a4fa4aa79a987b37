import * as contract from '@laurel/contract/year-end'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as yearEnd from './year-end.service.ts'
import * as views from './year-end-views.ts'
import { warnOfOrder } from './year-end-warning.ts'

export function yearEndRoutes(serve: Serve, kit: Pick<Kit, 'pool' | 'now'>) {
  serve(contract.getYearEnd, ({ site, actor, query }) => views.readYearEnd(kit, site, actor, query))
  serve(contract.getYearEndPerson, ({ site, actor, params, query }) =>
    views.readPerson(kit, site, actor, params.id, query),
  )
  serve(contract.markYearEndPerson, ({ site, actor, params, body }) =>
    yearEnd.markPerson(kit, site, actor, params.id, body),
  )
  serve(contract.joinYearEndPeople, ({ site, actor, params, body }) =>
    yearEnd.joinPeople(kit, site, actor, params.id, body.person_id),
  )
  serve(contract.separateYearEndPerson, ({ site, actor, params, body }) =>
    yearEnd.separatePerson(kit, site, actor, params.id, body.joined_to),
  )
  serve(contract.addEmployeeNumbers, ({ actor, body }) => yearEnd.addNumbers(kit, actor, body.employees))
  serve(contract.getYearEndWarning, ({ site, actor, params }) =>
    warnOfOrder(kit, site, actor, params.order_id),
  )
}
