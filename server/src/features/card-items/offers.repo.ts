import type { RewardType } from '@laurel/domain/reward-type'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { jsonPart, jsonText } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { cardItemCount } from './card-items.repo.ts'
import { cartIdOf } from './carts.repo.ts'

export type RewardChoice = {
  id: number
  name: string
  reward_types: string[]
  min_value_cents: number
  max_value_cents: number
}

/** The rewards of a site that may be chosen now, in the order they are offered. */
export function listRewardChoices(db: Db, siteId: number): Promise<RewardChoice[]> {
  return rewardChoices(db, siteId).execute()
}

function rewardChoices(db: Db, siteId: number) {
  return db
    .selectFrom('rewards')
    .select(['id', 'name', 'reward_types', 'min_value_cents', 'max_value_cents'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
}

/** The name of a template that may be chosen now. */
export async function findTemplateName(db: Db, siteId: number, id: number): Promise<string | undefined> {
  return (await templateName(db, siteId, id).executeTakeFirst())?.name
}

function templateName(db: Db, siteId: number, id: number) {
  return db
    .selectFrom('reward_card_templates')
    .select('name')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('active', '=', true)
}

/** What a new card item is chosen from, and how many items the customer's cart has. */
export async function readChoices(db: Db, { siteId, customerId }: Customer, templateId: number) {
  const [choices] = await choicesFor(db, { siteId, customerId, templateId })
  return choices!
}

type ChoicesFor = { siteId: number; customerId: number; templateId: number }

const choicesFor = prepared((db: Db, { siteId, customerId, templateId }: ChoicesFor) =>
  db.selectNoFrom([
    cardItemCount(db, siteId, cartIdOf(db, { siteId, customerId })).$asScalar().$notNull().as('count'),
    templateName(db, siteId, templateId).$asScalar().as('templateName'),
    jsonArrayFrom(rewardChoices(db, siteId)).as('rewards'),
  ]),
)

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
