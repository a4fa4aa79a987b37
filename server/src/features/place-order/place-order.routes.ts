import {
  getOrderByExternalId,
  listDeliveriesByExternalId,
  placeOrder,
  quoteOrder,
} from '@laurel/contract/place-order'
import { FairTurns } from '../../fair-turns.ts'
import type { KeyCustomer } from '../../http/actor.ts'
import type { Serve } from '../../http/serve.ts'
import { inCompany } from '../companies/companies.repo.ts'
import * as orders from './place-order.service.ts'

/**
 * Orders that this process places or quotes at once, one per company. What waits for its turn has no connection to the
 * database yet, so companies with many programs leave connections to others.
 */
const TURNS = new FairTurns(4)

function inTurn<T>(actor: KeyCustomer, work: () => Promise<T>): Promise<T> {
  return TURNS.take(`${actor.siteId}:${inCompany(actor).company.id}`, work)
}

export function placeOrderRoutes(serve: Serve, kit: orders.PlaceKit) {
  serve(quoteOrder, ({ site, actor, body }) => inTurn(actor, () => orders.quoteOrder(kit, site, actor, body)))
  serve(placeOrder, ({ site, actor, body }) => inTurn(actor, () => orders.placeOrder(kit, site, actor, body)))
  serve(getOrderByExternalId, ({ site, actor, params }) =>
    orders.readByExternalId(kit, site, actor, params.external_id),
  )
  serve(listDeliveriesByExternalId, ({ actor, params, query }) =>
    orders.listDeliveriesByExternalId(kit, actor, params.external_id, query),
  )
}
