import * as contract from '@laurel/contract/office-companies'
import type { Serve } from '../../http/serve.ts'
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
}
