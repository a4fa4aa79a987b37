import { MAX_FILES_AT_ONCE } from '@laurel/domain/files'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { dayText, Id, IdParams, Moment, PageQuery, pageOf, text } from './fields.ts'
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

export const FileDocument = z.object({
  order_id: Id,
  order_number: z.string(),
  type: z.enum(['invoice', 'receipt', 'slip']),
  name: z.string(),
  date: Moment.meta({ description: 'When the order was placed' }),
  url: z.string(),
})

/** Each order has one to three documents, so a page has more documents than orders. */
export const listFileDocuments = endpoint(api.listFileDocuments, {
  access: 'customer',
  summary: 'Documents of the orders the customer can see, the newest orders first',
  query: PageQuery.extend({
    year: z.number().int().min(2000).max(9999).optional(),
    search: text(100).optional().meta({ description: 'Any part of an order’s number or PO number' }),
  }),
  response: pageOf(FileDocument).meta({ description: '`count` and `page_size` are of orders' }),
})
export const downloadFileDocuments = endpoint(api.downloadFileDocuments, {
  access: 'customer',
  summary: `Up to ${MAX_FILES_AT_ONCE} documents of orders placed in a period, as one ZIP`,
  query: z.object({
    from: dayText(/*i18n*/ 'Enter a date.'),
    to: dayText(/*i18n*/ 'Enter a date.'),
  }),
  response: 'file',
  refusals: ['not_found', 'validation_failed', 'limit_exceeded'],
})
