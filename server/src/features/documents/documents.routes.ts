import { getBalanceStatementFile } from '@laurel/contract/company-balance'
import {
  downloadFileDocuments,
  getInvoice,
  getReceipt,
  getRemittanceSlip,
  listFileDocuments,
} from '@laurel/contract/documents'
import type { Serve } from '../../http/serve.ts'
import { documentArchive, documentPage } from './document-list.service.ts'
import { type DocumentKit, documentForCustomer, statementOf } from './documents.service.ts'

export function documentRoutes(serve: Serve, kit: DocumentKit) {
  serve(getInvoice, ({ site, actor, params }) => documentForCustomer(kit, site, actor, params.id, 'invoice'))
  serve(getReceipt, ({ site, actor, params }) => documentForCustomer(kit, site, actor, params.id, 'receipt'))
  serve(getRemittanceSlip, ({ site, actor, params }) =>
    documentForCustomer(kit, site, actor, params.id, 'remittance_slip'),
  )
  serve(listFileDocuments, ({ site, actor, query }) => documentPage(kit, site, actor, query))
  serve(downloadFileDocuments, ({ site, actor, query }) => documentArchive(kit, site, actor, query))
  serve(getBalanceStatementFile, ({ site, actor, query }) => statementOf(kit, site, actor, query.month))
}
