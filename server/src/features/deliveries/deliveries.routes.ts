import {
  convertDelivery,
  getDelivery,
  listDeliveries,
  patchDelivery,
  resendDeliveries,
  resendDelivery,
} from '@laurel/contract/deliveries'
import type { Customer } from '../../http/actor.ts'
import type { Serve } from '../../http/serve.ts'
import * as care from './after-care.service.ts'
import { getOwnDelivery, listOwnDeliveries } from './deliveries.service.ts'

export function deliveryRoutes(serve: Serve, kit: care.CareKit) {
  serve(listDeliveries, ({ actor, params, query }) => listOwnDeliveries(kit, actor, params.id, query))
  serve(getDelivery, ({ actor, params }) => getOwnDelivery(kit, actor, params.id))
  serve(patchDelivery, ({ actor, params, body: { seen_updated_at: seenUpdatedAt, ...fix } }) =>
    care.fixDelivery(kit, carerOf(actor), { id: params.id, seenUpdatedAt }, fix),
  )
  serve(resendDelivery, ({ actor, params, body }) =>
    care.resendDelivery(kit, carerOf(actor), { id: params.id, seenUpdatedAt: body.seen_updated_at }),
  )
  serve(resendDeliveries, ({ actor, params, body }) => care.resendMany(kit, carerOf(actor), params.id, body))
  serve(convertDelivery, ({ actor, params, body }) =>
    care.convertDelivery(
      kit,
      carerOf(actor),
      { id: params.id, seenUpdatedAt: body.seen_updated_at },
      body.email,
    ),
  )
}

function carerOf({ siteId, customerId }: Customer): care.Carer {
  return { siteId, customerId, by: 'customer', actor: `customer:${customerId}` }
}
