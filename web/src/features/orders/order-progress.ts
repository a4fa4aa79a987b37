import { formatCents } from '@laurel/domain/money'
import { shownStatus } from '@laurel/domain/order-refund'
import { type ByHandMethod, isByHand, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { coversOrder } from '@laurel/domain/payment-state'
import type { Order } from '../../parts/delivery-text.ts'
import { plural } from '../../parts/format.ts'
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
  elavon_cc: 'We’re confirming your card payment. Then we’ll review your order.',
  elavon_ach: 'Your bank debit is clearing. That takes about 4 business days. Then we’ll review your order.',
  company_balance: 'Your company balance pays this order. Then we’ll review it.',
  company_terms: 'It’s on invoice. We’ll review your order next.',
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
  if (order.displayStatus === 'rejected') {
    return { stages: [], next: `We won’t make or send any cards${moneyBack(order)}.` }
  }
  if (shownStatus(order) === 'refunded') {
    const cards = open && open.underWay + open.arrived > 0 ? 'No more cards' : 'No cards'
    return { stages: [], next: `We refunded all ${formatCents(order.refundedCents)}. ${cards} will be sent.` }
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
  const labels = ['Placed', isOpen ? 'On invoice' : 'Paid', 'Approved', isAllDigital ? 'Sent' : 'Shipped']
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
  const unsent = open && status === 'fulfilled' ? openSentence(open) : ''
  if (unsent !== '') return unsent
  switch (displayStatus) {
    case 'pending_payment': {
      // Failed and unfinished payments bring no money.
      const coming = payments.findLast(({ state }) => state === 'submitted' || coversOrder(state))
      if (coming?.message && isPromised(coming))
        return `${coming.message} Once we receive the full amount, we’ll review your order.`
      return coming ? waitsFor(coming.methodCode) : 'Once it’s paid, we’ll review your order.'
    }
    case 'in_review':
      return `${organization} is reviewing your order. Once it’s approved, ${isAllDigital ? 'the emails go out' : 'the cards are made and sent'}.`
    case 'approved':
      if (status !== 'fulfilled') {
        const being = isAllDigital
          ? 'The emails are being sent.'
          : 'We’re printing the cards. Next, we’ll ship them.'
        return open && open.needsAHand > 0 ? `${being} ${attentionWords(open.needsAHand)}.` : being
      }
      return isAllDigital
        ? 'We’ve sent every email.'
        : 'All cards are printed. Next, we’ll ship the last ones.'
    default:
      if (isAllDigital) return 'We’ve sent every email.'
      return holdsDigital ? 'We’ve shipped every card and sent every email.' : 'We’ve shipped every card.'
  }
}

function waitsFor(method: PaymentMethod): string {
  if (!isByHand(method)) return WAITS_FOR[method]
  return `We haven’t received your ${WAYS_TO_PAY[method].noun} yet. Once we do, we’ll review your order.`
}

/** `2 deliveries wait to be sent, and 1 delivery needs attention. Everything else has been sent.` */
function openSentence({ waiting, needsAHand, underWay, arrived }: Open): string {
  const parts = [
    ...(waiting > 0 ? [plural(waiting, 'delivery waits to be sent', 'deliveries wait to be sent')] : []),
    ...(needsAHand > 0 ? [attentionWords(needsAHand)] : []),
  ]
  if (parts.length === 0) return ''
  const rest = underWay + arrived > 0 ? ' Everything else has been sent.' : ''
  return `${parts.join(', and ')}.${rest}`
}

function attentionWords(needsAHand: number): string {
  return plural(needsAHand, 'delivery needs attention', 'deliveries need attention')
}

/** A check or transfer that hasn't arrived in full. */
function isPromised({ methodCode, state }: ProgressFacts['payments'][number]): boolean {
  return isByHand(methodCode) && state === 'submitted'
}

function moneyBack({ payments }: ProgressFacts): string {
  if (payments.some(({ state }) => state === 'refunded')) return ', and we refunded your payment'
  if (payments.some(({ state }) => coversOrder(state))) return ', and we’ll refund your payment'
  return ', and you don’t owe anything'
}

function reachedAt({ history }: ProgressFacts, status: Order['status']): string | undefined {
  return history.find((move) => move.status === status)?.at
}
