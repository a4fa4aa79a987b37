import { addBusinessDays, arrival } from '@laurel/domain/arrival'
import { isUnplaced } from '@laurel/domain/order-status'
import { isByHand, isHostedPage, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { isOpenPayment, type PaymentState } from '@laurel/domain/payment-state'
import type { RewardType } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'
import { beginsWords, findShipping, type Order, type OrderPayment } from '../../parts/delivery-text.ts'
import { day, moment } from '../../parts/format.ts'
import { siteDay } from '../../parts/site-time.ts'

/**
 * The outcome to show to the customer:
 * - `ordered`: the payment was verified
 * - `money-on-its-way`: by check, transfer, or bank debit
 * - `open`: started on the payment page and not finished
 * - `declined`, `run-out`, `left`: nothing was charged
 * - `unpaid`: no payment was started
 * - `returned`: the bank took the money back after the order was placed
 * - `rejected`: the order itself was declined
 */
export type Outcome =
  | { kind: 'ordered' | 'money-on-its-way'; payment: OrderPayment | undefined }
  | { kind: 'open' }
  | { kind: 'rejected' }
  | { kind: 'unpaid'; payment: undefined }
  | { kind: 'declined' | 'run-out' | 'left' | 'returned'; payment: OrderPayment }

type Told = Pick<Order, 'status' | 'payments' | 'placedAt'>

/** Uses only the server's order, never values from the browser. */
export function outcomeOf(order: Told): Outcome {
  switch (order.status) {
    case 'cart':
    case 'awaiting_approval':
      return cartOutcome(order.payments)
    case 'pending_payment':
      return unpaidOutcome(order)
    case 'declined':
      return { kind: 'rejected' }
    default:
      return { kind: 'ordered', payment: payingPayment(order.payments) }
  }
}

function cartOutcome(payments: readonly OrderPayment[]): Outcome {
  if (payments.some(({ state }) => isOpenPayment(state))) return { kind: 'open' }
  const last = payments.at(-1)
  if (last?.state === 'failed') return { kind: 'declined', payment: last }
  if (last?.state === 'expired') return { kind: 'run-out', payment: last }
  if (last?.state === 'abandoned') return { kind: 'left', payment: last }
  return { kind: 'unpaid', payment: undefined }
}

/** Only the payment that placed the order can be returned; later ones are declined like any other. */
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

/** The payment that covers a placed order; earlier attempts may have failed. */
function payingPayment(payments: readonly OrderPayment[]): OrderPayment | undefined {
  const carries: readonly PaymentState[] = ['submitted', 'paid', 'settled', 'refunded']
  return payments.findLast(({ state }) => carries.includes(state)) ?? payments.at(-1)
}

/**
 * Whether to ask the provider. A cart may have been paid since, also by a second card after a declined
 * one. A placed order may be paid another way than was promised.
 */
export function mustAskBank(order: Pick<Order, 'status' | 'payments'>): boolean {
  const hosted = order.payments.filter(({ methodCode }) => isHostedPage(methodCode))
  if (isUnplaced(order.status)) return hosted.length > 0
  return order.status === 'pending_payment' && hosted.some(({ state }) => state === 'started')
}

export type RoadStop = { title: string; text: string; state: 'did' | 'now' | 'ahead' }

/** The last stage that is done in each status: a placed order is between placing and paying. */
const BEHIND = ['pending_payment', 'in_review', 'approved', 'fulfilled']

/** The stages of an order, first to last. */
export function roadOf(order: Order, payment: OrderPayment | undefined, timeZone: string): RoadStop[] {
  const i18n = pageTexts()

  const types = new Set(order.cardItems.map((item) => item.rewardTypeData.name))
  const reached = Math.max(0, BEHIND.indexOf(order.status))
  const isOnlyDigital = hasOnlyEmails(order)
  const stops = [
    { title: i18n.t('Placed'), text: order.placedAt ? moment(order.placedAt) : '' },
    paymentStop(order, payment, reached > 0),
    {
      title: i18n.t('We review it'),
      text: types.has('digital')
        ? i18n.t('Artwork and list, within a day')
        : i18n.t('Artwork and addresses, within a day'),
    },
    {
      title: isOnlyDigital ? i18n.t('Sent') : i18n.t('Printed and sent'),
      text: sentText(order, types, timeZone),
    },
    { title: i18n.t('Arrived'), text: arrivedText(types) },
  ]
  return stops.map((stop, index) => ({
    ...stop,
    state: index <= reached ? 'did' : index === reached + 1 ? 'now' : 'ahead',
  }))
}

function paymentStop(
  order: Order,
  payment: OrderPayment | undefined,
  isDone: boolean,
): { title: string; text: string } {
  const i18n = pageTexts()

  if (payment?.methodCode === 'company_terms' && payment.state === 'submitted') {
    return {
      title: i18n.t('On invoice'),
      text: order.dueOn ? i18n.t('Due {day}', { day: siteDay(`${order.dueOn}T12:00:00Z`, 'UTC') }) : '',
    }
  }
  if (payment === undefined || !isByHand(payment.methodCode)) {
    if (isDone) return { title: i18n.t('Paid'), text: payment ? day(payment.createdAt) : '' }
    return payment?.methodCode === 'elavon_ach'
      ? { title: i18n.t('Payment clears'), text: i18n.t('ACH takes about 4 business days') }
      : { title: i18n.t('Payment is checked'), text: i18n.t('We’ll email you when it clears') }
  }
  const what = WAYS_TO_PAY[payment.methodCode].noun
  return isDone
    ? { title: i18n.t('Paid'), text: i18n.t('Your {noun} has arrived', { noun: i18n.t(what) }) }
    : {
        title: i18n.t('Your {noun} arrives', { noun: i18n.t(what) }),
        text: i18n.t('{begins} when your money arrives', { begins: beginsWords(order) }),
      }
}

/** Whether all of an order's cards go out by email, so that nothing ships. */
export function hasOnlyEmails({ cardItems }: Pick<Order, 'cardItems'>): boolean {
  return cardItems.every((item) => item.rewardTypeData.name === 'digital')
}

function sentText(order: Order, types: ReadonlySet<string>, timeZone: string): string {
  const i18n = pageTexts()

  const sendAt = order.shippingOrders.find(({ rewardType }) => rewardType === 'digital')?.sendAt
  const texts = [
    types.has('digital') &&
      (sendAt
        ? i18n.t('Emails {day}', { day: siteDay(sendAt, timeZone) })
        : i18n.t('Emails right after review')),
    (types.has('direct') || types.has('bulk')) && i18n.t('Cards a business day after review'),
  ]
  const [first, second] = texts.filter((text) => text !== false)
  return second ? `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}` : (first ?? '')
}

function arrivedText(types: ReadonlySet<string>): string {
  const i18n = pageTexts()

  if (types.size === 1 && types.has('digital')) return i18n.t('Within minutes of being sent')
  return i18n.t('You can track every card on the order page')
}

type ShippingOption = Pick<AnswerOf<'listShippingOptions'>[number], 'id' | 'minDays' | 'maxDays'>
type Travelling = Pick<Order, 'shippingOrders' | 'bulkAddress' | 'placedAt' | 'status'> & {
  payments: readonly Pick<Order['payments'][number], 'methodCode'>[]
}

const AT_ONCE = { minDays: 0, maxDays: 0 }

/**
 * When one reward type arrives: "Arrives about Mon, Nov 30 to Wed, Dec 2.", counted from the day the
 * payment clears. Empty for emails that are scheduled or sent, and for a method that is no longer
 * offered.
 */
export function arrivalSentence(
  order: Travelling,
  type: RewardType,
  options: readonly ShippingOption[],
): string {
  const i18n = pageTexts()

  const shipping = findShipping(order, type)
  const option = options.find(({ id }) => id === shipping?.shippingOptionId)
  if (!option || !order.placedAt || order.status === 'fulfilled') return ''
  if (type === 'digital' && (shipping?.sendAt || order.status === 'approved')) return ''
  const method = order.payments.at(-1)?.methodCode
  const cleared = addBusinessDays(new Date(order.placedAt), method ? WAYS_TO_PAY[method].clearsInDays : 0)
  return i18n.t('Arrives about {days}.', {
    days: arrival(i18n, type === 'digital' ? AT_ONCE : option, cleared),
  })
}
