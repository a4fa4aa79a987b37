import {
  convertOfficeDelivery,
  getOfficeDelivery,
  listOfficeDeliveries,
  patchOfficeDelivery,
  reportDeliveries,
  resendOfficeDeliveries,
  resendOfficeDelivery,
} from '@laurel/contract/deliveries'
import type { Staff } from '../../http/actor.ts'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import * as care from './after-care.service.ts'
import { getSiteDelivery, listSiteDeliveries } from './deliveries.service.ts'
import { takeReports } from './report.service.ts'

export function officeDeliveryRoutes(serve: Serve, kit: care.CareKit & Pick<Kit, 'keys'>) {
  serve(listOfficeDeliveries, ({ site, query }) => listSiteDeliveries(kit, site.id, query))
  serve(getOfficeDelivery, ({ site, params }) => getSiteDelivery(kit, site.id, params.id))
  serve(patchOfficeDelivery, ({ actor, params, body: { seen_updated_at: seenUpdatedAt, ...fix } }) =>
    care.fixDelivery(kit, carerOf(actor), { id: params.id, seenUpdatedAt }, fix),
  )
  serve(resendOfficeDelivery, ({ actor, params, body }) =>
    care.resendDelivery(kit, carerOf(actor), { id: params.id, seenUpdatedAt: body.seen_updated_at }),
  )
  serve(resendOfficeDeliveries, ({ actor, body: { order_id, ...filter } }) =>
    care.resendMany(kit, carerOf(actor), order_id, filter),
  )
  serve(convertOfficeDelivery, ({ actor, params, body }) =>
    care.convertDelivery(
      kit,
      carerOf(actor),
      { id: params.id, seenUpdatedAt: body.seen_updated_at },
      body.email,
    ),
  )
  serve(reportDeliveries, ({ actor, body }) => takeReports(kit, actor, body))
}

function carerOf({ siteId, by }: Staff): care.Carer {
  return { siteId, by: 'staff', actor: by }
}
