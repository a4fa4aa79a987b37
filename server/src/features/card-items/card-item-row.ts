import type { Art } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable } from 'kysely'
import type { CardItems } from '../../database/generated/tables.ts'
import type { CardBrand } from './card-brand.ts'

/** A card item with data from its reward and template. */
export type CardItemRow = Omit<Selectable<CardItems>, 'reward_type' | 'state'> & {
  reward_type: RewardType
  state: 'draft' | 'in_cart'
  reward_name: string
  reward_network: string
  reward_min_cents: number
  reward_max_cents: number
  art: Art
  customer_id: number
  /** The company that the customer acts for: a list is compared with its orders, too. Missing outside requests. */
  acting_company_id?: number | null
  /** Whose order it is, as it was billed; empty in carts. */
  business_name: string
  /** As its order was placed; null in carts, and in orders placed before it was kept: they wear the site's. */
  brand: CardBrand | null
  /** May cards of this kind travel with UPS here? */
  is_ups_offered: boolean
  /** People are being added from a file at this moment. */
  is_importing: boolean
}
