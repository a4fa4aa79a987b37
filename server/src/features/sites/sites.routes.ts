import { getSite } from '@laurel/contract/site'
import type { CognitoPool } from '../../cognito-settings.ts'
import type { Serve } from '../../http/serve.ts'
import type { Social } from './site-social.ts'
import { siteData } from './sites.service.ts'

export function siteRoutes(serve: Serve, cognito: CognitoPool | undefined, social: Social) {
  serve(getSite, ({ site, origin }) => siteData(site, origin, cognito, social))
}
