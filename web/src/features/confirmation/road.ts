import { isHostedPage } from '@laurel/domain/payment-state'
import { beginsWords } from '../../parts/begins-words.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { day, moment } from '../../parts/format.ts'
import { siteDay } from '../../parts/site-time.ts'
import type { Payment } from './outcome.ts'

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
