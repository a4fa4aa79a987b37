import type { RewardType } from '@laurel/domain/reward-type'
import type { BatchKit } from '../../features/batches/batch-kit.ts'
import { makeBatch } from '../../features/batches/print/make-batch.ts'
import { planOrder } from '../../features/deliveries/plan-fulfillment.ts'
import { type BuyerOfPast, recipientOf } from './demo-businesses.ts'
import type { Call } from './demo-callers.ts'
import type { makeDemoProvider } from './demo-provider.ts'
import type { Story } from './timeline.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type WithId = { id: number }
type Page<T> = { results: T[] }

/** The people and parts of a site that stories use. */
export type Cast = {
  siteId: number
  kit: BatchKit
  owner: Call
  finance: Call
  fulfillment: Call
  visitor: Call
  provider: ReturnType<typeof makeDemoProvider>
  /** Mails the digital cards that are due. */
  send(): Promise<void>
  /** The secret of the link that was mailed to an address. */
  linkOf(email: string): string | undefined
}

export type OrderPlan = {
  buyer: BuyerOfPast
  call: Call
  types: readonly RewardType[]
  cards: number
  cents: number
  method: 'elavon_cc' | 'elavon_ach' | 'self_hosted_check' | 'self_hosted_bank'
  line1: string
  message: string
  /** What happens to it besides. */
  turn?:
    | 'abandoned'
    | 'declined'
    | 'refunded'
    | 'wrong_amount'
    | 'late_check'
    | 'returned'
    | 'held'
    | 'waiting'
  /** Numbers of its first recipient, and of its check. */
  nth: number
}

/** An order from its design to its last card. */
export async function* orderStory(cast: Cast, plan: OrderPlan): Story {
  const order = await fillCart(plan)
  yield 3 * MINUTE
  if (plan.turn === 'abandoned') return
  yield* pay(cast, plan, order.id)
  if (plan.turn === 'wrong_amount') {
    yield* refundDiscrepancy(cast, order.id)
    return
  }
  if (plan.turn === 'waiting') return
  yield (1 + (plan.nth % 5)) * HOUR
  if (plan.turn === 'declined') {
    const reason = 'We couldn’t verify the business.'
    await cast.owner('POST', `orders/${order.id}/decline/`, { seen_status: 'in_review', reason })
    yield* finishRefunds(cast, plan, order.id)
    return
  }
  if (plan.turn === 'held') {
    await cast.owner('POST', `orders/${order.id}/notes/`, { text: 'Asked the customer to confirm the list.' })
    await cast.owner('POST', `orders/${order.id}/hold/`, {
      reason: 'Waiting for the customer to confirm the list',
    })
    yield 2 * DAY
    await cast.owner('POST', `orders/${order.id}/release/`, { reason: 'The customer confirmed the list' })
  }
  await cast.owner('POST', `orders/${order.id}/approve/`, { seen_status: 'in_review' })
  await planOrder(cast.kit, cast.siteId, order.id)
  // A cart that was left before may have added others.
  const { card_items } = await plan.call<{ card_items: Array<{ reward_type_data: { name: RewardType } }> }>(
    'GET',
    `orders/${order.id}/`,
  )
  const types = new Set(card_items.map(({ reward_type_data }) => reward_type_data.name))
  if (types.has('digital')) yield* email(cast, plan, order.id)
  if (types.has('direct')) {
    const [letter] = yield* mailBatch(cast, 'direct', order.id)
    if (plan.turn === 'returned') yield* returnLetter(cast, plan, letter!)
  }
  if (types.has('bulk')) yield* deliverParcels(cast, plan, yield* mailBatch(cast, 'bulk', order.id))
  if (plan.turn === 'refunded') yield* refund(cast, plan, order.id)
}

async function fillCart({
  call,
  buyer,
  types,
  cards,
  cents,
  line1,
  message,
  nth,
}: OrderPlan): Promise<{ id: number }> {
  const templates = await call<WithId[]>('GET', 'reward_card_templates/')
  for (const type of types) {
    const item = await call<WithId>('POST', 'card_items/', {
      name: `${line1}, ${cards} ${cards === 1 ? 'card' : 'cards'}`,
      reward_type: type,
      reward_card_template_id: templates[nth % templates.length]!.id,
      design: {
        tone: 'deep',
        gradient: 'soft',
        line1,
        line2: buyer.profile.legal_business_name,
        logo_file_key: null,
        logo_one_color: true,
      },
      denomination_cents: cents,
      message,
      ...(type === 'bulk' && { quantity: cards }),
    })
    if (type !== 'bulk') {
      const people = Array.from({ length: cards }, (_, n) => recipientOf(nth * 13 + n))
      const added = people.map(({ email, ...person }) =>
        type === 'digital' ? { first_name: person.first_name, last_name: person.last_name, email } : person,
      )
      await call('POST', 'card_recipient_details/edits/', { card_item_id: item.id, added })
    }
    await call('POST', 'add_to_cart/', { card_item_id: item.id })
  }
  const { results } = await call<Page<WithId>>('GET', 'orders/?status=cart')
  const { id } = results[0]!
  for (const type of types) {
    const options = await call<WithId[]>('GET', `shipping_options/?reward_type=${type}`)
    const chosen = { shipping_option_id: options[nth % options.length]!.id }
    if (type === 'bulk') {
      const { id: registered_address_id } = await addressOf(call, buyer)
      await call('POST', `orders/${id}/attach_address_to_bulk_items/`, { registered_address_id })
      await call('POST', `orders/${id}/bulk_shipping_orders/`, chosen)
    } else await call('POST', 'shipping_orders/', { order_id: id, reward_type: type, ...chosen })
  }
  return { id }
}

async function addressOf(call: Call, { address }: BuyerOfPast): Promise<{ id: number }> {
  const [known] = await call<WithId[]>('GET', 'registered_addresses/')
  return known ?? call<WithId>('POST', 'registered_addresses/', address)
}

async function* pay({ finance, provider, kit }: Cast, plan: OrderPlan, orderId: number): Story {
  const { call, method, turn, nth } = plan
  const payment = await call<{ remittance?: { reference: string } }>('POST', 'payments/', {
    order_id: orderId,
    method_code: method,
  })
  if (method === 'elavon_cc' || method === 'elavon_ach') {
    const payOnPage = provider.openPage()
    yield 2 * MINUTE
    const { total_cents } = await call<{ total_cents: number }>('GET', `orders/${orderId}/`)
    payOnPage(turn === 'wrong_amount' ? total_cents - 1_000 : undefined)
    await call('POST', `orders/${orderId}/verify_payment/`)
    if (method === 'elavon_cc') return
    // A bank debit settles after days, and may be returned for some more (`upkeep` asks the provider).
    yield 14 * DAY
    return
  }
  yield (turn === 'late_check' ? 24 : 5) * DAY
  const { total_cents } = await call<{ total_cents: number }>('GET', `orders/${orderId}/`)
  await finance('POST', 'received_payments/', {
    method_code: method,
    amount_cents: total_cents,
    reference: payment.remittance?.reference,
    document_number: String(4_100 + nth),
    received_on: kit.now().toISOString().slice(0, 10),
  })
}

async function* email(cast: Cast, { call, nth, cards }: OrderPlan, orderId: number): Story {
  yield 10 * MINUTE
  await cast.send()
  const people = Array.from({ length: cards }, (_, n) => ({
    n,
    link: cast.linkOf(recipientOf(nth * 13 + n).email),
  }))
  for (const { n, link } of people) {
    if (link === undefined) continue
    yield (2 + ((nth + n * 5) % 30)) * HOUR
    // One in six never opens the mail, and one in five of the others opens it without revealing the card.
    if ((nth + n) % 6 === 5) continue
    await cast.visitor('GET', `claims/${link}/`)
    if ((nth + n) % 5 === 4) continue
    yield MINUTE
    await cast.visitor('POST', `claims/${link}/reveal/`)
  }
  const bounced = await call<Page<WithId & { email: string }>>(
    'GET',
    `orders/${orderId}/deliveries/?status=bounced`,
  )
  for (const { id, email } of bounced.results) {
    yield DAY
    await call('PATCH', `deliveries/${id}/`, { email: `new.${email.replace(/\d+@/, '@')}` })
    await cast.send()
  }
}

type Mailed = WithId & { reference: string }

/** Prints what waits of an order, and hands it to the carrier. */
async function* mailBatch(
  { fulfillment, kit, siteId }: Cast,
  kind: 'direct' | 'bulk',
  orderId: number,
): AsyncGenerator<number, Mailed[], void> {
  yield 20 * HOUR
  const { id } = await fulfillment<WithId>('POST', 'batches/', { kind, order_id: orderId })
  await makeBatch(kit, siteId, id)
  yield 2 * HOUR
  await fulfillment('POST', `batches/${id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  yield 3 * HOUR
  await fulfillment('POST', `batches/${id}/mailed/`, { seen_status: 'printed' })
  const { results } = await fulfillment<Page<Mailed>>('GET', `batches/${id}/deliveries/?page_size=200`)
  return results
}

async function* deliverParcels({ fulfillment }: Cast, { nth }: OrderPlan, parcels: Mailed[]): Story {
  for (const { id } of parcels) {
    const tracking_number = `1Z999AA1${String(10_000_000 + nth).padStart(10, '0')}`
    await fulfillment('POST', `deliveries/${id}/tracking/`, { carrier: 'UPS', tracking_number })
  }
  yield 4 * DAY
  for (const { id } of parcels) await recordArrival(fulfillment, id, 'delivered', 'Carrier confirmation')
}

/** Letters aren't tracked, but some come back. */
async function* returnLetter(cast: Cast, { call, nth }: OrderPlan, { id }: Mailed): Story {
  yield 6 * DAY
  await recordArrival(cast.fulfillment, id, 'returned', 'Returned by the post office: moved')
  yield 9 * DAY
  const email = `moved.${nth}@people.example`
  await call('POST', `deliveries/${id}/convert_to_digital/`, { email })
  yield 10 * MINUTE
  await cast.send()
}

function recordArrival(fulfillment: Call, id: number, outcome: 'delivered' | 'returned', reason: string) {
  return fulfillment('POST', `deliveries/${id}/arrival/`, { seen_status: 'mailed', outcome, reason })
}

async function* refund(cast: Cast, plan: OrderPlan, orderId: number): Story {
  const { finance } = cast
  yield 3 * DAY
  const { payments } = await finance<{ payments: Array<WithId & { refundable_cents: number }> }>(
    'GET',
    `orders/${orderId}/money/`,
  )
  const paid = payments.find(({ refundable_cents }) => refundable_cents > 0)!
  await finance('POST', 'refunds/', {
    payment_id: paid.id,
    amount_cents: Math.min(plan.cents, paid.refundable_cents),
    reason: 'One card was ordered twice',
  })
  yield* finishRefunds(cast, plan, orderId)
}

/** Refunds by check are written, and what they held is released. */
async function* finishRefunds({ finance, owner }: Cast, { nth }: OrderPlan, orderId: number): Story {
  yield 5 * DAY
  const { results } = await finance<Page<WithId & { order_id: number; method_code: string }>>(
    'GET',
    'refunds/?only=open',
  )
  for (const { id, order_id, method_code } of results) {
    if (order_id !== orderId || method_code === 'elavon_cc') continue
    await finance('POST', `refunds/${id}/finish/`, { document_number: String(7_100 + nth) })
  }
  const { held_at } = await owner<{ held_at: string | null }>('GET', `orders/${orderId}/`)
  if (held_at !== null) await owner('POST', `orders/${orderId}/release/`, { reason: 'The refund is done' })
}

async function* refundDiscrepancy({ finance }: Cast, orderId: number): Story {
  yield 3 * DAY
  const { results } = await finance<Page<WithId & { order_id: number }>>(
    'GET',
    'payment_discrepancies/?page_size=200',
  )
  const { id } = results.find(({ order_id }) => order_id === orderId)!
  await finance('POST', `payment_discrepancies/${id}/refund/`, { note: 'The amount isn’t the order’s' })
}
