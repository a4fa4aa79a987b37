import * as contract from '@laurel/contract/platform'
import type { Serve } from '../../http/serve.ts'
import { finishOperatorSignIn, startOperatorSignIn } from '../staff/operators.ts'
import { changePassword, signOut } from '../staff/staff.service.ts'
import { checkHost } from './host-check.ts'
import * as installation from './installation.service.ts'
import * as operators from './operators.service.ts'
import * as overview from './overview.service.ts'
import * as sites from './sites.service.ts'

export function platformRoutes(serve: Serve, kit: sites.PlatformKit) {
  serve(contract.startPlatformSignIn, ({ body, ip, session: { device } }) =>
    startOperatorSignIn(kit, body, { ip, device }),
  )
  serve(contract.finishPlatformSignIn, async ({ body, ip, session }) => {
    const { operator, token, device } = await finishOperatorSignIn(kit, body, {
      ip,
      device: session.device,
      former: session.token,
    })
    session.set(token)
    session.setDevice(device)
    return operator
  })
  serve(contract.getOperator, ({ actor: { id, name, email, session } }) => ({
    id,
    name,
    email,
    must_change_password: session.mustChangePassword,
  }))
  serve(contract.platformSignOut, async ({ actor, session, ip }) => {
    await signOut(kit, actor, ip)
    session.clear()
    return undefined
  })
  serve(contract.changePlatformPassword, async ({ actor, body, ip }) => {
    await changePassword(kit, actor, { current: body.current_password, next: body.new_password }, ip)
    return undefined
  })
  serve(contract.listOrganizations, ({ query }) => overview.listOrganizations(kit, query.search))
  serve(contract.createOrganization, ({ actor, body }) => sites.addOrganization(kit, actor, body.name))
  serve(contract.createPlatformSite, ({ actor, body }) =>
    sites.addSite(kit, actor, {
      organizationId: body.organization_id,
      siteName: body.site_name,
      host: body.host,
      timeZone: body.time_zone,
      ownerName: body.owner_name,
      ownerEmail: body.owner_email,
    }),
  )
  serve(contract.suspendSite, async ({ actor, params, body }) => {
    await sites.setSuspended(kit, actor, params.id, body)
    return undefined
  })
  serve(contract.resumeSite, async ({ actor, params }) => {
    await sites.setSuspended(kit, actor, params.id, undefined)
    return undefined
  })
  serve(contract.putSiteHosts, ({ actor, params, body }) => sites.setHosts(kit, actor, params.id, body.hosts))
  serve(contract.checkHost, ({ body }) => checkHost(kit, body.host))
  serve(contract.getPlatformSite, ({ params }) => overview.readSite(kit, params.id))
  serve(contract.listOperators, () => operators.listOperators(kit))
  serve(contract.addOperator, ({ actor, body }) => operators.inviteOperator(kit, actor, body))
  serve(contract.resetOperator, ({ actor, params }) => operators.resetOperator(kit, actor, params.id))
  serve(contract.removeOperator, async ({ actor, params }) => {
    await operators.dismissOperator(kit, actor, params.id)
    return undefined
  })
  serve(contract.listPlatformLog, ({ query }) => installation.listLog(kit, query.before))
  serve(contract.listPlatformQueues, () => installation.listQueues(kit))
  serve(contract.retryPlatformJobs, ({ actor, body }) => installation.retryQueue(kit, actor, body.queue))
  serve(contract.listBackups, () => installation.listBackups(kit))
  serve(contract.startBackup, async ({ actor }) => {
    await installation.startBackup(kit, actor)
    return undefined
  })
  serve(contract.getVersions, () => installation.readVersions(kit))
}
