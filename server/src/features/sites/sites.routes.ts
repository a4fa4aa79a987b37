import { getSite } from '@laurel/contract/site'
import type { CognitoPool } from '../../cognito-settings.ts'
import type { Serve } from '../../http/serve.ts'
import { siteData } from './sites.service.ts'

export function siteRoutes(serve: Serve, cognito: CognitoPool | undefined) {
  serve(getSite, ({ site, origin }) => siteData(site, origin, cognito))
}
