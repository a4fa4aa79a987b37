import { formatCents } from './money.ts'

/** What customers hear about a placed order, in chronological order, and then about their company. */
export const NOTICE_KINDS = [
  'order_placed',
  'payment_arrived',
  'order_approved',
  'order_declined',
  'refunded',
  'cards_sent',
  'letters_mailed',
  'parcel_mailed',
  'cards_bounced',
  'letters_returned',
  'parcel_returned',
  'parcel_arrived',
  'order_fulfilled',
  'all_arrived',
  'person_joined',
  'join_requested',
  'budget_low',
  'budget_exhausted',
  'balance_low',
  'balance_topped_up',
  'recipient_changed',
  'program_stuck',
  'program_late',
  'report_failed',
  'list_sync_failed',
  'list_sync_held',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

type NoticeToTell = {
  kind: NoticeKind
  orderNumber: string
  cardCount: number
  amountCents: number
  /** The names of the company, and of the person or budget it's about, or what changed; empty for an order's. */
  company?: string
  about?: string
}

/** Whether a notice is about a company, and not about an order. */
export function isOfCompany(kind: NoticeKind): boolean {
  return NOTICE_KINDS.indexOf(kind) >= NOTICE_KINDS.indexOf('person_joined')
}

/** Where an order's page shows its deliveries; notices about cards link there. */
export const CARDS_ANCHOR = 'where-the-cards-are'

/** The customer can fix what was returned or bounced. */
export function needsAttention(kind: NoticeKind): boolean {
  return kind === 'cards_bounced' || kind === 'letters_returned' || kind === 'parcel_returned'
}

/**
 * A notice in one sentence, the same in the shop and in a mail's subject; without a period.
 *
 * @example noticeSentence({ kind: 'cards_bounced', orderNumber: '1042', cardCount: 3, amountCents: 0 })
 * // '3 card emails for order 1042 bounced'
 */
export function noticeSentence({
  kind,
  orderNumber,
  cardCount,
  amountCents,
  company = '',
  about = '',
}: NoticeToTell): string {
  const order = `order ${orderNumber}`
  const cards = `${counts.format(cardCount)} ${cardCount === 1 ? 'card' : 'cards'} from ${order}`
  const are = cardCount === 1 ? 'is' : 'are'
  const were = cardCount === 1 ? 'was' : 'were'
  switch (kind) {
    case 'order_placed':
      return `We have your ${order}`
    case 'payment_arrived':
      return `Your payment for ${order} has arrived`
    case 'order_approved':
      return `Your ${order} is approved`
    case 'order_declined':
      return `We can’t fill ${order}`
    case 'refunded':
      return `We refunded ${formatCents(amountCents)} for ${order}`
    case 'cards_sent':
      return `${cards} ${were} sent by email`
    case 'letters_mailed':
      return `${cards} ${are} in the mail`
    case 'parcel_mailed':
      return `The parcel for ${order} is on its way`
    case 'cards_bounced':
      return `${counts.format(cardCount)} card ${cardCount === 1 ? 'email' : 'emails'} for ${order} bounced`
    case 'letters_returned':
      return `${cards} ${were} returned`
    case 'parcel_returned':
      return `The parcel for ${order} was returned`
    case 'parcel_arrived':
      return `The parcel for ${order} has arrived`
    case 'order_fulfilled':
      return `Everything in ${order} has been sent`
    case 'all_arrived':
      return `Everything in ${order} has arrived`
    case 'person_joined':
      return `${about || 'A person'} joined ${company}`
    case 'join_requested':
      return `${about || 'A person'} wants to join ${company}`
    case 'budget_low':
      return `${formatCents(amountCents)} is left in ${company}’s budget “${about}”`
    case 'budget_exhausted':
      return `${company}’s budget “${about}” is used up`
    case 'balance_low':
      return `${company}’s balance is down to ${formatCents(amountCents)}`
    case 'balance_topped_up':
      return `${formatCents(amountCents)} was added to ${company}’s balance`
    case 'recipient_changed':
      return `${about || 'A recipient was changed'} in ${order}, which you approved`
    case 'program_stuck':
      return `${company}’s program “${about}” couldn’t order`
    case 'program_late':
      return `Cards of ${company}’s program “${about}” are late`
    case 'report_failed':
      return `We couldn’t create ${company}’s report “${about}”`
    case 'list_sync_failed':
      return `${company}’s list “${about}” couldn’t be synced with its file`
    case 'list_sync_held':
      return `${company}’s list “${about}” wasn’t synced, because its file looks incomplete`
  }
}

const counts = new Intl.NumberFormat('en-US')
