import { ARTWORK_CHECKS } from '@laurel/domain/artwork-checks'
import * as z from 'zod'
import { DeliveryStatusName } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Id,
  IdParams,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { api } from './routes.ts'

const reading = { access: 'staff', needs: 'orders.read' } as const
const writing = { access: 'staff', needs: 'orders.note' } as const

/** A recipient of an order, and the state of their card. */
export const OrderRecipient = z.object({
  id: Id,
  card_item_id: Id,
  card_item_name: z.string(),
  reward_type: RewardTypeName,
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  place: z.string().meta({ description: 'Its current destination: an email, or an address in one line' }),
  amount_cents: Cents.nullable(),
  needs_attention: z.boolean(),
  delivery_id: Id.nullable().meta({ description: 'Null before the order is approved' }),
  delivery_status: DeliveryStatusName.nullable(),
  problem: z.string(),
})

export const listOrderRecipients = endpoint(api.listOrderRecipients, {
  ...reading,
  summary: 'Recipients of an order’s direct and digital cards, in the order of their lists',
  params: IdParams,
  query: PageQuery.extend({
    card_item_id: Id.optional().meta({ description: 'Only recipients of this card' }),
    search: text(100).optional().meta({
      description:
        'Any part of a name, email, city, or ZIP code. With more than 20,000 people, the beginning of one of these',
    }),
  }),
  response: pageOf(OrderRecipient),
})

/** One print check of a design. */
const ArtworkCheck = z.object({
  check: z.enum(ARTWORK_CHECKS),
  is_good: z.boolean(),
  value: z.number().nullable().meta({ description: 'Dots per inch, or a contrast ratio' }),
  words: z.string().meta({ description: 'The words or file it’s about' }),
})

const LogoFile = z.object({
  key: z.string(),
  name: z.string(),
  width_px: z.number().int(),
  height_px: z.number().int(),
})

export const OrderArtwork = z.object({
  designs: z.array(
    z.object({
      card_item_id: Id,
      checks: z.array(ArtworkCheck),
      logo: LogoFile.nullable().meta({ description: 'As the customer uploaded it' }),
      logo_before: LogoFile.extend({ order_id: Id, order_number: z.string() })
        .nullable()
        .meta({ description: 'The logo of the customer’s latest approved order, if it’s another one' }),
    }),
  ),
})

export const getOrderArtwork = endpoint(api.getOrderArtwork, {
  ...reading,
  summary: 'Print checks of an order’s designs, and their logos',
  params: IdParams,
  response: OrderArtwork,
})

export const OrderNote = z.object({
  id: Id,
  text: z.string(),
  by: z.string(),
  by_name: z.string(),
  at: Moment,
  edited_at: Moment.nullable(),
  is_mine: z.boolean(),
  is_mailed: z
    .boolean()
    .meta({ description: 'True if we emailed it to the customer, who also sees it with the order' }),
})

/** An event of an order, or of many of its deliveries at once. */
const Happening = z.object({
  key: z.string(),
  about: z.enum(['order', 'delivery']),
  event: z.string().meta({ description: 'The new status, or the action' }),
  by: z.string(),
  by_name: z.string(),
  words: z.string().meta({ description: 'The note, the reason, or why something wasn’t delivered' }),
  count: z.number().int().meta({ description: 'How many deliveries it happened to at the same time' }),
  delivery_id: Id.nullable(),
  recipient: z.string(),
  at: Moment,
})

export const OrderHistory = z.object({
  happened: z.array(Happening).meta({ description: 'Newest first' }),
  notes: z.array(OrderNote).meta({ description: 'Newest first. Customers see only those emailed to them' }),
  last_change: Happening.nullable().meta({ description: 'The latest change to the order itself' }),
})

export const getOrderHistory = endpoint(api.getOrderHistory, {
  ...reading,
  summary: 'The activity of an order and its deliveries, with staff notes',
  params: IdParams,
  response: OrderHistory,
})

/** An order's position among the orders to review. */
export const ReviewQueue = z.object({
  position: z.number().int().nullable().meta({ description: 'From 1; null if it isn’t in review anymore' }),
  count: z.number().int().meta({ description: 'Orders in review' }),
  previous_id: Id.nullable().meta({ description: 'The next newer order in review' }),
  next_id: Id.nullable().meta({ description: 'The next older order in review' }),
})

export const getReviewQueue = endpoint(api.getReviewQueue, {
  ...reading,
  summary: 'Get an order’s position in the review queue, newest first, and its neighbors',
  params: IdParams,
  response: ReviewQueue,
})

const NoteParams = IdParams.extend({ note_id: Id })

export const addOrderNote = endpoint(api.addOrderNote, {
  ...writing,
  summary: 'Add a note for colleagues, or email a message to the customer',
  params: IdParams,
  body: z.object({
    text: requiredText(2_000),
    mails_customer: z
      .boolean()
      .default(false)
      .meta({ description: 'Emails the note to the customer. It can’t be edited or deleted afterwards' }),
  }),
  response: OrderNote,
  idempotent: true,
  refusals: ['too_many_requests'],
})

export const patchOrderNote = endpoint(api.patchOrderNote, {
  ...writing,
  summary: 'Edit your own note',
  params: NoteParams,
  body: z.object({ text: requiredText(2_000) }),
  response: OrderNote,
})

export const deleteOrderNote = endpoint(api.deleteOrderNote, {
  ...writing,
  summary: 'Delete your own note',
  params: NoteParams,
  response: 'nothing',
})
