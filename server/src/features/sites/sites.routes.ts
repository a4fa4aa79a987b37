import { getSite } from '@laurel/contract/site'
import type { Serve } from '../../http/serve.ts'
import type { Social } from './site-social.ts'
import { type SiteConfig, siteData } from './sites.service.ts'

export function siteRoutes(serve: Serve, config: SiteConfig, social: Social) {
  serve(getSite, ({ site, origin }) => siteData(site, origin, config, social))
}
