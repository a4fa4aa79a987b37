import { pageTexts } from '../../../app/texts.ts'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import { moment } from '../../../parts/format.ts'
import type { TagTone } from '../../../parts/Tag.tsx'
import { sentTo } from '../order-words.ts'
import type { Delivery } from './deliveries.queries.ts'

export function deliveryState({ status }: Pick<Delivery, 'status'>): { tone: TagTone; word: string } {
  return DELIVERY_STATES[status]
}

type Dates = Pick<
  Delivery,
  | 'status'
  | 'dueAt'
  | 'sentAt'
  | 'openedAt'
  | 'claimedAt'
  | 'bouncedAt'
  | 'mailedAt'
  | 'deliveredAt'
  | 'returnedAt'
  | 'problem'
  | 'isHeld'
>

/** When a delivery reached its state, or why it failed. */
export function deliveryDetail(delivery: Dates, now = new Date()): string {
  const i18n = pageTexts()

  const { status, problem, dueAt } = delivery
  if (status === 'bounced' || status === 'returned') {
    return problem || said(status === 'bounced' ? delivery.bouncedAt : delivery.returnedAt)
  }
  if (status === 'queued') {
    if (delivery.isHeld) return i18n.t('On hold until its payment is settled')
    return new Date(dueAt) > now ? i18n.t('To be sent {date}', { date: moment(dueAt) }) : ''
  }
  const reached: Partial<Record<Delivery['status'], string | null>> = {
    sent: delivery.sentAt,
    opened: delivery.openedAt,
    claimed: delivery.claimedAt,
    mailed: delivery.mailedAt,
    delivered: delivery.deliveredAt,
  }
  return said(reached[status] ?? null)
}

function said(at: string | null): string {
  return at === null ? '' : moment(at)
}

/** The recipient's name, or the company that receives the parcel. */
export function deliveryName({
  firstName,
  lastName,
  company,
}: Pick<Delivery, 'firstName' | 'lastName' | 'company'>): string {
  const i18n = pageTexts()

  return `${firstName} ${lastName}`.trim() || company || i18n.t('No name')
}

/** What happens after a fix: an email leaves soon, a letter is printed first. */
export function againWords(
  { rewardType, firstName, lastName, company }: Delivery,
  isByEmail: boolean,
): string {
  const i18n = pageTexts()

  if (rewardType === 'bulk') return i18n.t('We’ll print the parcel’s cards again and ship them')
  const name = firstName || lastName || company
  if (name === '') {
    return isByEmail
      ? i18n.t('The card will be sent again in a moment')
      : i18n.t('The card will be printed again and mailed')
  }
  return isByEmail
    ? i18n.t('{name}’s card will be sent again in a moment', { name })
    : i18n.t('{name}’s card will be printed again and mailed', { name })
}

/** The destination in one line, with the number of cards in a parcel. */
export function deliveryPlace(delivery: Delivery): string {
  const i18n = pageTexts()

  const place = sentTo(delivery, delivery.rewardType === 'digital')
  return delivery.rewardType === 'bulk'
    ? i18n.t('{place}. {cards, plural, one {# card} other {# cards}} in a parcel', {
        place,
        cards: delivery.cardCount,
      })
    : place
}

/** The label of a delivery's button; undefined if nothing can be done. */
export function deliveryAction(
  delivery: Pick<Delivery, 'group' | 'mayFixEmail' | 'mayFixAddress' | 'mayResend' | 'mayConvert'>,
): string | undefined {
  const i18n = pageTexts()

  const isFixable = delivery.mayFixEmail || delivery.mayFixAddress
  if (delivery.group === 'needs_a_hand' && (isFixable || delivery.mayConvert)) return i18n.t('Fix and resend')
  if (isFixable) return delivery.mayResend ? i18n.t('Change or resend') : i18n.t('Change')
  return delivery.mayResend ? i18n.t('Resend') : undefined
}
