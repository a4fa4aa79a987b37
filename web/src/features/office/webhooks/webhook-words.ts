import type { EventType } from '@laurel/domain/event-types'
import type { TagTone } from '../../../parts/Tag.tsx'
import type { MessageStatus, WebhookEndpoint, WebhookMessage } from './webhooks.queries.ts'

/** The events as staff choose them. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'approval.requested': 'A buyer sent an order for approval',
  'approval.approved': 'A company approved an order',
  'approval.returned': 'A company returned an order to its buyer',
  'approval.withdrawn': 'A buyer withdrew an order sent for approval',
  'order.placed': 'An order was placed',
  'order.paid': 'All its money is here',
  'order.approved': 'It was approved',
  'order.declined': 'It was declined, or canceled',
  'order.fulfilled': 'All its cards are produced',
  'order.shipped': 'Its last letter or parcel is on its way',
  'refund.done': 'Money went back',
  'delivery.sent': 'A card was emailed',
  'delivery.opened': 'Its email was opened',
  'delivery.claimed': 'Its recipient took it',
  'delivery.bounced': 'Its email came back',
  'delivery.mailed': 'A letter or parcel is with its carrier',
  'delivery.delivered': 'It arrived',
  'delivery.returned': 'It came back',
  'delivery.replaced': 'Another goes out instead',
  'delivery.cancelled': 'It goes out no more',
  'company.created': 'A customer’s own company was made',
  'company.renamed': 'A company was renamed',
  'company.person_joined': 'A person joined a company',
  'company.person_removed': 'A person was removed or left',
  'company.role_changed': 'A person has another role',
  'budget.changed': 'A budget was added, changed, or ended',
  'budget.exhausted': 'Nothing is left of a budget',
  'balance.topped_up': 'Money was added to a balance',
  'balance.changed': 'An order was paid from a balance or refunded to it',
}

type Said = { tone: TagTone; word: string }

export function endpointState({ enabled, offReason, failingSince }: WebhookEndpoint): Said {
  if (!enabled)
    return offReason === 'by_hand' ? { tone: 'plain', word: 'Off' } : { tone: 'bad', word: 'Switched off' }
  return failingSince === null ? { tone: 'good', word: 'On' } : { tone: 'warn', word: 'Failing' }
}

const MESSAGE_STATES: Readonly<Record<MessageStatus, Said>> = {
  waiting: { tone: 'wait', word: 'Waiting' },
  delivered: { tone: 'good', word: 'Delivered' },
  failed: { tone: 'bad', word: 'Given up' },
}

export function messageState({ status }: WebhookMessage): Said {
  return MESSAGE_STATES[status]
}

/** `Answered 500 after 0.13 s`. */
export function attemptWords({ status, problem, durationMs }: WebhookMessage['attempts'][number]): string {
  const seconds = (durationMs / 1_000).toFixed(2)
  return status === null ? `${problem} (${seconds} s)` : `Answered ${status} after ${seconds} s.`
}

/** `https://hooks.example.com/a/very/long/way` → `hooks.example.com`. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
