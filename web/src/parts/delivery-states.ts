import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type { TagTone } from './Tag.tsx'

/** How every state of a delivery is called, to customers and in the office alike. */
export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, { tone: TagTone; word: string }>> = {
  queued: { tone: 'plain', word: 'Waiting' },
  sending: { tone: 'wait', word: 'Being sent' },
  sent: { tone: 'wait', word: 'Sent' },
  opened: { tone: 'wait', word: 'Opened' },
  claimed: { tone: 'good', word: 'Claimed' },
  bounced: { tone: 'bad', word: 'Bounced' },
  printing: { tone: 'plain', word: 'Being printed' },
  mailed: { tone: 'wait', word: 'On the way' },
  delivered: { tone: 'good', word: 'Delivered' },
  returned: { tone: 'warn', word: 'Returned' },
  replaced: { tone: 'plain', word: 'Replaced' },
  cancelled: { tone: 'plain', word: 'Canceled' },
}
