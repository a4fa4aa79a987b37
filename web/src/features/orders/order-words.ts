import {
  type ByHandMethod,
  isByHand,
  isRecorded,
  type PaymentMethod,
  WAYS_TO_PAY,
} from '@laurel/domain/payment-method'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../../app/call.ts'
import { namesOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import type { Order, OrderPayment } from '../../parts/delivery-text.ts'
import { count, day, plural } from '../../parts/format.ts'
import type { TagTone } from '../../parts/Tag.tsx'

type Named = Pick<CardItem, 'name'>
type Typed = Pick<CardItem, 'rewardTypeData'>
type Counted = Typed & Pick<CardItem, 'cardCount'>

const BY: Readonly<Record<RewardType, string>> = {
  bulk: 'by parcel',
  direct: 'by mail',
  digital: 'by email',
}

/** An order is named after its first card: "Winter thank-you", "and 2 more". */
export function orderName(items: readonly Named[]): { name: string; others: string } {
  const [first, ...rest] = items
  return {
    name: (first && itemName(first)) ?? 'Order without cards',
    others: rest.length === 0 ? '' : `and ${rest.length} more`,
  }
}

/** True once an order is approved, so that its cards can be followed. */
export function isUnderWay({ status }: Pick<Order, 'status'>): boolean {
  return status === 'approved' || status === 'fulfilled'
}

export function itemName({ name }: Named): string {
  return name.trim() || 'Untitled card'
}

/**
 * What a draft still needs: first anything that this browser couldn't save, then the first missing
 * entry, then the number of people to fix.
 */
export function stillToDo(
  { missing, attentionCount }: Pick<CardItem, 'missing' | 'attentionCount'>,
  unsaved: Unsaved = {},
): string {
  const names = namesOfUnsaved(unsaved)
  if (names.length > 0) return `Not saved yet: ${names.join(', ')}`
  const [first] = missing
  if (first) return first.message
  if (attentionCount > 0) return `${plural(attentionCount, 'person needs', 'people need')} attention`
  return 'Ready for your cart'
}

/** The reward types of the items, each once, in their order. */
export function heldTypes(items: readonly Typed[]): RewardType[] {
  return [...new Set(items.map((item) => item.rewardTypeData.name))]
}

/** `Direct, bulk, digital`. */
export function sentAs(items: readonly Typed[]): string {
  const titles = heldTypes(items).map((type) => REWARD_TYPE_TITLES[type])
  return titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ')
}

/** `480 cards by mail, 120 by email.` */
export function cardsSentence(items: readonly Counted[]): string {
  const parts = heldTypes(items).map((type, index) => {
    const cards = items.reduce(
      (all, item) => all + (item.rewardTypeData.name === type ? item.cardCount : 0),
      0,
    )
    return `${index === 0 ? plural(cards, 'card') : count(cards)} ${BY[type]}`
  })
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** `10482, placed Nov 21`. */
export function placedText(
  { number, placedAt }: Pick<Order, 'number' | 'placedAt'>,
  now = new Date(),
): string {
  return [number, placedAt && `placed ${day(placedAt, now)}`].filter(Boolean).join(', ')
}

export type OrderRecipient = AnswerOf<'listRecipients'>['results'][number]

/** The states of one person's card. */
const STATES: Readonly<Record<string, { tone: TagTone; word: string }>> = {
  waiting: { tone: 'plain', word: 'Not sent yet' },
  queued: { tone: 'wait', word: 'Queued' },
  sent: { tone: 'wait', word: 'Sent' },
  opened: { tone: 'good', word: 'Opened' },
  claimed: { tone: 'good', word: 'Claimed' },
  bounced: { tone: 'bad', word: 'Bounced' },
  printing: { tone: 'wait', word: 'Being printed' },
  mailed: { tone: 'wait', word: 'Mailed' },
  delivered: { tone: 'good', word: 'Delivered' },
  returned: { tone: 'warn', word: 'Returned' },
}

/** Shows an unknown state as it is. A rejected order never sends anything. */
export function deliveryWord(state: string, isRejected = false): { tone: TagTone; word: string } {
  if (isRejected && state === 'waiting') return { tone: 'plain', word: 'Not sent' }
  return STATES[state] ?? { tone: 'plain', word: state.replaceAll('_', ' ') }
}

export function fullName({ firstName, lastName }: Pick<OrderRecipient, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'No name'
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
  elavon_cc: 'Being confirmed',
  elavon_ach: 'Clearing',
  company_balance: 'Paid',
  company_terms: 'Open',
}

/** The state of a payment attempt. */
export function paymentWord({ state, methodCode }: Pick<OrderPayment, 'state' | 'methodCode'>): {
  tone: TagTone
  word: string
} {
  switch (state) {
    case 'started':
      return { tone: 'wait', word: 'Not finished' }
    case 'submitted':
      return {
        tone: 'wait',
        word: isByHand(methodCode)
          ? `Waiting for your ${WAYS_TO_PAY[methodCode].noun}`
          : SUBMITTED[methodCode],
      }
    case 'paid':
      // The bank has approved the debit; the money arrives when it is settled.
      if (methodCode === 'elavon_ach') return { tone: 'wait', word: SUBMITTED.elavon_ach }
      return { tone: 'good', word: 'Paid' }
    case 'settled':
      return { tone: 'good', word: 'Paid' }
    case 'failed':
      // Nothing declines a check, transfer, or invoice: we stopped waiting, and the payment's message says why.
      if (isRecorded(methodCode)) return { tone: 'plain', word: 'Ended' }
      return { tone: 'bad', word: 'Declined' }
    case 'expired':
      return { tone: 'plain', word: 'Expired' }
    case 'abandoned':
      return { tone: 'plain', word: 'Not paid' }
    case 'refunded':
      return { tone: 'plain', word: 'Refunded' }
  }
}
