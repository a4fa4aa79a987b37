import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { api } from './routes.ts'

export const getInvoice = endpoint(api.getInvoice, {
  access: 'customer',
  summary: 'The invoice of a placed order, a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getReceipt = endpoint(api.getReceipt, {
  access: 'customer',
  summary: 'The receipt of an order whose money is here, a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getRemittanceSlip = endpoint(api.getRemittanceSlip, {
  access: 'customer',
  summary: 'What goes with an outstanding check or transfer, a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getOfficeInvoice = endpoint(api.getOfficeInvoice, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The invoice of any placed order, a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getOfficeReceipt = endpoint(api.getOfficeReceipt, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The receipt of any order whose money is here, a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
