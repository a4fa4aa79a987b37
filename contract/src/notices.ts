import { NOTICE_KINDS } from '@laurel/domain/notice-words'
import { MAIL_CHOICES, NOTIFICATION_KINDS } from '@laurel/domain/notification-kinds'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, PageQuery, pageOf } from './fields.ts'
import { api } from './routes.ts'

const Notice = z.object({
  id: Id.meta({ description: 'The ID of its latest news; it grows while the notice is unseen' }),
  kind: z.enum(NOTICE_KINDS),
  order_id: Id.nullable().meta({ description: 'Null if it’s only about a company' }),
  order_number: z.string(),
  company: z.object({ id: Id, name: z.string() }).nullable().meta({
    description: 'The company it’s about; null if it’s about an order',
  }),
  about: z.string().meta({
    description:
      'The person who joined or wants to join, the budget, or what a colleague changed in an order',
  }),
  delivery_id: Id.nullable().meta({ description: 'The delivery it’s about; null for several' }),
  card_count: z.number().int().meta({ description: 'How many cards it’s about; 0 if it’s about the order' }),
  amount_cents: Cents.meta({ description: 'The amount refunded, added, or left, in US cents' }),
  created_at: Moment.meta({ description: 'When its latest news happened' }),
  seen_at: Moment.nullable(),
})

const Unseen = z.object({ unseen_count: z.number().int().nonnegative() })

export const listNotices = endpoint(api.listNotices, {
  access: 'customer',
  summary:
    'News about the customer’s orders and companies, newest first; unseen ones of an order and kind are shown as one',
  query: PageQuery,
  response: pageOf(Notice).extend(Unseen.shape),
  refusals: ['validation_failed'],
})
export const countUnseenNotices = endpoint(api.countUnseenNotices, {
  access: 'customer',
  summary: 'How many notices the customer hasn’t seen',
  response: Unseen,
})
export const markNoticeSeen = endpoint(api.markNoticeSeen, {
  access: 'customer',
  summary: 'Mark a notice as seen, including earlier news in it',
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

const NotificationSetting = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  app: z.boolean().meta({ description: 'Whether such notices are shown in the shop' }),
  mail: z.enum(MAIL_CHOICES),
})
const NotificationSettings = z.object({
  settings: z.array(NotificationSetting).meta({ description: 'Only kinds that the customer can get' }),
  daily_time_zone: z.string().meta({ description: 'The daily summary is emailed at 8:00 in it' }),
})

export const getNotificationSettings = endpoint(api.getNotificationSettings, {
  access: 'customer',
  summary: 'The customer’s notification settings',
  response: NotificationSettings,
})
export const patchNotificationSetting = endpoint(api.patchNotificationSetting, {
  access: 'customer',
  summary: 'Change how the customer is notified of one kind of news',
  params: z.object({ kind: z.string().max(40) }),
  body: z.object({ app: z.boolean().optional(), mail: z.enum(MAIL_CHOICES).optional() }),
  response: NotificationSettings,
  refusals: ['not_found'],
})

/** A link can contain anything; an invalid token answers like an unknown one. */
const UnsubscribeParams = z.object({ token: z.string().max(400) })

export const getUnsubscribe = endpoint(api.getUnsubscribe, {
  access: 'public',
  summary: 'The kinds of email that a link stops. Doesn’t change anything',
  params: UnsubscribeParams,
  limitedBy: 'token',
  response: z.object({ mails: z.array(z.string()).meta({ description: 'The kinds of email it stops' }) }),
  refusals: ['not_found', 'too_many_requests'],
})
export const unsubscribe = endpoint(api.unsubscribe, {
  access: 'public',
  summary: 'Stop the kinds of email that a link is about (RFC 8058, one click)',
  params: UnsubscribeParams,
  limitedBy: 'token',
  response: 'nothing',
  refusals: ['not_found', 'too_many_requests'],
})
