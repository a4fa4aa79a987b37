import type { Art } from '@laurel/domain/card-design'
import { mayInCompany } from '@laurel/domain/company-roles'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable } from 'kysely'
import type { CardItems } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardBrand } from './card-brand.ts'

/** A card item with data from its reward and template. */
export type CardItemRow = Omit<Selectable<CardItems>, 'reward_type' | 'state' | 'edited_until'> & {
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

type Sharing = Pick<CardItemRow, 'state' | 'company_id'>

/** In the cart, a draft is its customer's again. */
export function isSharedDraft({ state, company_id }: Sharing): boolean {
  return company_id !== null && state === 'draft'
}

/** Whether it's the customer's. A shared draft is so only while they act for its company. */
export function isOwnItem(item: Sharing & Pick<CardItemRow, 'customer_id'>, actor: Customer): boolean {
  return (
    item.customer_id === actor.customerId &&
    (!isSharedDraft(item) || item.company_id === (actor.company?.id ?? null))
  )
}

/** Whether it's a draft that the customer's company shares, and they could edit. */
export function isSharedWith(item: Sharing, { company }: Customer): boolean {
  return (
    isSharedDraft(item) &&
    company !== undefined &&
    item.company_id === company.id &&
    mayInCompany(company, 'orders.place')
  )
}
