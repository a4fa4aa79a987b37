import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, requiredText } from './fields.ts'
import { OrderFilters } from './office-orders.ts'
import { api } from './routes.ts'

/** A saved view of the order list: a name for its filters. */
export const OrderView = z.object({
  id: Id,
  name: z.string(),
  filters: OrderFilters,
  is_shared: z.boolean().meta({ description: 'Visible to all staff of the site' }),
  is_mine: z.boolean().meta({ description: 'Only the person who saved it can change it' }),
  by_name: z.string(),
  is_default: z.boolean().meta({ description: 'Your default view' }),
})

const Given = {
  name: requiredText(60),
  filters: OrderFilters,
  is_shared: z.boolean(),
}

const viewing = { access: 'staff', needs: 'orders.read' } as const
export const listOrderViews = endpoint(api.listOrderViews, {
  ...viewing,
  summary: 'Your saved order views, and those shared by others',
  response: listOf(OrderView),
})

export const createOrderView = endpoint(api.createOrderView, {
  ...viewing,
  summary: 'Save a view of orders',
  body: z.object({ ...Given, is_shared: Given.is_shared.default(false) }),
  response: OrderView,
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const patchOrderView = endpoint(api.patchOrderView, {
  ...viewing,
  summary: 'Change your own view. You can make any visible view your default, or stop doing so',
  params: IdParams,
  body: z.object({
    name: Given.name.optional(),
    filters: Given.filters.optional(),
    is_shared: Given.is_shared.optional(),
    is_default: z.boolean().optional(),
  }),
  response: OrderView,
})

export const deleteOrderView = endpoint(api.deleteOrderView, {
  ...viewing,
  summary: 'Delete your own view',
  params: IdParams,
  response: 'nothing',
})
