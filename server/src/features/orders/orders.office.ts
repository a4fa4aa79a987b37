import {
  approveOrder,
  declineOrder,
  getOfficeOrder,
  listOfficeOrders,
  releaseOrder,
} from '@laurel/contract/office-orders'
import type { Serve } from '../../http/serve.ts'
import * as office from './office-orders.service.ts'
import type { OrderKit } from './orders.service.ts'

export function officeOrderRoutes(serve: Serve, kit: OrderKit) {
  serve(listOfficeOrders, ({ site, query }) => office.listOfficeOrders(kit, site, query))
  serve(getOfficeOrder, ({ site, params }) => office.getOfficeOrder(kit, site, params.id))
  serve(approveOrder, ({ site, actor, params, body }) =>
    office.approveOrder(kit, site, actor, {
      orderId: params.id,
      seenStatus: body.seen_status,
      words: body.note,
    }),
  )
  serve(declineOrder, ({ site, actor, params, body }) =>
    office.declineOrder(kit, site, actor, {
      orderId: params.id,
      seenStatus: body.seen_status,
      words: body.reason,
    }),
  )
  serve(releaseOrder, ({ site, actor, params, body }) =>
    office.releaseOrder(kit, site, actor, params.id, body.reason),
  )
}
