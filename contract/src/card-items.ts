import * as z from 'zod'
import { CardGradient, CardTone } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  FieldProblem,
  Id,
  IdParams,
  lineText,
  listOf,
  Moment,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { api } from './routes.ts'
import { Site } from './site.ts'

/** The customer's own layer of the card: words, logo, and colors (docs/spec.md §3, "user layout"). */
export const CardDesign = z.object({
  tone: CardTone,
  gradient: CardGradient,
  line1: text(40),
  line2: text(40),
  logo_file_key: z.string().max(64).nullable(),
  logo_one_color: z.boolean(),
})

/** The parts of a site's brand that appear on a card. */
export const CardBrand = Site.pick({
  site_primary_color: true,
  site_secondary_color: true,
  site_tertiary_color: true,
  card_mark: true,
  network_name: true,
})

const amountSplit = z.array(z.object({ count: z.number().int(), each_cents: Cents }))

export const CardItem = z.object({
  id: Id,
  order_id: Id,
  name: z.string(),
  state: z.enum(['draft', 'in_cart']),
  reward_type_data: z.object({ name: RewardTypeName, title: z.string() }),
  reward: z.object({ id: Id, name: z.string(), network: z.string() }),
  reward_card_template_id: Id,
  art: z.string(),
  design: CardDesign,
  brand: CardBrand.optional().meta({
    description:
      'The brand that the card was ordered in; left out in carts, which use the site’s current brand',
  }),
  denomination_cents: Cents.nullable(),
  quantity: z.number().int().nullable(),
  message: z.string(),
  sender_name: z.string(),
  recipient_count: z.number().int(),
  attention_count: z.number().int().meta({ description: 'Recipients that must be fixed or removed' }),
  duplicates: z
    .object({ count: z.number().int(), cents: Cents })
    .meta({ description: 'Recipients who look like duplicates of earlier ones, until confirmed' }),
  card_count: z.number().int(),
  value_cents: Cents,
  amounts: amountSplit,
  missing: z.array(FieldProblem).meta({ description: 'What is missing before it can go in the cart' }),
  is_shared: z.literal(true).optional().meta({ description: 'A draft that the company shares' }),
  updated_at: Moment,
})

const editable = {
  name: requiredText(60),
  reward_type: RewardTypeName,
  reward_id: Id,
  reward_card_template_id: Id,
  design: CardDesign,
  denomination_cents: Cents.nullable(),
  quantity: z.number().int().nullable(),
  message: text(500),
  sender_name: lineText(60),
}

export const createCardItem = endpoint(api.createCardItem, {
  access: 'customer',
  tool: { name: 'draft_card', effect: 'changes' },
  companyNeeds: 'orders.place',
  summary: 'Save a design as a draft in the current order',
  body: z.object({
    ...editable,
    name: text(60).default(''),
    reward_id: Id.optional(),
    denomination_cents: Cents.nullable().default(null),
    quantity: z.number().int().nullable().default(null),
    message: text(500).default(''),
    sender_name: lineText(60).default(''),
  }),
  response: CardItem,
  idempotent: true,
  refusals: [
    'registration_incomplete',
    'not_found',
    'order_is_frozen',
    'limit_exceeded',
    'digital_not_offered',
  ],
})
export const listCardItems = endpoint(api.listCardItems, {
  access: 'customer',
  summary: 'The current order’s items: drafts, the cart, or both',
  query: z.object({ state: z.enum(['draft', 'in_cart']).optional() }),
  response: listOf(CardItem),
})
export const getCardItem = endpoint(api.getCardItem, {
  access: 'customer',
  summary: 'One card item',
  params: IdParams,
  response: CardItem,
})
export const patchCardItem = endpoint(api.patchCardItem, {
  access: 'customer',
  summary: 'Change a card item, unless its order is being paid',
  params: IdParams,
  body: z.object(editable).partial(),
  response: CardItem,
  refusals: [
    'order_is_frozen',
    'card_item_not_editable',
    'digital_not_offered',
    'draft_taken_over',
    'not_allowed',
  ],
})
export const deleteCardItem = endpoint(api.deleteCardItem, {
  access: 'customer',
  summary: 'Remove a card item and its recipients',
  params: IdParams,
  response: 'nothing',
  refusals: ['order_is_frozen', 'card_item_not_editable', 'draft_being_edited', 'not_allowed'],
})
export const addToCart = endpoint(api.addToCart, {
  access: 'customer',
  tool: { name: 'put_in_cart', effect: 'changes' },
  companyNeeds: 'orders.place',
  summary: 'Put a finished draft in the cart',
  body: z.object({ card_item_id: Id }),
  response: CardItem,
  idempotent: true,
  refusals: [
    'not_found',
    'card_item_incomplete',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'limit_exceeded',
  ],
})
export const getCardPrintFile = endpoint(api.getCardPrintFile, {
  access: 'customer',
  summary: 'The front of the card as it will be printed: JPEG at 300 dpi',
  params: IdParams,
  query: z.object({ recipient_id: Id.optional() }),
  response: 'file',
})

export const StoredFile = z.object({
  key: z.string(),
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})

export const uploadFile = endpoint(api.uploadFile, {
  access: 'customer',
  summary: 'Upload a logo: PNG, JPEG, or WebP, within size and pixel limits',
  file: 'required',
  response: StoredFile,
  refusals: ['file_not_an_image', 'file_too_large', 'validation_failed', 'limit_exceeded'],
})
export const getFile = endpoint(api.getFile, {
  access: 'public',
  summary: 'An uploaded image',
  params: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Not a file key') }),
  response: 'file',
  refusals: ['not_found'],
})
