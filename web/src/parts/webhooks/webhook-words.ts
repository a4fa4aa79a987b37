import type { EventType } from '@laurel/domain/event-types'
import type { AnswerOf } from '../../app/call.ts'
import type { TagTone } from '../Tag.tsx'

export type WebhookMessage = AnswerOf<'listWebhookMessages'>['results'][number]
/** One of the site, or of a company. */
export type WebhookEndpoint = Omit<AnswerOf<'getWebhook'>, 'createdBy'>
export type CompanyEndpoint = AnswerOf<'listCompanyWebhooks'>[number]

/** The events as staff choose them. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'approval.requested': 'A buyer sent an order for approval',
  'approval.approved': 'A company approved an order',
  'approval.returned': 'A company returned an order to its buyer',
  'approval.withdrawn': 'A buyer withdrew an order sent for approval',
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid in full',
  'order.approved': 'An order was approved',
  'order.declined': 'An order was declined or canceled',
  'order.fulfilled': 'An order was fulfilled',
  'order.shipped': 'An order’s last letter or parcel shipped',
  'refund.done': 'A refund was completed',
  'delivery.sent': 'A card was emailed',
  'delivery.opened': 'A card email was opened',
  'delivery.claimed': 'A card was claimed',
  'delivery.bounced': 'A card email bounced',
  'delivery.mailed': 'A letter or parcel shipped',
  'delivery.delivered': 'A letter or parcel was delivered',
  'delivery.returned': 'A letter or parcel was returned',
  'delivery.replaced': 'A delivery was replaced',
  'delivery.cancelled': 'A delivery was canceled',
  'company.created': 'A company was created',
  'company.renamed': 'A company was renamed',
  'company.merged': 'A company was merged into another',
  'company.unmerged': 'The merge of a company was undone',
  'company.person_joined': 'A person joined a company',
  'company.person_removed': 'A person was removed or left',
  'company.role_changed': 'A person’s role changed',
  'budget.changed': 'A budget was added, changed, or ended',
  'budget.exhausted': 'A budget was used up',
  'balance.topped_up': 'Money was added to a balance',
  'balance.changed': 'An order was paid from a balance or refunded to it',
}

/** The same as a company's people choose them. */
export const COMPANY_EVENT_WORDS: Readonly<Record<EventType, string>> = {
  ...EVENT_WORDS,
  'approval.approved': 'All approvers approved an order',
  'approval.returned': 'An approver returned an order to its buyer',
  'order.approved': 'An order was approved, and its cards are being made',
  'company.renamed': 'Your company was renamed',
  'company.person_joined': 'A person joined your company',
}

type Said = { tone: TagTone; word: string }

export function endpointState({
  enabled,
  offReason,
  failingSince,
}: Pick<WebhookEndpoint, 'enabled' | 'offReason' | 'failingSince'>): Said {
  if (!enabled)
    return offReason === 'by_hand' ? { tone: 'plain', word: 'Off' } : { tone: 'bad', word: 'Turned off' }
  return failingSince === null ? { tone: 'good', word: 'On' } : { tone: 'warn', word: 'Failing' }
}

const MESSAGE_STATES: Readonly<Record<WebhookMessage['status'], Said>> = {
  waiting: { tone: 'wait', word: 'Waiting' },
  delivered: { tone: 'good', word: 'Delivered' },
  failed: { tone: 'bad', word: 'Failed' },
}

export function messageState({ status }: WebhookMessage): Said {
  return MESSAGE_STATES[status]
}

/** `Answered 500 after 0.13 s`. */
export function attemptWords({ status, problem, durationMs }: WebhookMessage['attempts'][number]): string {
  const seconds = (durationMs / 1_000).toFixed(2)
  return status === null ? `${problem} (${seconds} s)` : `Responded ${status} after ${seconds} s.`
}

/** `https://hooks.example.com/a/very/long/way` → `hooks.example.com`. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** How an endpoint that was off is turned on. */
export const TURN_ON_CHOICES = [
  {
    value: 'missed',
    title: 'Continue where it stopped',
    detail: 'We’ll send everything that happened since then',
  },
  { value: 'now', title: 'Start now', detail: 'We won’t send events from while it was off' },
] as const
export type TurnOnChoice = (typeof TURN_ON_CHOICES)[number]['value']
