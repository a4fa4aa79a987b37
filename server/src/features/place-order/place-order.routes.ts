import { getOrderByExternalId, placeOrder, quoteOrder } from '@laurel/contract/place-order'
import type { Serve } from '../../http/serve.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { inTurns } from './in-turns.ts'
import * as orders from './place-order.service.ts'

export function placeOrderRoutes(serve: Serve, kit: orders.PlaceKit) {
  const inTurn = inTurns()
  serve(quoteOrder, ({ site, actor, body }) =>
    inTurn(inCompany(actor).company.id, () => orders.quoteOrder(kit, site, actor, body)),
  )
  serve(placeOrder, ({ site, actor, body }) =>
    inTurn(inCompany(actor).company.id, () => orders.placeOrder(kit, site, actor, body)),
  )
  serve(getOrderByExternalId, ({ site, actor, params }) =>
    orders.readByExternalId(kit, site, actor, params.external_id),
  )
}
