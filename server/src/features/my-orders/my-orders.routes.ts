import { patchOrderFields } from '@laurel/contract/order-fields'
import {
  attachBulkAddress,
  createBulkShippingOrder,
  createShippingOrder,
  getOrder,
  getOrderActivity,
  getOrderSummary,
  listOrders,
  previewOrderSummary,
  reorder,
} from '@laurel/contract/orders'
import { getOrdersOverview } from '@laurel/contract/orders-overview'
import type { Serve } from '../../http/serve.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { fillInFields } from './fill-in-fields.ts'
import * as orders from './my-orders.service.ts'
import { readOrderActivity } from './order-activity.service.ts'
import * as summaries from './order-summary.service.ts'
import { readOrdersOverview } from './overview.service.ts'
import { reorderInto } from './reorder.service.ts'
import * as shipping from './shipping.service.ts'

export function myOrderRoutes(serve: Serve, kit: OrderKit) {
  serve(listOrders, ({ site, actor, query }) => orders.listOrders(kit, site, actor, query))
  serve(getOrdersOverview, ({ site, actor }) => readOrdersOverview(kit, site, actor))
  serve(getOrder, ({ site, actor, params }) => orders.getOrder(kit, site, actor, params.id))
  serve(getOrderActivity, ({ site, actor, params }) => readOrderActivity(kit, site, actor, params.id))
  serve(reorder, ({ site, actor, params }) => reorderInto(kit, site, actor, params.id))
  serve(attachBulkAddress, ({ site, actor, params, body }) =>
    shipping.attachBulkAddress(kit, site, actor, params.order_id, body.registered_address_id),
  )
  serve(createBulkShippingOrder, ({ site, actor, params, body }) =>
    shipping.chooseDelivery(kit, site, actor, {
      orderId: params.order_id,
      rewardType: 'bulk',
      shippingOptionId: body.shipping_option_id,
      sendAt: null,
    }),
  )
  serve(createShippingOrder, ({ site, actor, body }) =>
    shipping.chooseDelivery(kit, site, actor, {
      orderId: body.order_id,
      rewardType: body.reward_type,
      shippingOptionId: body.shipping_option_id,
      sendAt: body.send_at,
    }),
  )
  serve(patchOrderFields, ({ actor, params, body }) => fillInFields(kit, actor, params.order_id, body.fields))
  serve(getOrderSummary, ({ site, actor, query }) =>
    summaries.getOrderSummary(kit, site, actor, query.order_id),
  )
  serve(previewOrderSummary, ({ site, actor, body }) =>
    summaries.previewOrderSummary(kit, site, actor, body.shipping_option_ids),
  )
}
