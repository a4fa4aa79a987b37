import * as contract from '@laurel/contract/office-companies'
import * as merging from '@laurel/contract/office-company-merges'
import type { Serve } from '../../http/serve.ts'
import * as merges from './merges.service.ts'
import * as office from './office-companies.service.ts'

export function companyOffice(serve: Serve, kit: office.OfficeCompaniesKit) {
  serve(contract.listOfficeCompanies, ({ site, query }) => office.listCompanies(kit, site, query))
  serve(contract.getOfficeCompany, ({ site, actor, params }) =>
    office.getCompany(kit, site, actor, params.id),
  )
  serve(contract.addCompanyNote, ({ site, actor, params, body }) =>
    office.addNote(kit, site, actor, params.id, body.text),
  )
  serve(contract.patchCompanyLimits, ({ site, actor, params, body }) =>
    office.changeLimits(kit, site, actor, params.id, body),
  )
  serve(merging.previewCompanyMerge, ({ site, actor, params, query }) =>
    merges.readMergePreview(kit, site, actor, { id: params.id, into: query.into }),
  )
  serve(merging.mergeCompany, ({ site, actor, params, body }) =>
    merges.mergeCompany(kit, site, actor, { id: params.id, ...body }),
  )
  serve(merging.previewMergeUndo, ({ site, actor, params }) =>
    merges.readUndoPreview(kit, site, actor, params.id),
  )
  serve(merging.undoCompanyMerge, ({ site, actor, params, body }) =>
    merges.undoMerge(kit, site, actor, { id: params.id, ...body }),
  )
}
