import { formatCents } from '@laurel/domain/money'
import { shownStatus } from '@laurel/domain/order-refund'
import { type ByHandMethod, isByHand, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { coversOrder } from '@laurel/domain/payment-state'
import { pageTexts, translated } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { heldTypes } from './order-words.ts'

export type Stage = {
  label: string
  state: 'done' | 'now' | 'ahead'
  at: string | undefined
}
export type OrderProgress = { stages: Stage[]; next: string }

type ProgressFacts = Pick<
  Order,
  | 'status'
  | 'displayStatus'
  | 'refundState'
  | 'refundedCents'
  | 'isShipped'
  | 'history'
  | 'placedAt'
  | 'cardItems'
  | 'payments'
>

const WAITS_FOR: Readonly<Record<Exclude<PaymentMethod, ByHandMethod>, string>> = {
  elavon_cc: /*i18n*/ 'We’re confirming your card payment. Then we’ll review your order.',
  elavon_ach:
    /*i18n*/ 'Your bank debit is clearing. That takes about 4 business days. Then we’ll review your order.',
  company_balance: /*i18n*/ 'Your company balance pays for this order. Then we’ll review it.',
  company_terms: /*i18n*/ 'It’s on invoice. We’ll review your order next.',
}

/** Numbers of deliveries by state. */
type Open = { waiting: number; needsAHand: number; underWay: number; arrived: number }

/**
 * How far an order has come, and what happens next in plain words. A rejected or refunded order has
 * no stages.
 *
 * @param organization the name of the organization that reviews it
 * @param open missing until its deliveries are loaded
 * @see docs/spec.md §4, "Display status"
 */
export function orderProgress(order: ProgressFacts, organization: string, open?: Open): OrderProgress {
  const i18n = pageTexts()

  if (order.displayStatus === 'rejected') {
    return { stages: [], next: rejectedSentence(order) }
  }
  if (shownStatus(order) === 'refunded') {
    const amount = { refunded: formatCents(order.refundedCents) }
    const next =
      open && open.underWay + open.arrived > 0
        ? i18n.t('We refunded all {refunded}. No more cards will be sent.', amount)
        : i18n.t('We refunded all {refunded}. No cards will be sent.', amount)
    return { stages: [], next }
  }
  const types = heldTypes(order.cardItems)
  const isAllDigital = types.length > 0 && types.every((type) => type === 'digital')
  const reached = stagesReached(order, isAllDigital)
  const dates = [
    order.placedAt,
    reachedAt(order, 'in_review'),
    reachedAt(order, 'approved'),
    reachedAt(order, 'fulfilled'),
  ]
  const isOpen = order.payments.some(
    ({ methodCode, state }) => methodCode === 'company_terms' && state === 'submitted',
  )
  const labels = [
    i18n.t('Placed'),
    isOpen ? i18n.t('On invoice') : i18n.t('Paid'),
    i18n.t('Approved'),
    isAllDigital ? i18n.t('Emails sent') : i18n.t('Shipped'),
  ]
  const stages = labels.map((label, index): Stage => {
    const state = index < reached ? 'done' : index === reached ? 'now' : 'ahead'
    return { label, state, at: state === 'done' ? (dates[index] ?? undefined) : undefined }
  })
  return {
    stages,
    next: nextSentence(order, organization, { isAllDigital, holdsDigital: types.includes('digital') }, open),
  }
}

function stagesReached({ displayStatus, status }: ProgressFacts, isAllDigital: boolean): number {
  switch (displayStatus) {
    case 'pending_payment':
      return 1
    case 'in_review':
      return status === 'cart' ? 0 : 2
    case 'approved':
      return isAllDigital && status === 'fulfilled' ? 4 : 3
    default:
      return 4
  }
}

function nextSentence(
  { status, displayStatus, payments }: ProgressFacts,
  organization: string,
  { isAllDigital, holdsDigital }: { isAllDigital: boolean; holdsDigital: boolean },
  open?: Open,
): string {
  const i18n = pageTexts()

  const unsent = open && status === 'fulfilled' ? openSentence(open) : ''
  if (unsent !== '') return unsent
  switch (displayStatus) {
    case 'pending_payment': {
      // Failed and unfinished payments bring no money.
      const coming = payments.findLast(({ state }) => state === 'submitted' || coversOrder(state))
      if (coming?.message && isPromised(coming))
        return i18n.t('{message} Once we receive the full amount, we’ll review your order.', {
          message: translated(i18n, coming.message),
        })
      return coming ? waitsFor(coming.methodCode) : i18n.t('Once it’s paid, we’ll review your order.')
    }
    case 'in_review':
      return isAllDigital
        ? i18n.t('{organization} is reviewing your order. Once it’s approved, the emails go out.', {
            organization,
          })
        : i18n.t(
            '{organization} is reviewing your order. Once it’s approved, we’ll make and send the cards.',
            { organization },
          )
    case 'approved':
      if (status !== 'fulfilled') {
        const being = isAllDigital
          ? i18n.t('The emails are being sent.')
          : i18n.t('We’re printing the cards. Next, we’ll ship them.')
        return open && open.needsAHand > 0 ? `${being} ${attentionWords(open.needsAHand)}.` : being
      }
      return isAllDigital
        ? i18n.t('We’ve sent every email.')
        : i18n.t('All cards are printed. Next, we’ll ship the last ones.')
    default:
      if (isAllDigital) return i18n.t('We’ve sent every email.')
      return holdsDigital
        ? i18n.t('We’ve shipped every card and sent every email.')
        : i18n.t('We’ve shipped every card.')
  }
}

function waitsFor(method: PaymentMethod): string {
  const i18n = pageTexts()

  if (!isByHand(method)) return i18n.t(WAITS_FOR[method])
  return i18n.t('We haven’t received your {noun} yet. Once we do, we’ll review your order.', {
    noun: i18n.t(WAYS_TO_PAY[method].noun),
  })
}

/** `2 deliveries are waiting to be sent, and 1 delivery needs attention. Everything else has been sent.` */
function openSentence({ waiting, needsAHand, underWay, arrived }: Open): string {
  const i18n = pageTexts()

  const parts = [
    ...(waiting > 0
      ? [
          i18n.t(
            '{deliveries, plural, one {# delivery is waiting to be sent} other {# deliveries are waiting to be sent}}',
            { deliveries: waiting },
          ),
        ]
      : []),
    ...(needsAHand > 0 ? [attentionWords(needsAHand)] : []),
  ]
  if (parts.length === 0) return ''
  const [one, other] = parts
  const sentence = other ? i18n.t('{one}, and {other}.', { one, other }) : `${one}.`
  return underWay + arrived > 0 ? `${sentence} ${i18n.t('Everything else has been sent.')}` : sentence
}

function attentionWords(needsAHand: number): string {
  const i18n = pageTexts()

  return i18n.t(
    '{deliveries, plural, one {# delivery needs attention} other {# deliveries need attention}}',
    { deliveries: needsAHand },
  )
}

/** A check or transfer that hasn't arrived in full. */
function isPromised({ methodCode, state }: ProgressFacts['payments'][number]): boolean {
  return isByHand(methodCode) && state === 'submitted'
}

function rejectedSentence({ payments }: ProgressFacts): string {
  const i18n = pageTexts()

  if (payments.some(({ state }) => state === 'refunded'))
    return i18n.t('We won’t make or send any cards, and we refunded your payment.')
  if (payments.some(({ state }) => coversOrder(state)))
    return i18n.t('We won’t make or send any cards, and we’ll refund your payment.')
  return i18n.t('We won’t make or send any cards, and you don’t owe anything.')
}

function reachedAt({ history }: ProgressFacts, status: Order['status']): string | undefined {
  return history.find((move) => move.status === status)?.at
}
