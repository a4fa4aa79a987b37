import { formatCents } from '@laurel/domain/money'
import type { TodoKind } from '@laurel/domain/office-todos'
import type { Capability } from '@laurel/domain/staff-roles'
import type { ReactElement } from 'react'
import { LinkButton } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { AGE_WORDS, LONG_OUTSTANDING } from '../money/outstanding-words.ts'
import type { Today, Todo } from '../office.queries.ts'

type Words = {
  title: string
  /** The title for a count of 1. */
  singular?: string
  text: (todo: Todo, today: Today) => string
  link: (todo: Todo) => ReactElement
}

const batch = (word: string) => (todo: Todo) =>
  todo.count === 1 && todo.oldestId !== null ? (
    <LinkButton to="/office/fulfillment/$id" params={{ id: String(todo.oldestId) }}>
      {word}
    </LinkButton>
  ) : (
    <LinkButton to="/office/fulfillment" search={{ show: 'batches' }}>
      {word}
    </LinkButton>
  )

const refunds = (word: string) => () => <LinkButton to="/office/refunds">{word}</LinkButton>
const deliveries = () => (
  <LinkButton to="/office/deliveries" search={{ group: 'needs_a_hand' }}>
    Fix
  </LinkButton>
)

/** The capability that each to-do needs. Staff without it see the number but no link. */
export const DONE_BY: Readonly<Record<TodoKind, Capability>> = {
  review: 'orders.review',
  flagged: 'orders.review',
  held: 'orders.review',
  unmatched_payments: 'money.record',
  discrepancies: 'money.refund',
  overpaid: 'money.refund',
  refunds_to_agree: 'money.refund_large',
  refunds_to_finish: 'money.refund',
  long_outstanding: 'money.record',
  overdue_invoices: 'money.record',
  merges_to_agree: 'companies.edit',
  batches_failed: 'deliveries.work',
  unanswered_labels: 'deliveries.work',
  letters_to_batch: 'deliveries.work',
  parcels_to_batch: 'deliveries.work',
  batches_to_print: 'cards.print',
  batches_to_mail: 'deliveries.work',
  bounced: 'deliveries.work',
  returned: 'deliveries.work',
  mail_off: 'system.read',
  mail_down: 'system.read',
  mails_to_retry: 'system.read',
  failed_jobs: 'system.retry',
}

/** Each kind of to-do as a sentence, with the screen where it is done. */
export const TO_DO_TEXTS: Readonly<Record<TodoKind, Words>> = {
  review: {
    title: 'Orders to review',
    singular: 'Order to review',
    text: ({ count, cents, oldest }) =>
      count === 1
        ? `${formatCents(cents)}, from ${oldest}.`
        : `${formatCents(cents)} in total. The oldest is from ${oldest}.`,
    link: () => (
      <LinkButton to="/office/orders" search={{ status: 'in_review' }}>
        Review
      </LinkButton>
    ),
  },
  flagged: {
    title: 'Of these, flagged',
    text: () => 'They need a review under your site’s rules.',
    link: () => (
      <LinkButton to="/office/orders" search={{ status: 'in_review', only: 'flagged' }}>
        View
      </LinkButton>
    ),
  },
  held: {
    title: 'Orders on hold',
    singular: 'Order on hold',
    text: ({ count, cents }) =>
      count === 1
        ? `${formatCents(cents)}. Nothing ships until it’s released.`
        : `${formatCents(cents)} in total. Nothing ships until they’re released.`,
    link: () => (
      <LinkButton to="/office/orders" search={{ only: 'held' }}>
        Resolve
      </LinkButton>
    ),
  },
  unmatched_payments: {
    title: 'Checks and transfers to match',
    singular: 'Check or transfer to match',
    text: ({ cents }) => `${formatCents(cents)} received and not matched to an order.`,
    link: () => <LinkButton to="/office/received-payments">Match</LinkButton>,
  },
  discrepancies: {
    title: 'Payment discrepancies',
    singular: 'Payment discrepancy',
    text: () => 'The provider’s record differs from what we asked for.',
    link: () => <LinkButton to="/office/payments">Review</LinkButton>,
  },
  overpaid: {
    title: 'Overpaid orders',
    singular: 'Overpaid order',
    text: ({ cents }) => `We received ${formatCents(cents)} too much. Refund the difference.`,
    link: ({ count, oldestId }) =>
      count === 1 && oldestId !== null ? (
        <LinkButton to="/office/orders/$id" params={{ id: String(oldestId) }}>
          Refund
        </LinkButton>
      ) : (
        <LinkButton to="/office/orders" search={{ only: 'overpaid' }}>
          Refund
        </LinkButton>
      ),
  },
  refunds_to_agree: {
    title: 'Refunds to approve',
    singular: 'Refund to approve',
    text: ({ cents }) => `${formatCents(cents)} will be refunded once a colleague approves.`,
    link: refunds('Review'),
  },
  refunds_to_finish: {
    title: 'Refunds to finish',
    singular: 'Refund to finish',
    text: ({ cents }) => `${formatCents(cents)} must be sent manually, or is stuck at the provider.`,
    link: refunds('Finish'),
  },
  long_outstanding: {
    title: 'Orders unpaid for more than 30 days',
    singular: 'Order unpaid for more than 30 days',
    text: ({ cents }, today) => `${formatCents(cents)} is outstanding${agesText(today)}.`,
    link: () => (
      <LinkButton to="/office/received-payments" search={{ only: 'outstanding' }}>
        Remind
      </LinkButton>
    ),
  },
  overdue_invoices: {
    title: 'Overdue invoices',
    singular: 'Overdue invoice',
    text: ({ cents }) => `Companies owe ${formatCents(cents)} after the due date.`,
    link: () => (
      <LinkButton to="/office/received-payments" search={{ only: 'invoices' }}>
        Remind
      </LinkButton>
    ),
  },
  merges_to_agree: {
    title: 'Merges to approve',
    singular: 'Merge to approve',
    text: ({ oldest }) => `A second person has to decide. The oldest request is about ${oldest}.`,
    link: ({ oldestId }) => (
      <LinkButton to="/office/companies/$id" params={{ id: String(oldestId) }}>
        Review
      </LinkButton>
    ),
  },
  batches_failed: {
    title: 'Stopped batches',
    singular: 'Stopped batch',
    text: ({ cardCount, oldest }) => `${plural(cardCount, 'card')}. The first is batch ${oldest}.`,
    link: batch('View'),
  },
  unanswered_labels: {
    title: 'Unconfirmed labels',
    singular: 'Unconfirmed label',
    text: ({ oldest }) => `You may already have paid for them. The oldest is in batch ${oldest}.`,
    link: ({ oldestId }) => (
      <LinkButton to="/office/fulfillment/$id" params={{ id: String(oldestId) }}>
        View
      </LinkButton>
    ),
  },
  letters_to_batch: {
    title: 'Orders with letters to print',
    singular: 'Order with letters to print',
    text: ({ cardCount, cents }) =>
      `${plural(cardCount, 'letter')} with ${formatCents(cents)} on their cards.`,
    link: () => (
      <LinkButton to="/office/fulfillment" search={{ kind: 'direct' }}>
        Print
      </LinkButton>
    ),
  },
  parcels_to_batch: {
    title: 'Parcels to print',
    singular: 'Parcel to print',
    text: ({ cardCount, cents }) => `${plural(cardCount, 'card')} with ${formatCents(cents)} on them.`,
    link: () => (
      <LinkButton to="/office/fulfillment" search={{ kind: 'bulk' }}>
        Print
      </LinkButton>
    ),
  },
  batches_to_print: {
    title: 'Batches ready to print',
    singular: 'Batch ready to print',
    text: ({ cardCount, oldest }) => `${plural(cardCount, 'card')}. The oldest is batch ${oldest}.`,
    link: batch('Print'),
  },
  batches_to_mail: {
    title: 'Batches to mail',
    singular: 'Batch to mail',
    text: ({ cardCount, oldest }) => `${plural(cardCount, 'card')}. The oldest is batch ${oldest}.`,
    link: batch('Mail'),
  },
  bounced: {
    title: 'Bounced emails',
    singular: 'Bounced email',
    text: ({ cents }) => `Cards worth ${formatCents(cents)} need a new address.`,
    link: deliveries,
  },
  returned: {
    title: 'Returned letters and parcels',
    singular: 'Returned letter or parcel',
    text: ({ cents }) => `Cards worth ${formatCents(cents)} need a new address.`,
    link: deliveries,
  },
  mail_off: {
    title: 'Email waiting for a mail server',
    text: () => 'No mail server is connected. To send it, ask your operator to set SMTP_URL and MAIL_FROM.',
    link: () => <LinkButton to="/office/system">View</LinkButton>,
  },
  mail_down: {
    title: 'The mail server isn’t responding',
    text: ({ count }) =>
      `${plural(count, 'email is waiting', 'emails are waiting')}. We’ll send them when it responds.`,
    link: () => <LinkButton to="/office/system">View</LinkButton>,
  },
  mails_to_retry: {
    title: 'Emails to retry',
    singular: 'Email to retry',
    text: () => 'The last attempt failed. We’ll retry automatically.',
    link: () => <LinkButton to="/office/system">View</LinkButton>,
  },
  failed_jobs: {
    title: 'Failed jobs',
    singular: 'Failed job',
    text: () => 'We tried several times and won’t retry automatically.',
    link: () => <LinkButton to="/office/system">View</LinkButton>,
  },
}

/** `: 3 for 31–60 days, 1 for over 60 days`, or '' for a single age, which the number already says. */
function agesText({ outstandingAges }: Pick<Today, 'outstandingAges'>): string {
  const late = outstandingAges.filter(({ age, count }) => LONG_OUTSTANDING.includes(age) && count > 0)
  if (late.length < 2) return ''
  return `: ${late.map(({ age, count }) => `${count} for ${AGE_WORDS[age].toLowerCase()}`).join(', ')}`
}
