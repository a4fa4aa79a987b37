import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { jsonPart, jsonText } from '../../database/sql.ts'

export type RewardChoice = {
  id: number
  name: string
  reward_types: string[]
  min_value_cents: number
  max_value_cents: number
}

/** The rewards of a site that may be chosen now, in the order they are offered. */
export function listRewardChoices(db: Db, siteId: number): Promise<RewardChoice[]> {
  return db
    .selectFrom('rewards')
    .select(['id', 'name', 'reward_types', 'min_value_cents', 'max_value_cents'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The name of a template that may be chosen now. */
export async function findTemplateName(db: Db, siteId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('reward_card_templates')
    .select('name')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  return row?.name
}

/** A template's own pictures for one kind of card; each replaces a painted layer. */
export async function findTemplateImages(db: Db, siteId: number, id: number, type: RewardType) {
  return db
    .selectFrom('reward_card_templates')
    .select(({ ref }) => [
      jsonText(ref('background'), 'image').as('backgroundImage'),
      jsonText(ref('gradient'), 'image').as('gradientImage'),
      jsonText(jsonPart(ref('fulfillment_layout'), type), 'image').as('fulfillmentImage'),
    ])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function canBe(reward: RewardChoice, type: RewardType): boolean {
  return reward.reward_types.includes(type)
}
