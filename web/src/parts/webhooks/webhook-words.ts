import type { EventType } from '@laurel/domain/event-types'
import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'
import type { TagTone } from '../Tag.tsx'

export type WebhookMessage = AnswerOf<'listWebhookMessages'>['results'][number]
/** One of the site, or of a company. */
export type WebhookEndpoint = Omit<AnswerOf<'getWebhook'>, 'createdBy'>
export type CompanyEndpoint = AnswerOf<'listCompanyWebhooks'>[number]

/** The events as staff choose them. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'approval.requested': /*i18n*/ 'A buyer sent an order for approval',
  'approval.approved': /*i18n*/ 'A company approved an order',
  'approval.returned': /*i18n*/ 'A company returned an order to its buyer',
  'approval.withdrawn': /*i18n*/ 'A buyer withdrew an order sent for approval',
  'order.placed': /*i18n*/ 'An order was placed',
  'order.paid': /*i18n*/ 'An order was paid in full',
  'order.approved': /*i18n*/ 'An order was approved',
  'order.declined': /*i18n*/ 'An order was declined or canceled',
  'order.fulfilled': /*i18n*/ 'An order was fulfilled',
  'order.shipped': /*i18n*/ 'An order’s last letter or parcel shipped',
  'refund.done': /*i18n*/ 'A refund was completed',
  'delivery.sent': /*i18n*/ 'A card was emailed',
  'delivery.opened': /*i18n*/ 'A card email was opened',
  'delivery.claimed': /*i18n*/ 'A card was claimed',
  'delivery.bounced': /*i18n*/ 'A card email bounced',
  'delivery.mailed': /*i18n*/ 'A letter or parcel shipped',
  'delivery.delivered': /*i18n*/ 'A letter or parcel was delivered',
  'delivery.returned': /*i18n*/ 'A letter or parcel was returned',
  'delivery.replaced': /*i18n*/ 'A delivery was replaced',
  'delivery.cancelled': /*i18n*/ 'A delivery was canceled',
  'company.created': /*i18n*/ 'A company was created',
  'company.renamed': /*i18n*/ 'A company was renamed',
  'company.merged': /*i18n*/ 'A company was merged into another',
  'company.unmerged': /*i18n*/ 'The merge of a company was undone',
  'company.person_joined': /*i18n*/ 'A person joined a company',
  'company.person_removed': /*i18n*/ 'A person was removed or left',
  'company.role_changed': /*i18n*/ 'A person’s role changed',
  'budget.changed': /*i18n*/ 'A budget was added, changed, or ended',
  'budget.exhausted': /*i18n*/ 'A budget was used up',
  'balance.topped_up': /*i18n*/ 'Money was added to a balance',
  'balance.changed': /*i18n*/ 'An order was paid from a balance or refunded to it',
}

/** The same as a company's people choose them. */
export const COMPANY_EVENT_WORDS: Readonly<Record<EventType, string>> = {
  ...EVENT_WORDS,
  'approval.approved': /*i18n*/ 'All approvers approved an order',
  'approval.returned': /*i18n*/ 'An approver returned an order to its buyer',
  'order.approved': /*i18n*/ 'An order was approved, and its cards are being made',
  'company.renamed': /*i18n*/ 'Your company was renamed',
  'company.person_joined': /*i18n*/ 'A person joined your company',
}

type Said = { tone: TagTone; word: string }

export function endpointState({
  enabled,
  offReason,
  failingSince,
}: Pick<WebhookEndpoint, 'enabled' | 'offReason' | 'failingSince'>): Said {
  if (!enabled)
    return offReason === 'by_hand'
      ? { tone: 'plain', word: /*i18n*/ 'Off' }
      : { tone: 'bad', word: /*i18n*/ 'Turned off' }
  return failingSince === null
    ? { tone: 'good', word: /*i18n*/ 'On' }
    : { tone: 'warn', word: /*i18n*/ 'Failing' }
}

const MESSAGE_STATES: Readonly<Record<WebhookMessage['status'], Said>> = {
  waiting: { tone: 'wait', word: /*i18n*/ 'Waiting' },
  delivered: { tone: 'good', word: /*i18n*/ 'Delivered' },
  failed: { tone: 'bad', word: /*i18n*/ 'Failed' },
}

export function messageState({ status }: WebhookMessage): Said {
  return MESSAGE_STATES[status]
}

/** `Answered 500 after 0.13 s`. */
export function attemptWords({ status, problem, durationMs }: WebhookMessage['attempts'][number]): string {
  const i18n = pageTexts()
  const seconds = (durationMs / 1_000).toFixed(2)
  return status === null
    ? i18n.t('{problem} ({seconds} s)', { problem, seconds })
    : i18n.t('Responded {status} after {seconds} s.', { status: String(status), seconds })
}

/** `https://hooks.example.com/a/very/long/way` → `hooks.example.com`. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** How an endpoint that was off is turned on. */
export const TURN_ON_CHOICES = [
  {
    value: 'missed',
    title: /*i18n*/ 'Continue where it stopped',
    detail: /*i18n*/ 'We’ll send everything that happened since then',
  },
  {
    value: 'now',
    title: /*i18n*/ 'Start now',
    detail: /*i18n*/ 'We won’t send events from while it was off',
  },
] as const
export type TurnOnChoice = (typeof TURN_ON_CHOICES)[number]['value']
