import * as z from 'zod'
import { CardGradient, CardTone } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  FieldProblem,
  Id,
  IdParams,
  listOf,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { api } from './routes.ts'

/** The customer's own layer of the card: words, logo and colors (docs/spec.md §3, "user layout"). */
export const CardDesign = z.object({
  tone: CardTone,
  gradient: CardGradient,
  line1: text(40),
  line2: text(40),
  logo_file_key: z.string().max(64).nullable(),
  logo_one_color: z.boolean(),
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
  denomination_cents: Cents.nullable(),
  quantity: z.number().int().nullable(),
  message: z.string(),
  sender_name: z.string(),
  recipient_count: z.number().int(),
  attention_count: z.number().int().meta({ description: 'Recipients that must be fixed or removed' }),
  card_count: z.number().int(),
  value_cents: Cents,
  amounts: amountSplit,
  missing: z.array(FieldProblem).meta({ description: 'What it still needs before the cart takes it' }),
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
  sender_name: text(60),
}

export const createCardItem = endpoint(api.createCardItem, {
  access: 'customer',
  summary: 'Keep a design as a draft of the current order',
  body: z.object({
    ...editable,
    name: text(60).default(''),
    reward_id: Id.optional(),
    denomination_cents: Cents.nullable().default(null),
    quantity: z.number().int().nullable().default(null),
    message: text(500).default(''),
    sender_name: text(60).default(''),
  }),
  response: CardItem,
  idempotent: true,
  refusals: [
    'sign_in_required',
    'registration_incomplete',
    'validation_failed',
    'not_found',
    'order_is_frozen',
    'limit_exceeded',
  ],
})
export const listCardItems = endpoint(api.listCardItems, {
  access: 'customer',
  summary: 'The current order’s items: drafts, the cart, or both',
  query: z.object({ state: z.enum(['draft', 'in_cart']).optional() }),
  response: listOf(CardItem),
  refusals: ['sign_in_required'],
})
export const getCardItem = endpoint(api.getCardItem, {
  access: 'customer',
  summary: 'One card item',
  params: IdParams,
  response: CardItem,
  refusals: ['sign_in_required', 'not_found'],
})
export const patchCardItem = endpoint(api.patchCardItem, {
  access: 'customer',
  summary: 'Change a card item while its order is not being paid',
  params: IdParams,
  body: z.object(editable).partial(),
  response: CardItem,
  refusals: [
    'sign_in_required',
    'not_found',
    'validation_failed',
    'order_is_frozen',
    'card_item_not_editable',
  ],
})
export const deleteCardItem = endpoint(api.deleteCardItem, {
  access: 'customer',
  summary: 'Remove a card item and its recipients',
  params: IdParams,
  response: 'nothing',
  refusals: ['sign_in_required', 'not_found', 'order_is_frozen', 'card_item_not_editable'],
})
export const addToCart = endpoint(api.addToCart, {
  access: 'customer',
  summary: 'Put a finished draft in the cart',
  body: z.object({ card_item_id: Id }),
  response: CardItem,
  idempotent: true,
  refusals: [
    'sign_in_required',
    'not_found',
    'card_item_incomplete',
    'order_is_frozen',
    'card_item_not_editable',
    'limit_exceeded',
  ],
})
export const getCardPrintFile = endpoint(api.getCardPrintFile, {
  access: 'customer',
  summary: 'The card’s front as it will be printed: JPEG at 300 dpi',
  params: IdParams,
  query: z.object({ recipient_id: Id.optional() }),
  response: 'file',
  refusals: ['sign_in_required', 'not_found'],
})

export const RecipientProblem = FieldProblem.extend({ severity: z.enum(['error', 'warning']) })

export const Recipient = z.object({
  id: Id,
  card_item_id: Id,
  position: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  amount_cents: Cents.nullable().meta({ description: 'Null takes the item’s denomination' }),
  message: z.string(),
  problems: z.array(RecipientProblem),
  needs_attention: z.boolean(),
  delivery_state: z.string(),
})

/** Any row is kept as it came and judged, so that a list can be repaired in place. */
const recipient = {
  first_name: text(100),
  last_name: text(100),
  email: text(320),
  address1: text(200),
  address2: text(200),
  city: text(100),
  state: text(60),
  zip: text(20),
  amount_cents: z.number().int().min(0).max(100_000_000).nullable(),
  message: text(500),
}
/** A person added by hand may start with any of it empty. */
const blank = {
  first_name: recipient.first_name.default(''),
  last_name: recipient.last_name.default(''),
  email: recipient.email.default(''),
  address1: recipient.address1.default(''),
  address2: recipient.address2.default(''),
  city: recipient.city.default(''),
  state: recipient.state.default(''),
  zip: recipient.zip.default(''),
  amount_cents: recipient.amount_cents.default(null),
  message: recipient.message.default(''),
}

export const listRecipients = endpoint(api.listRecipients, {
  access: 'customer',
  summary: 'The recipients of a card item, in file order',
  query: PageQuery.extend({
    card_item_id: Id,
    search: text(100).optional(),
    only: z.enum(['attention']).optional(),
  }),
  response: pageOf(Recipient).extend({
    total_count: z.number().int(),
    attention_count: z.number().int(),
    value_cents: Cents,
  }),
  refusals: ['sign_in_required', 'not_found'],
})
export const createRecipient = endpoint(api.createRecipient, {
  access: 'customer',
  summary: 'Add one person',
  body: z.object({ card_item_id: Id, ...blank }),
  response: Recipient,
  idempotent: true,
  refusals: [
    'sign_in_required',
    'not_found',
    'validation_failed',
    'order_is_frozen',
    'card_item_not_editable',
    'limit_exceeded',
  ],
})
export const patchRecipient = endpoint(api.patchRecipient, {
  access: 'customer',
  summary: 'Change one person',
  params: IdParams,
  body: z.object(recipient).partial(),
  response: Recipient,
  refusals: [
    'sign_in_required',
    'not_found',
    'validation_failed',
    'order_is_frozen',
    'card_item_not_editable',
  ],
})
export const deleteRecipient = endpoint(api.deleteRecipient, {
  access: 'customer',
  summary: 'Remove one person from this list',
  params: IdParams,
  response: 'nothing',
  refusals: ['sign_in_required', 'not_found', 'order_is_frozen', 'card_item_not_editable'],
})

export const RecipientImport = z.object({
  id: Id,
  card_item_id: Id,
  state: z.enum(['finished', 'failed']),
  mode: z.enum(['append', 'replace']),
  file_name: z.string(),
  rows_read: z.number().int(),
  rows_added: z.number().int(),
  rows_needing_attention: z.number().int(),
  ignored_columns: z.array(z.string()),
  errors: z.array(
    z.object({ row: z.number().int(), field: z.string(), code: z.string(), message: z.string() }),
  ),
})

export const importRecipients = endpoint(api.importRecipients, {
  access: 'customer',
  summary: 'Add people from a CSV file or from pasted rows',
  body: z.object({
    card_item_id: Id,
    mode: z.enum(['append', 'replace']).default('append'),
    text: z
      .string()
      .max(4_000_000)
      .optional()
      .meta({ description: 'Rows pasted from a spreadsheet, instead of a file' }),
  }),
  file: 'optional',
  response: RecipientImport,
  idempotent: true,
  refusals: [
    'sign_in_required',
    'not_found',
    'validation_failed',
    'import_unreadable',
    'file_too_large',
    'order_is_frozen',
    'card_item_not_editable',
    'limit_exceeded',
  ],
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
  summary: 'Keep a logo: PNG, JPEG or WebP, by its content, within size and pixel limits',
  file: 'required',
  response: StoredFile,
  refusals: [
    'sign_in_required',
    'file_not_an_image',
    'file_too_large',
    'validation_failed',
    'limit_exceeded',
  ],
})
export const getFile = endpoint(api.getFile, {
  access: 'public',
  summary: 'An uploaded image, by its unguessable key',
  params: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Not a file key') }),
  response: 'file',
  refusals: ['not_found'],
})
