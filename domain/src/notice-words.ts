import { formatCents } from './money.ts'
import type { Texts } from './texts.ts'

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
  'cards_thanked',
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
 * @example noticeSentence(i18n, { kind: 'cards_bounced', orderNumber: '1042', cardCount: 3, amountCents: 0 })
 * // '3 card emails for order 1042 bounced'
 */
export function noticeSentence(
  i18n: Texts,
  { kind, orderNumber: order, cardCount: cards, amountCents, company = '', about = '' }: NoticeToTell,
): string {
  const amount = formatCents(amountCents)
  const person = about || i18n.t('A person')
  switch (kind) {
    case 'order_placed':
      return i18n.t('We have your order {order}', { order })
    case 'payment_arrived':
      return i18n.t('Your payment for order {order} has arrived', { order })
    case 'order_approved':
      return i18n.t('Your order {order} is approved', { order })
    case 'order_declined':
      return i18n.t('We can’t fill order {order}', { order })
    case 'refunded':
      return i18n.t('We refunded {amount} for order {order}', { amount, order })
    case 'cards_sent':
      return i18n.t(
        '{cards, plural, one {# card from order {order} was} other {# cards from order {order} were}} sent by email',
        { cards, order },
      )
    case 'letters_mailed':
      return i18n.t(
        '{cards, plural, one {# card from order {order} is} other {# cards from order {order} are}} in the mail',
        { cards, order },
      )
    case 'parcel_mailed':
      return i18n.t('The parcel for order {order} is on its way', { order })
    case 'cards_bounced':
      return i18n.t('{cards, plural, one {# card email} other {# card emails}} for order {order} bounced', {
        cards,
        order,
      })
    case 'letters_returned':
      return i18n.t(
        '{cards, plural, one {# card from order {order} was} other {# cards from order {order} were}} returned',
        { cards, order },
      )
    case 'parcel_returned':
      return i18n.t('The parcel for order {order} was returned', { order })
    case 'parcel_arrived':
      return i18n.t('The parcel for order {order} has arrived', { order })
    case 'order_fulfilled':
      return i18n.t('Everything in order {order} has been sent', { order })
    case 'all_arrived':
      return i18n.t('Everything in order {order} has arrived', { order })
    case 'cards_thanked':
      return i18n.t(
        '{cards, plural, one {# person} other {# people}} thanked you for cards from order {order}',
        { cards, order },
      )
    case 'person_joined':
      return i18n.t('{person} joined {company}', { person, company })
    case 'join_requested':
      return i18n.t('{person} wants to join {company}', { person, company })
    case 'budget_low':
      return i18n.t('{amount} is left in {company}’s budget “{budget}”', { amount, company, budget: about })
    case 'budget_exhausted':
      return i18n.t('{company}’s budget “{budget}” is used up', { company, budget: about })
    case 'balance_low':
      return i18n.t('{company}’s balance is down to {amount}', { company, amount })
    case 'balance_topped_up':
      return i18n.t('{amount} was added to {company}’s balance', { amount, company })
    case 'recipient_changed':
      return i18n.t('{change} in order {order}, which you approved', {
        change: about || i18n.t('A recipient was changed'),
        order,
      })
    case 'program_stuck':
      return i18n.t('{company}’s program “{program}” couldn’t order', { company, program: about })
    case 'program_late':
      return i18n.t('Cards of {company}’s program “{program}” are late', { company, program: about })
    case 'report_failed':
      return i18n.t('We couldn’t create {company}’s report “{report}”', { company, report: about })
    case 'list_sync_failed':
      return i18n.t('{company}’s list “{list}” couldn’t be synced with its file', { company, list: about })
    case 'list_sync_held':
      return i18n.t('{company}’s list “{list}” wasn’t synced, because its file looks incomplete', {
        company,
        list: about,
      })
  }
}
