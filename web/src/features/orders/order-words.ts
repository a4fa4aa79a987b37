import {
  type ByHandMethod,
  isByHand,
  isRecorded,
  type PaymentMethod,
  WAYS_TO_PAY,
} from '@laurel/domain/payment-method'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'
import { namesOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import type { Order, OrderPayment } from '../../parts/delivery-text.ts'
import { count, day } from '../../parts/format.ts'
import type { TagTone } from '../../parts/Tag.tsx'

type Named = Pick<CardItem, 'name'>
type Typed = Pick<CardItem, 'rewardTypeData'>
type Counted = Typed & Pick<CardItem, 'cardCount'>

const BY: Readonly<Record<RewardType, string>> = {
  bulk: /*i18n*/ 'by parcel',
  direct: /*i18n*/ 'by mail',
  digital: /*i18n*/ 'by email',
}

/** An order is named after its first card: "Winter thank-you", "and 2 more". */
export function orderName(items: readonly Named[]): { name: string; others: string } {
  const i18n = pageTexts()

  const [first, ...rest] = items
  return {
    name: (first && itemName(first)) ?? i18n.t('Order without cards'),
    others: rest.length === 0 ? '' : i18n.t('and {more} more', { more: rest.length }),
  }
}

/** True once an order is approved, so that its cards can be followed. */
export function isUnderWay({ status }: Pick<Order, 'status'>): boolean {
  return status === 'approved' || status === 'fulfilled'
}

export function itemName({ name }: Named): string {
  const i18n = pageTexts()

  return name.trim() || i18n.t('Untitled card')
}

/**
 * What a draft still needs: first anything that this browser couldn't save, then the first missing
 * entry, then the number of people to fix.
 */
export function stillToDo(
  { missing, attentionCount }: Pick<CardItem, 'missing' | 'attentionCount'>,
  unsaved: Unsaved = {},
): string {
  const i18n = pageTexts()

  const names = namesOfUnsaved(unsaved)
  if (names.length > 0) return i18n.t('Not saved yet: {names}', { names: names.join(', ') })
  const [first] = missing
  if (first) return first.message
  if (attentionCount > 0)
    return i18n.t('{people, plural, one {# person needs attention} other {# people need attention}}', {
      people: attentionCount,
    })
  return i18n.t('Ready for your cart')
}

/** The reward types of the items, each once, in their order. */
export function heldTypes(items: readonly Typed[]): RewardType[] {
  return [...new Set(items.map((item) => item.rewardTypeData.name))]
}

/** `Direct, bulk, digital`. */
export function sentAs(items: readonly Typed[]): string {
  const i18n = pageTexts()
  const titles = heldTypes(items).map((type) => i18n.t(REWARD_TYPE_TITLES[type]))
  return titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ')
}

/** `480 cards by mail, 120 by email.` */
export function cardsSentence(items: readonly Counted[]): string {
  const i18n = pageTexts()

  const parts = heldTypes(items).map((type, index) => {
    const cards = items.reduce(
      (all, item) => all + (item.rewardTypeData.name === type ? item.cardCount : 0),
      0,
    )
    const by = i18n.t(BY[type])
    return index === 0
      ? i18n.t('{cards, plural, one {# card} other {# cards}} {by}', { cards, by })
      : `${count(cards)} ${by}`
  })
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** `10482, placed Nov 21`. */
export function placedText(
  { number, placedAt }: Pick<Order, 'number' | 'placedAt'>,
  now = new Date(),
): string {
  const i18n = pageTexts()
  const date = placedAt && i18n.t('placed {date}', { date: day(placedAt, now) })
  return [number, date].filter(Boolean).join(', ')
}

export type OrderRecipient = AnswerOf<'listRecipients'>['results'][number]

/** The states of one person's card. */
const STATES: Readonly<Record<string, { tone: TagTone; word: string }>> = {
  waiting: { tone: 'plain', word: /*i18n*/ 'Not sent yet' },
  queued: { tone: 'wait', word: /*i18n*/ 'Queued' },
  sent: { tone: 'wait', word: /*i18n*/ 'Sent' },
  opened: { tone: 'good', word: /*i18n*/ 'Opened' },
  claimed: { tone: 'good', word: /*i18n*/ 'Claimed' },
  bounced: { tone: 'bad', word: /*i18n*/ 'Bounced' },
  printing: { tone: 'wait', word: /*i18n*/ 'Being printed' },
  mailed: { tone: 'wait', word: /*i18n*/ 'Mailed' },
  delivered: { tone: 'good', word: /*i18n*/ 'Delivered' },
  returned: { tone: 'warn', word: /*i18n*/ 'Returned' },
}

/** Shows an unknown state as it is. A rejected order never sends anything. */
export function deliveryWord(state: string, isRejected = false): { tone: TagTone; word: string } {
  const i18n = pageTexts()

  if (isRejected && state === 'waiting') return { tone: 'plain', word: i18n.t('Not sent') }
  const known = STATES[state]
  return known
    ? { tone: known.tone, word: i18n.t(known.word) }
    : { tone: 'plain', word: state.replaceAll('_', ' ') }
}

export function fullName({ firstName, lastName }: Pick<OrderRecipient, 'firstName' | 'lastName'>): string {
  const i18n = pageTexts()

  return `${firstName} ${lastName}`.trim() || i18n.t('No name')
}

/** The card's destination: an email address, or a postal address in one line. */
export function sentTo(
  person: Pick<OrderRecipient, 'email' | 'address1' | 'address2' | 'city' | 'state' | 'zip'>,
  isDigital: boolean,
): string {
  if (isDigital) return person.email
  const street = [person.address1, person.address2].filter(Boolean).join(', ')
  return [street, person.city, `${person.state} ${person.zip}`.trim()].filter(Boolean).join(', ')
}

const SUBMITTED: Readonly<Record<Exclude<PaymentMethod, ByHandMethod>, string>> = {
  elavon_cc: /*i18n*/ 'Being confirmed',
  elavon_ach: /*i18n*/ 'Clearing',
  company_balance: /*i18n*/ 'Paid',
  company_terms: /*i18n*/ 'Open',
}

/** The state of a payment attempt. */
export function paymentWord({ state, methodCode }: Pick<OrderPayment, 'state' | 'methodCode'>): {
  tone: TagTone
  word: string
} {
  const i18n = pageTexts()

  switch (state) {
    case 'started':
      return { tone: 'wait', word: i18n.t('Not finished') }
    case 'submitted':
      return {
        tone: 'wait',
        word: isByHand(methodCode)
          ? i18n.t('Waiting for your {noun}', { noun: i18n.t(WAYS_TO_PAY[methodCode].noun) })
          : i18n.t(SUBMITTED[methodCode]),
      }
    case 'paid':
      // The bank has approved the debit; the money arrives when it is settled.
      if (methodCode === 'elavon_ach') return { tone: 'wait', word: i18n.t(SUBMITTED.elavon_ach) }
      return { tone: 'good', word: i18n.t('Paid') }
    case 'settled':
      return { tone: 'good', word: i18n.t('Paid') }
    case 'failed':
      // Nothing declines a check, transfer, or invoice: we stopped waiting, and the payment's message says why.
      if (isRecorded(methodCode)) return { tone: 'plain', word: i18n.t('Ended') }
      return { tone: 'bad', word: i18n.t('Declined') }
    case 'expired':
      return { tone: 'plain', word: i18n.t('Expired') }
    case 'abandoned':
      return { tone: 'plain', word: i18n.t('Not paid') }
    case 'refunded':
      return { tone: 'plain', word: i18n.t('Refunded') }
  }
}
