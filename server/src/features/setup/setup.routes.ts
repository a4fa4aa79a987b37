import { checkServer, createInstallation, openSetupLink } from '@laurel/contract/setup'
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { reportSettings } from '../../settings-report.ts'
import { siteAddress } from '../checkout/provider-report.ts'
import * as setup from './setup.service.ts'

export function setupRoutes(serve: Serve, kit: setup.SetupKit & Pick<Kit, 'config'>) {
  serve(openSetupLink, async ({ body }) => ({
    expires_at: (await setup.openSetupLink(kit, body.token)).toISOString(),
  }))
  serve(checkServer, async ({ body }) => {
    await setup.openSetupLink(kit, body.token)
    const reports = await reportSettings(kit.config)
    const shown = reports.filter(({ state, isExtra }) => state !== 'off' || !isExtra)
    return shown.map(({ name, state, means }) => ({ name, state, means }))
  })
  serve(createInstallation, async ({ body }) => {
    const entered = {
      organizationName: body.organization_name,
      timeZone: body.time_zone,
      siteName: body.site_name,
      host: body.host,
      ownerName: body.owner_name,
      ownerEmail: body.owner_email,
      password: body.password,
    }
    const { host } = await setup.createInstallation(kit, entered, body.token)
    return { host, office_url: siteAddress(kit.config.publicOrigin, host, '/office/') }
  })
}
