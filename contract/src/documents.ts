import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { api } from './routes.ts'

const own = ['sign_in_required', 'not_found', 'paper_not_available'] as const

export const getInvoice = endpoint(api.getInvoice, {
  access: 'customer',
  summary: 'The invoice of a placed order, a PDF',
  params: IdParams,
  response: 'file',
  refusals: [...own],
})
export const getReceipt = endpoint(api.getReceipt, {
  access: 'customer',
  summary: 'The receipt of an order whose money is here, a PDF',
  params: IdParams,
  response: 'file',
  refusals: [...own],
})
export const getRemittanceSlip = endpoint(api.getRemittanceSlip, {
  access: 'customer',
  summary: 'What goes with an outstanding check or transfer, a PDF',
  params: IdParams,
  response: 'file',
  refusals: [...own],
})
const ofSite = ['sign_in_required', 'not_allowed', 'not_found', 'paper_not_available'] as const

export const getOfficeInvoice = endpoint(api.getOfficeInvoice, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The invoice of any placed order, a PDF',
  params: IdParams,
  response: 'file',
  refusals: [...ofSite],
})
export const getOfficeReceipt = endpoint(api.getOfficeReceipt, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The receipt of any order whose money is here, a PDF',
  params: IdParams,
  response: 'file',
  refusals: [...ofSite],
})
