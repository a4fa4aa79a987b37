import * as z from 'zod'
import { CardItem } from './card-items.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, listOf, Shared } from './fields.ts'
import { api } from './routes.ts'

/**
 * A draft that the company shares, and who has it. It's in the cart of the person who edited it last, and only that
 * person can change it.
 */
export const SharedDraft = CardItem.extend({
  shared: Shared.unwrap(),
  editor: z.object({
    name: z.string(),
    is_you: z.boolean(),
    is_editing: z
      .boolean()
      .meta({ description: 'Whether they have it open now. If not, a colleague can edit it without asking' }),
  }),
})

const of = { access: 'customer', companyNeeds: 'orders.place' } as const

export const listSharedDrafts = endpoint(api.listSharedDrafts, {
  ...of,
  summary: 'The company’s shared drafts, last changed first, including those in a colleague’s cart',
  response: listOf(SharedDraft),
  refusals: ['registration_incomplete'],
})
export const shareDraft = endpoint(api.shareDraft, {
  ...of,
  summary: 'Share a draft with the company, or stop sharing it. Only the person who shared it can stop',
  params: IdParams,
  body: z.object({ is_shared: z.boolean() }),
  response: CardItem,
  refusals: [
    'registration_incomplete',
    'order_is_frozen',
    'order_changed',
    'card_item_not_editable',
    'draft_being_edited',
    'draft_taken_over',
    'limit_exceeded',
  ],
})
export const editDraft = endpoint(api.editDraft, {
  ...of,
  summary: 'Start or continue editing a shared draft. It moves to the customer’s cart as a draft',
  params: IdParams,
  body: z.object({
    is_open: z.boolean().optional().meta({
      description:
        'The customer already has it open. Refused with `draft_taken_over` if a colleague took it over',
    }),
    take_over: z
      .boolean()
      .optional()
      .meta({ description: 'Take it over even while a colleague is editing it' }),
  }),
  response: CardItem,
  refusals: [
    'registration_incomplete',
    'order_is_frozen',
    'order_changed',
    'draft_being_edited',
    'draft_taken_over',
    'limit_exceeded',
  ],
})
export const leaveDraft = endpoint(api.leaveDraft, {
  ...of,
  summary: 'Stop editing a shared draft, so that colleagues can edit it',
  params: IdParams,
  response: 'nothing',
})
export const copyDraft = endpoint(api.copyDraft, {
  ...of,
  summary: 'Copy a draft with its recipients to the customer’s own drafts',
  params: IdParams,
  response: CardItem,
  idempotent: true,
  refusals: ['order_is_frozen', 'limit_exceeded'],
})
