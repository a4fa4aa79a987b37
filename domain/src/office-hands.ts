import type { Capability } from './staff-roles.ts'

/** What waits for somebody of the organization, and what one must be allowed to see of it to be told. */
export const HANDS = {
  review: 'orders.read',
  /** Those of them that tripped a rule of the site. */
  flagged: 'orders.read',
  held: 'orders.read',
  unmatched_funds: 'money.read',
  doubts: 'money.read',
  /** Checks and transfers of more than the order costs. */
  overpaid: 'money.read',
  refunds_to_agree: 'money.read',
  refunds_to_finish: 'money.read',
  long_awaited: 'money.read',
  batches_failed: 'deliveries.read',
  carrier_doubts: 'deliveries.read',
  letters_to_batch: 'deliveries.read',
  parcels_to_batch: 'deliveries.read',
  batches_to_print: 'deliveries.read',
  batches_to_mail: 'deliveries.read',
  bounced: 'deliveries.read',
  returned: 'deliveries.read',
  /** Mails that wait while the mail server does not answer; while it does, those that wait for another try. */
  mail_down: 'system.read',
  mails_to_retry: 'system.read',
  failed_jobs: 'system.read',
} as const satisfies Readonly<Record<string, Capability>>

export type HandKind = keyof typeof HANDS

/** In the order they are told. */
export const HAND_KINDS = Object.keys(HANDS) as HandKind[]

/** How many things need a hand: a flagged order stands among those to review already. */
export function countHands(hands: readonly { kind: HandKind; count: number }[]): number {
  return hands.reduce((sum, { kind, count }) => (kind === 'flagged' ? sum : sum + count), 0)
}
