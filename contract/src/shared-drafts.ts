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
  summary:
    'The drafts that the customer’s company shares, last changed first, also those in a colleague’s cart',
  response: listOf(SharedDraft),
  refusals: ['registration_incomplete'],
})
export const shareDraft = endpoint(api.shareDraft, {
  ...of,
  summary: 'Share a draft with the company, or stop sharing it; only the person who shared it can stop',
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
  summary: 'Begin to edit a shared draft, which moves to the customer’s cart as a draft, or go on editing it',
  params: IdParams,
  body: z.object({
    is_open: z.boolean().optional().meta({
      description:
        'The customer has it open already: refused with `draft_taken_over` once a colleague has it',
    }),
    take_over: z.boolean().optional().meta({ description: 'Also while a colleague is editing it' }),
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
  summary: 'Stop editing a shared draft: colleagues can edit it at once',
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
