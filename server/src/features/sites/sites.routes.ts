import { getSite } from '@laurel/contract/site'
import type { Serve } from '../../http/serve.ts'
import { siteData } from './sites.service.ts'

export function siteRoutes(serve: Serve, ownAccounts: boolean) {
  serve(getSite, ({ site, origin }) => siteData(site, origin, ownAccounts))
}
