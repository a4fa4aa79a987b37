import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import * as repo from './catalog.repo.ts'
import { keep } from './kept.ts'

/** What a site offers, read once in a few seconds per site. */
export function makeCatalog(pool: Pool) {
  const listed = <T>(read: (db: Db, siteId: number) => Promise<T>) =>
    keep((siteId) => inSite(pool, siteId, (db) => read(db, siteId)))
  const rewardInfos = listed(repo.listRewardInfos)
  const shippingOptions = listed(repo.listShippingOptions)

  return {
    rewards: listed(repo.listRewards),
    rewardInfos,
    templates: listed(repo.listTemplates),
    predefinedAmounts: listed(repo.listPredefinedAmounts),
    predefinedMessages: listed(repo.listPredefinedMessages),
    heardAboutOptions: listed(repo.listHeardAboutOptions),
    landingComponents: listed(repo.listLandingComponents),

    /** @throws {Refusal} `not_found` for a name that is no reward type */
    async readRewardInfo(siteId: number, name: string) {
      const info = (await rewardInfos(siteId)).find((one) => one.name === name)
      if (info === undefined) throw new Refusal('not_found')
      return info
    },

    async shippingOptions(siteId: number, rewardType: RewardType | undefined) {
      const options = await shippingOptions(siteId)
      return rewardType === undefined ? options : options.filter((one) => one.reward_type === rewardType)
    },
  }
}
