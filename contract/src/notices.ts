import { NOTICE_KINDS } from '@laurel/domain/notice-words'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, PageQuery, pageOf } from './fields.ts'
import { api } from './routes.ts'

const Notice = z.object({
  id: Id.meta({ description: 'Of the newest thing it tells; it grows while the notice is unseen' }),
  kind: z.enum(NOTICE_KINDS),
  order_id: Id,
  order_number: z.string(),
  delivery_id: Id.nullable().meta({ description: 'The one delivery it tells of; null when there are more' }),
  card_count: z.number().int().meta({ description: 'Cards it tells of; 0 when it tells of the order' }),
  amount_cents: Cents.meta({ description: 'Money that went back, in US cents' }),
  created_at: Moment.meta({ description: 'When the newest thing it tells happened' }),
  seen_at: Moment.nullable(),
})

const Unseen = z.object({ unseen_count: z.number().int().nonnegative() })

export const listNotices = endpoint(api.listNotices, {
  access: 'customer',
  summary: 'News about the customer’s orders, newest first; unseen notices of one kind are shown as one',
  query: PageQuery,
  response: pageOf(Notice).extend(Unseen.shape),
  refusals: ['validation_failed'],
})
export const countUnseenNotices = endpoint(api.countUnseenNotices, {
  access: 'customer',
  summary: 'How many notices the customer has not seen',
  response: Unseen,
})
export const markNoticeSeen = endpoint(api.markNoticeSeen, {
  access: 'customer',
  summary: 'Mark one notice as seen, with what it told up to then',
  params: IdParams,
  response: Unseen,
})
/** Notices after `up_to_id` weren't shown and stay unseen. */
export const markNoticesSeen = endpoint(api.markNoticesSeen, {
  access: 'customer',
  summary: 'Mark every notice as seen, up to the newest one shown',
  body: z.object({ up_to_id: Id }),
  response: Unseen,
})
