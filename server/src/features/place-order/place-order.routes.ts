import { getOrderByExternalId, placeOrder, quoteOrder } from '@laurel/contract/place-order'
import type { Serve } from '../../http/serve.ts'
import * as orders from './place-order.service.ts'

export function placeOrderRoutes(serve: Serve, kit: orders.PlaceKit) {
  serve(quoteOrder, ({ site, actor, body }) => orders.quoteOrder(kit, site, actor, body))
  serve(placeOrder, ({ site, actor, body }) => orders.placeOrder(kit, site, actor, body))
  serve(getOrderByExternalId, ({ site, actor, params }) =>
    orders.readByExternalId(kit, site, actor, params.external_id),
  )
}
