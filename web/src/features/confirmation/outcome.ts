import { isHostedPage, isOpenPayment, type PaymentState } from '@laurel/domain/payment-state'
import { beginsWords } from '../../parts/begins-words.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { day, moment } from '../../parts/format.ts'
import { siteDay } from '../../parts/site-time.ts'

export type Payment = Order['payments'][number]

/**
 * What became of an order, as its customer must be told:
 * - `ordered`: its money was verified; `money-on-its-way`: a check, a transfer or a bank debit
 * - `open`: begun on the payment page and not ended
 * - `declined`, `run-out`, `left`: nothing was charged; `unpaid`: nothing was begun
 * - `returned`: the bank took the money back after the order was placed
 * - `rejected`: the order itself was declined
 */
export type Outcome =
  | { kind: 'ordered' | 'money-on-its-way'; payment: Payment | undefined }
  | { kind: 'open' }
  | { kind: 'rejected' }
  | { kind: 'unpaid'; payment: undefined }
  | { kind: 'declined' | 'run-out' | 'left' | 'returned'; payment: Payment }

type Told = Pick<Order, 'status' | 'payments' | 'placedAt'>

/** Reads the outcome off the order as the server tells it, and off nothing else. */
export function outcomeOf(order: Told): Outcome {
  switch (order.status) {
    case 'cart':
      return cartOutcome(order.payments)
    case 'pending_payment':
      return unpaidOutcome(order)
    case 'declined':
      return { kind: 'rejected' }
    default:
      return { kind: 'ordered', payment: payingPayment(order.payments) }
  }
}

function cartOutcome(payments: readonly Payment[]): Outcome {
  if (payments.some(({ state }) => isOpenPayment(state))) return { kind: 'open' }
  const last = payments.at(-1)
  if (last?.state === 'failed') return { kind: 'declined', payment: last }
  if (last?.state === 'expired') return { kind: 'run-out', payment: last }
  if (last?.state === 'abandoned') return { kind: 'left', payment: last }
  return { kind: 'unpaid', payment: undefined }
}

/** The payment an order was placed by can come back from the bank; a later one is declined like any other. */
function unpaidOutcome({ payments, placedAt }: Told): Outcome {
  const last = payments.at(-1)
  switch (last?.state) {
    case 'started':
      return { kind: 'open' }
    case 'expired':
      return { kind: 'run-out', payment: last }
    case 'abandoned':
      return { kind: 'left', payment: last }
    case 'failed':
      return { kind: placedAt && last.createdAt > placedAt ? 'declined' : 'returned', payment: last }
    default:
      return { kind: 'money-on-its-way', payment: payingPayment(payments) }
  }
}

/** The payment that carries a placed order: an earlier attempt may have failed. */
function payingPayment(payments: readonly Payment[]): Payment | undefined {
  const carries: readonly PaymentState[] = ['submitted', 'paid', 'settled', 'refunded']
  return payments.findLast(({ state }) => carries.includes(state)) ?? payments.at(-1)
}

/**
 * Must the provider be asked? While the order is still a cart its payment may have been made since,
 * also on a second card after a declined one. A placed order may be paid another way than was promised.
 */
export function mustAskBank(order: Pick<Order, 'status' | 'payments'>): boolean {
  const hosted = order.payments.filter(({ methodCode }) => isHostedPage(methodCode))
  if (order.status === 'cart') return hosted.length > 0
  return order.status === 'pending_payment' && hosted.some(({ state }) => state === 'started')
}

export type RoadStop = { title: string; text: string; state: 'did' | 'now' | 'ahead' }

/** Which stop is behind an order in each status: a placed one stands between placing and paying. */
const BEHIND = ['pending_payment', 'in_review', 'approved', 'fulfilled']

/** What happens to an order from here on, in the order it happens. */
export function roadOf(order: Order, payment: Payment | undefined, timeZone: string): RoadStop[] {
  const types = new Set(order.cardItems.map((item) => item.rewardTypeData.name))
  const reached = Math.max(0, BEHIND.indexOf(order.status))
  const isOnlyDigital = types.size === 1 && types.has('digital')
  const stops = [
    { title: 'Placed', text: order.placedAt ? moment(order.placedAt) : '' },
    paymentStop(order, payment, reached > 0),
    {
      title: 'We review it',
      text: types.has('digital') ? 'Artwork and list, within a day' : 'Artwork and addresses, within a day',
    },
    { title: isOnlyDigital ? 'Sent' : 'Printed and sent', text: sentText(order, types, timeZone) },
    { title: 'Arrived', text: arrivedText(types) },
  ]
  return stops.map((stop, index) => ({
    ...stop,
    state: index <= reached ? 'did' : index === reached + 1 ? 'now' : 'ahead',
  }))
}

function paymentStop(
  order: Order,
  payment: Payment | undefined,
  isDone: boolean,
): { title: string; text: string } {
  if (payment === undefined || isHostedPage(payment.methodCode)) {
    if (isDone) return { title: 'Paid', text: payment ? day(payment.createdAt) : '' }
    return payment?.methodCode === 'elavon_ach'
      ? { title: 'Payment clears', text: 'ACH takes about 4 business days' }
      : { title: 'Payment is checked', text: 'We’ll email you when it clears' }
  }
  const what = payment.methodCode === 'self_hosted_check' ? 'check' : 'transfer'
  return isDone
    ? { title: 'Paid', text: `Your ${what} has arrived` }
    : { title: `Your ${what} arrives`, text: `${beginsWords(order)} when your money arrives` }
}

function sentText(order: Order, types: ReadonlySet<string>, timeZone: string): string {
  const sendAt = order.shippingOrders.find(({ rewardType }) => rewardType === 'digital')?.sendAt
  const texts = [
    types.has('digital') && (sendAt ? `Emails ${siteDay(sendAt, timeZone)}` : 'Emails right after review'),
    (types.has('direct') || types.has('bulk')) && 'Cards a business day after review',
  ]
  const [first, second] = texts.filter((text) => text !== false)
  return second ? `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}` : (first ?? '')
}

function arrivedText(types: ReadonlySet<string>): string {
  if (types.size === 1 && types.has('digital')) return 'Within minutes of being sent'
  return 'You can follow every card on the order’s page'
}
