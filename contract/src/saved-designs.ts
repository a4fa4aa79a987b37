import * as z from 'zod'
import { CardItem } from './card-items.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment, requiredText, Shared } from './fields.ts'
import { api } from './routes.ts'

/** A card without its recipients, value, and quantity, which a company keeps to start other cards with. */
export const SavedDesign = CardItem.pick({
  id: true,
  name: true,
  reward_type_data: true,
  reward: true,
  reward_card_template_id: true,
  art: true,
  design: true,
  message: true,
  sender_name: true,
  updated_at: true,
}).extend({
  shared: Shared.unwrap(),
  last_used_at: Moment.nullable(),
  unavailable: z
    .enum(['template_not_offered', 'reward_not_offered', 'digital_not_offered'])
    .nullable()
    .meta({ description: 'Why it can’t be used for a card now' }),
})

const of = { access: 'customer', companyNeeds: 'orders.place' } as const
const name = requiredText(60)

export const listSavedDesigns = endpoint(api.listSavedDesigns, {
  ...of,
  keyScope: 'any',
  summary: 'The company’s saved designs, last used first. New ones count as used',
  response: listOf(SavedDesign),
  refusals: ['registration_incomplete'],
})
export const createSavedDesign = endpoint(api.createSavedDesign, {
  ...of,
  summary: 'Save a card’s design for everyone in the company. It can be a card that a colleague ordered',
  body: z.object({ card_item_id: Id, name }),
  response: SavedDesign,
  idempotent: true,
  refusals: ['registration_incomplete', 'not_found', 'limit_exceeded'],
})
export const patchSavedDesign = endpoint(api.patchSavedDesign, {
  ...of,
  summary: 'Rename a saved design, or replace it with a card’s design',
  params: IdParams,
  body: z.object({
    name: name.optional(),
    card_item_id: Id.optional(),
    seen_updated_at: Moment.optional().meta({
      description: 'The `updated_at` that was read: refused with `design_changed` if it changed since',
    }),
  }),
  response: SavedDesign,
  refusals: ['registration_incomplete', 'design_changed'],
})
export const deleteSavedDesign = endpoint(api.deleteSavedDesign, {
  ...of,
  summary: 'Delete a saved design. Cards that use it don’t change',
  params: IdParams,
  response: 'nothing',
  refusals: ['registration_incomplete'],
})
export const startSavedDesign = endpoint(api.startSavedDesign, {
  ...of,
  summary: 'Start a card with a saved design, as a draft of the current order',
  params: IdParams,
  response: CardItem,
  idempotent: true,
  refusals: ['registration_incomplete', 'order_is_frozen', 'limit_exceeded', 'design_unavailable'],
})
