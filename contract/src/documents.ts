import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { api } from './routes.ts'

export const getInvoice = endpoint(api.getInvoice, {
  access: 'customer',
  summary: 'A placed order’s invoice as a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getReceipt = endpoint(api.getReceipt, {
  access: 'customer',
  summary: 'A paid order’s receipt as a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getRemittanceSlip = endpoint(api.getRemittanceSlip, {
  access: 'customer',
  summary: 'The remittance slip for an outstanding check or transfer as a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getOfficeInvoice = endpoint(api.getOfficeInvoice, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Any placed order’s invoice as a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
export const getOfficeReceipt = endpoint(api.getOfficeReceipt, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Any paid order’s receipt as a PDF',
  params: IdParams,
  response: 'file',
  refusals: ['paper_not_available'],
})
