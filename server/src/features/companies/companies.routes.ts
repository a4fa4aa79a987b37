import * as contract from '@laurel/contract/companies'
import type { Serve } from '../../http/serve.ts'
import * as companies from './companies.service.ts'

export function companyRoutes(serve: Serve, kit: companies.CompanyKit) {
  serve(contract.listCompanies, ({ actor }) => companies.listCompanies(kit, actor))
  serve(contract.getCompanyPeople, ({ site, actor }) => companies.readPeople(kit, site, actor))
  serve(contract.patchCompany, ({ actor, body }) => companies.renameCompany(kit, actor, body.name))
  serve(contract.patchCompanyPerson, ({ actor, params, body }) =>
    companies.changeRole(kit, actor, params.id, body.role),
  )
  serve(contract.removeCompanyPerson, async ({ actor, params }) => {
    await companies.removePerson(kit, actor, params.id)
    return undefined
  })
  serve(contract.inviteToCompany, ({ site, actor, body }) => companies.invitePeople(kit, site, actor, body))
  serve(contract.sendInvitationAgain, ({ site, actor, params }) =>
    companies.sendAgain(kit, site, actor, params.id),
  )
  serve(contract.removeInvitation, async ({ actor, params }) => {
    await companies.withdrawInvitation(kit, actor, params.id)
    return undefined
  })
  serve(contract.getInvitation, ({ site, params }) => companies.readInvitation(kit, site.id, params.token))
  serve(contract.acceptInvitation, ({ actor, params }) =>
    companies.acceptInvitation(kit, actor, params.token),
  )
}
