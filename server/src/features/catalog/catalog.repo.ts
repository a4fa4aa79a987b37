import type { Reward, RewardCardTemplate, RewardInfo, ShippingOption } from '@laurel/contract/catalog'
import type { LandingComponent } from '@laurel/contract/site'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'

export type RewardRow = z.infer<typeof Reward>
export type RewardInfoRow = z.infer<typeof RewardInfo>
export type TemplateRow = z.infer<typeof RewardCardTemplate>
export type OfferedShipping = z.infer<typeof ShippingOption>
export type LandingRow = z.infer<typeof LandingComponent>

/** Bulk, direct, digital: as docs/spec.md §1 and the checkout have them. */
const placeOf = (type: RewardType) => REWARD_TYPES.indexOf(type)

// The casts below name what the columns' checks and the seed guarantee: closed words and JSON shapes.

export async function listRewards(db: Db, siteId: number): Promise<RewardRow[]> {
  const rows = await db
    .selectFrom('rewards')
    .select([
      'id',
      'name',
      'network',
      'description',
      'image',
      'reward_types',
      'min_value_cents',
      'max_value_cents',
    ])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as RewardRow[]
}

export async function listRewardInfos(db: Db, siteId: number): Promise<RewardInfoRow[]> {
  const rows = await db
    .selectFrom('reward_infos')
    .select(['id', 'name', 'title', 'description', 'needs', 'good_for', 'arrives'])
    .where('site_id', '=', siteId)
    .execute()
  return (rows as RewardInfoRow[]).sort((a, b) => placeOf(a.name) - placeOf(b.name))
}

export async function listTemplates(db: Db, siteId: number): Promise<TemplateRow[]> {
  const rows = await db
    .selectFrom('reward_card_templates')
    .select(['id', 'name', 'background', 'gradient', 'fulfillment_layout', 'user_layout', 'preview'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as TemplateRow[]
}

export function listPredefinedAmounts(db: Db, siteId: number) {
  return db
    .selectFrom('predefined_amounts')
    .select(['id', 'value_cents'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('value_cents')
    .execute()
}

export function listPredefinedMessages(db: Db, siteId: number) {
  return db
    .selectFrom('predefined_messages')
    .select(['id', 'occasion', 'text'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function listHeardAboutOptions(db: Db, siteId: number) {
  return db
    .selectFrom('heard_about_options')
    .select(['id', 'name'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function listShippingOptions(db: Db, siteId: number): Promise<OfferedShipping[]> {
  const rows = await db
    .selectFrom('shipping_options')
    .select(['id', 'reward_type', 'carrier', 'service', 'price_cents', 'per', 'min_days', 'max_days'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return (rows as OfferedShipping[]).sort((a, b) => placeOf(a.reward_type) - placeOf(b.reward_type))
}

export async function listLandingComponents(db: Db, siteId: number): Promise<LandingRow[]> {
  const rows = await db
    .selectFrom('landing_components')
    .select(['id', 'kind', 'position', 'content'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as LandingRow[]
}
