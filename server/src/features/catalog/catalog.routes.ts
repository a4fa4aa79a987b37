import {
  getRewardInfo,
  listHeardAboutOptions,
  listPredefinedAmounts,
  listPredefinedMessages,
  listRewardInfos,
  listRewards,
  listShippingOptions,
  listTemplates,
  listUsStates,
} from '@laurel/contract/catalog'
import { listLandingComponents } from '@laurel/contract/site'
import { US_STATES } from '@laurel/domain/us-states'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import { makeCatalog } from './catalog.service.ts'

export function catalogRoutes(serve: Serve, pool: Pool) {
  const catalog = makeCatalog(pool)
  serve(listRewards, ({ site }) => catalog.rewards(site.id))
  serve(listRewardInfos, ({ site }) => catalog.rewardInfos(site.id))
  serve(getRewardInfo, ({ site, params }) => catalog.readRewardInfo(site.id, params.name))
  serve(listTemplates, ({ site }) => catalog.templates(site.id))
  serve(listPredefinedAmounts, ({ site }) => catalog.predefinedAmounts(site.id))
  serve(listPredefinedMessages, ({ site }) => catalog.predefinedMessages(site.id))
  serve(listHeardAboutOptions, ({ site }) => catalog.heardAboutOptions(site.id))
  serve(listUsStates, () => [...US_STATES])
  serve(listShippingOptions, ({ site, query }) => catalog.shippingOptions(site.id, query.reward_type))
  serve(listLandingComponents, ({ site }) => catalog.landingComponents(site.id))
}
