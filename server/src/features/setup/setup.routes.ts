import { createInstallation, openSetupLink } from '@laurel/contract/setup'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { siteAddress } from '../checkout/provider-report.ts'
import * as setup from './setup.service.ts'

export function setupRoutes(serve: Serve, kit: setup.SetupKit & { config: Pick<Config, 'publicOrigin'> }) {
  serve(openSetupLink, async ({ body }) => ({
    expires_at: (await setup.openSetupLink(kit, body.token)).toISOString(),
  }))
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
