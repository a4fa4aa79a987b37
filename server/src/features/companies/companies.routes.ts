import * as contract from '@laurel/contract/companies'
import * as activityContract from '@laurel/contract/company-activity'
import * as keyContract from '@laurel/contract/company-api-keys'
import * as billingContract from '@laurel/contract/company-billing'
import * as domainContract from '@laurel/contract/company-domains'
import * as roleContract from '@laurel/contract/company-roles'
import * as fields from '@laurel/contract/order-fields'
import type { Serve } from '../../http/serve.ts'
import * as activity from './activity.service.ts'
import * as apiKeys from './api-keys.service.ts'
import * as billing from './billing.service.ts'
import * as companies from './companies.service.ts'
import * as domains from './domains.service.ts'
import * as invitations from './invitations.service.ts'
import * as joining from './join.service.ts'
import * as orderFields from './order-fields.service.ts'
import * as roles from './roles.service.ts'
import * as teams from './teams.ts'

export function companyRoutes(serve: Serve, kit: companies.CompanyKit & domains.DomainKit) {
  serve(contract.listCompanies, ({ site, actor }) => companies.listCompanies(kit, site, actor))
  serve(contract.getCompanyPeople, ({ site, actor }) => companies.readPeople(kit, site, actor))
  serve(contract.patchCompany, ({ site, actor, body }) => companies.editCompany(kit, site, actor, body))
  serve(contract.patchCompanyPerson, ({ actor, params, body }) =>
    companies.changePerson(kit, actor, params.id, body),
  )
  serve(contract.removeCompanyPerson, async ({ actor, params }) => {
    await companies.removePerson(kit, actor, params.id)
    return undefined
  })
  serve(billingContract.getCompanyBilling, ({ actor }) => billing.readCompanyBilling(kit, actor))
  serve(billingContract.putCompanyBilling, ({ actor, body }) => billing.changeBilling(kit, actor, body))
  serve(contract.makeTeam, ({ actor, body }) => teams.makeTeam(kit, actor, body.name))
  serve(contract.renameTeam, ({ actor, params, body }) => teams.renameTeam(kit, actor, params.id, body.name))
  serve(contract.removeTeam, async ({ actor, params }) => {
    await teams.removeTeam(kit, actor, params.id)
    return undefined
  })
  serve(contract.inviteToCompany, ({ site, actor, body }) => invitations.invitePeople(kit, site, actor, body))
  serve(contract.sendInvitationAgain, ({ site, actor, params }) =>
    invitations.sendAgain(kit, site, actor, params.id),
  )
  serve(contract.removeInvitation, async ({ actor, params }) => {
    await invitations.withdrawInvitation(kit, actor, params.id)
    return undefined
  })
  serve(domainContract.getCompanyJoining, ({ actor }) => domains.readOwnJoining(kit, actor))
  serve(domainContract.patchCompanyJoining, ({ actor, body }) => domains.editJoining(kit, actor, body))
  serve(domainContract.addCompanyDomain, ({ actor, body }) => domains.addDomain(kit, actor, body.domain))
  serve(domainContract.checkCompanyDomain, ({ actor, params }) => domains.checkNow(kit, actor, params.id))
  serve(domainContract.removeCompanyDomain, async ({ actor, params }) => {
    await domains.removeDomain(kit, actor, params.id)
    return undefined
  })
  serve(domainContract.approveJoinRequest, async ({ actor, params, body }) => {
    await joining.approveRequest(kit, actor, params.id, body.role)
    return undefined
  })
  serve(domainContract.declineJoinRequest, async ({ actor, params }) => {
    await joining.declineRequest(kit, actor, params.id)
    return undefined
  })
  serve(domainContract.listCompanyProposals, ({ actor }) => joining.listProposals(kit, actor))
  serve(domainContract.joinCompany, ({ site, actor, params }) => joining.join(kit, site, actor, params.id))
  serve(domainContract.withdrawJoinRequest, async ({ actor, params }) => {
    await joining.withdrawRequest(kit, actor, params.id)
    return undefined
  })
  serve(roleContract.createCompanyRole, ({ actor, body }) => roles.addRole(kit, actor, body))
  serve(roleContract.patchCompanyRole, ({ actor, params, body }) =>
    roles.changeRoleOfCompany(kit, actor, params.key, body),
  )
  serve(roleContract.removeCompanyRole, async ({ actor, params, body }) => {
    await roles.removeRole(kit, actor, params.key, body.replacement)
    return undefined
  })
  serve(keyContract.listCompanyKeys, ({ actor }) => apiKeys.listKeys(kit, actor))
  serve(keyContract.createCompanyKey, ({ actor, body }) => apiKeys.createKey(kit, actor, body))
  serve(keyContract.patchCompanyKey, ({ actor, params, body }) =>
    apiKeys.changeKey(kit, actor, params.id, body),
  )
  serve(keyContract.rotateCompanyKey, ({ actor, params, body }) =>
    apiKeys.rotateKey(kit, actor, params.id, body.overlap_hours),
  )
  serve(keyContract.revokeCompanyKey, async ({ actor, params }) => {
    await apiKeys.revokeKey(kit, actor, params.id)
    return undefined
  })
  serve(activityContract.listCompanyActivity, ({ site, actor, query, i18n }) =>
    activity.listActivity(kit, site, actor, query, i18n),
  )
  serve(activityContract.exportCompanyActivity, ({ site, actor, query, i18n }) =>
    activity.exportActivity(kit, site, actor, query, i18n),
  )
  serve(contract.getInvitation, ({ site, params }) => invitations.readInvitation(kit, site.id, params.token))
  serve(contract.acceptInvitation, ({ site, actor, params }) =>
    invitations.acceptInvitation(kit, site, actor, params.token),
  )
  serve(fields.listOrderFields, ({ actor }) => orderFields.listFields(kit, actor))
  serve(fields.createOrderField, ({ actor, body }) => orderFields.addField(kit, actor, body))
  serve(fields.patchOrderField, ({ actor, params, body }) =>
    orderFields.changeField(kit, actor, params.id, body),
  )
  serve(fields.removeOrderField, async ({ actor, params }) => {
    await orderFields.removeField(kit, actor, params.id)
    return undefined
  })
}
