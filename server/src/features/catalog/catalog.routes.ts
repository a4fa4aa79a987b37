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
import type { Serve } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { makeCatalog } from './catalog.service.ts'
import { offeredTypes } from './offered-types.ts'

export function catalogRoutes(serve: Serve, { pool, config }: Pick<Kit, 'pool' | 'config'>) {
  const catalog = makeCatalog(pool)
  serve(listRewards, ({ site }) => catalog.rewards(site.id))
  serve(listRewardInfos, async ({ site }) => {
    const infos = await catalog.rewardInfos(site.id)
    return infos.filter(({ name }) => offeredTypes(config).includes(name))
  })
  serve(getRewardInfo, ({ site, params }) => catalog.readRewardInfo(site.id, params.name))
  serve(listTemplates, ({ site }) => catalog.templates(site.id))
  serve(listPredefinedAmounts, ({ site }) => catalog.predefinedAmounts(site.id))
  serve(listPredefinedMessages, ({ site }) => catalog.predefinedMessages(site.id))
  serve(listHeardAboutOptions, ({ site }) => catalog.heardAboutOptions(site.id))
  serve(listUsStates, () => [...US_STATES])
  serve(listShippingOptions, ({ site, query }) => catalog.shippingOptions(site.id, query.reward_type))
  serve(listLandingComponents, ({ site }) => catalog.landingComponents(site.id))
}
