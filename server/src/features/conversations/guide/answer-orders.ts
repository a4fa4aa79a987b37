import type { Delivery } from '@laurel/contract/deliveries'
import { listDeliveries } from '@laurel/contract/deliveries'
import { getOrder, getOrderSummary, listOrders, type Order } from '@laurel/contract/orders'
import { getOrdersOverview } from '@laurel/contract/orders-overview'
import { DELIVERY_STATUS_WORDS } from '@laurel/domain/delivery-status'
import { formatCents } from '@laurel/domain/money'
import { DISPLAY_LABELS, ORDER_STATUSES } from '@laurel/domain/order-status'
import type * as z from 'zod'
import { ask, EXAMPLES, type Link, offerLinks, type Question, say } from './guide-question.ts'

type OrderWire = z.output<typeof Order>
type DeliveryWire = z.output<typeof Delivery>

/** Orders that were placed. A cart isn’t one yet. */
const PLACED = ORDER_STATUSES.filter((status) => status !== 'cart')
/** We search this many of the latest orders for a person. */
const ORDERS_SEARCHED = 8

/** The order a sentence names, or the latest one. If there isn’t one, says so and returns undefined. */
export async function orderAsked(question: Question): Promise<OrderWire | undefined> {
  const { slots, tools, i18n } = question
  const { orderNumber } = slots
  if (orderNumber !== undefined) {
    const { results } = await tools(listOrders, { query: { search: orderNumber, page_size: 20 } })
    const found = results.find(({ number }) => number === orderNumber)
    if (found === undefined) {
      await say(question, i18n.t('I couldn’t find order {number}.', { number: orderNumber }))
      await offerLinks(question, { label: i18n.t('My rewards'), page: 'my_rewards' })
    }
    return found
  }
  const { results } = await tools(listOrders, { query: { status: [...PLACED], page_size: 1 } })
  if (results[0] === undefined) await sayNoOrders(question)
  return results[0]
}

async function sayNoOrders(question: Question) {
  const { i18n } = question
  await say(question, i18n.t('You haven’t placed an order yet.'))
  await ask(question, EXAMPLES.plan)
}

export function orderLink(i18n: Question['i18n'], { id, number }: { id: number; number: string }): Link {
  return { label: i18n.t('Order {number}', { number }), page: 'order', id }
}

export async function answerOrderStatus(question: Question): Promise<void> {
  const { i18n, tools } = question
  const order = await orderAsked(question)
  if (order === undefined) return
  await say(question, statusText(question, order))
  if (['approved', 'fulfilled'].includes(order.status)) {
    const { counts } = await tools(listDeliveries, { params: { id: order.id }, query: { page_size: 1 } })
    const { arrived, under_way, waiting, needs_a_hand } = counts
    await say(
      question,
      i18n.t(
        'Deliveries: {arrived, number} arrived, {underWay, number} on the way, {waiting, number} waiting, {attention, plural, one {# needs attention} other {# need attention}}.',
        { arrived, underWay: under_way, waiting, attention: needs_a_hand },
      ),
    )
  }
  await offerLinks(question, orderLink(i18n, order))
}

function statusText({ i18n }: Question, order: OrderWire): string {
  const name = order.card_items[0]?.name ?? ''
  const values = {
    number: order.number,
    name,
    cards: order.card_count,
    total: formatCents(order.total_cents),
    status: i18n.t(
      order.status === 'awaiting_approval' ? 'Awaiting approval' : DISPLAY_LABELS[order.display_status],
    ),
  }
  return order.number === ''
    ? i18n.t(
        'Your order “{name}” ({cards, plural, one {# card} other {# cards}}, {total}): {status}.',
        values,
      )
    : i18n.t(
        'Order {number}, “{name}” ({cards, plural, one {# card} other {# cards}}, {total}): {status}.',
        values,
      )
}

/** Says what an order is waiting for. */
export async function answerWhyHeld(question: Question): Promise<void> {
  const { i18n } = question
  const order = await orderAsked(question)
  if (order === undefined) return
  await say(question, statusText(question, order))
  const reason = reasonText(question, order)
  if (reason !== undefined) await say(question, reason)
  if (await isHeld(question, order)) {
    await say(
      question,
      i18n.t(
        'It’s on hold, and nothing is sent until we release it. Our messages to you are on the order’s page.',
      ),
    )
  }
  if (order.status === 'awaiting_approval') {
    await offerLinks(question, { label: i18n.t('Approvals'), page: 'approvals' })
    return
  }
  const { support_email: address } = question.site
  await offerLinks(
    question,
    orderLink(i18n, order),
    ...(address ? [{ label: i18n.t('Email us'), page: 'email' as const, address }] : []),
  )
}

/** Why an order isn’t further along; undefined if its status says enough. */
function reasonText({ i18n }: Question, { status, decline_reason: declined }: OrderWire): string | undefined {
  if (status === 'declined') {
    return declined ? i18n.t('Reason: {reason}', { reason: i18n.t(declined) }) : undefined
  }
  const reasons: Partial<Record<OrderWire['status'], string>> = {
    awaiting_approval: i18n.t('Your company’s rules require approval first. Nothing is charged until then.'),
    pending_payment: i18n.t('We’re waiting for your full payment. Checks and transfers take a few days.'),
    in_review: i18n.t('We review each order before we issue its cards. You don’t need to do anything.'),
    approved: i18n.t('It’s approved, and we’re issuing and sending its cards.'),
    fulfilled: i18n.t('All of its cards have been sent.'),
  }
  return reasons[status]
}

async function isHeld({ tools }: Question, { id }: OrderWire): Promise<boolean> {
  const { results } = await tools(listDeliveries, { params: { id }, query: { page_size: 1 } }).catch(() => ({
    results: [] as DeliveryWire[],
  }))
  return results.some(({ is_held }) => is_held)
}

export async function answerListOrders(question: Question): Promise<void> {
  const { i18n, tools } = question
  const { count, results } = await tools(listOrders, { query: { status: [...PLACED], page_size: 5 } })
  if (count === 0) return sayNoOrders(question)
  await say(
    question,
    i18n.t('{count, plural, one {You have # order.} other {You have # orders. These are the latest:}}', {
      count,
    }),
  )
  await question.add({
    type: 'facts',
    facts: results.map((order) => ({
      title: order.card_items[0]?.name ?? '',
      text: statusText(question, order),
      link: orderLink(i18n, order),
    })),
  })
  await offerLinks(question, { label: i18n.t('My rewards'), page: 'my_rewards' })
}

export async function answerUnpaid(question: Question): Promise<void> {
  const { i18n, tools } = question
  const { unpaid, to_pay } = await tools(getOrdersOverview)
  if (unpaid.length === 0) {
    return say(question, i18n.t('Nothing is due. All of your orders are paid or on invoice.'))
  }
  await say(question, i18n.t('{total} is due:', { total: formatCents(to_pay.cents) }))
  await question.add({
    type: 'facts',
    facts: unpaid.slice(0, 5).map(({ order_id: id, order_number: number, name, cents }) => ({
      title: formatCents(cents),
      text: name,
      link: orderLink(i18n, { id, number }),
    })),
  })
}

export async function answerUndelivered(question: Question): Promise<void> {
  const { i18n, tools } = question
  const { troubled } = await tools(getOrdersOverview)
  if (troubled.length === 0) return say(question, i18n.t('No cards have bounced or been returned.'))
  await say(
    question,
    i18n.t('These orders have cards that didn’t arrive. Open one to fix and resend its cards.'),
  )
  await question.add({
    type: 'facts',
    facts: troubled.slice(0, 5).map(({ order_id: id, order_number: number, name, bounced, returned }) => ({
      title: name,
      text: i18n.t('{bounced, number} bounced, {returned, number} returned', { bounced, returned }),
      link: orderLink(i18n, { id, number }),
    })),
  })
}

export async function answerCart(question: Question): Promise<void> {
  const { i18n, tools } = question
  const summary = await tools(getOrderSummary)
  if (summary.card_count === 0) {
    await say(question, i18n.t('Your cart is empty.'))
    return ask(question, EXAMPLES.plan)
  }
  await say(
    question,
    i18n.t('Your cart has {cards, plural, one {# card} other {# cards}}. The total is {total}.', {
      cards: summary.card_count,
      total: formatCents(summary.total_cents),
    }),
  )
  await offerLinks(
    question,
    { label: i18n.t('Open cart'), page: 'cart' },
    { label: i18n.t('Check out'), page: 'checkout' },
  )
}

/** A person’s cards in the latest orders. */
async function cardsOf(question: Question): Promise<DeliveryWire[]> {
  const { slots, tools } = question
  const order = slots.orderNumber === undefined ? undefined : await orderAsked(question)
  const { results } = order
    ? { results: [order] }
    : await tools(listOrders, { query: { status: ['approved', 'fulfilled'], page_size: ORDERS_SEARCHED } })
  const pages = await Promise.all(
    results.map(({ id }) =>
      tools(listDeliveries, { params: { id }, query: { search: slots.person ?? '', page_size: 5 } }),
    ),
  )
  return pages.flatMap((page) => page.results)
}

export async function answerFindPerson(question: Question): Promise<void> {
  const { i18n, slots } = question
  const { person } = slots
  if (person === undefined) return say(question, i18n.t('Whose card do you mean? Enter a name or email.'))
  const found = await cardsOf(question)
  if (found.length === 0) return sayNoCard(question, person)
  await say(
    question,
    i18n.t('{count, plural, one {I found # card:} other {I found # cards:}}', { count: found.length }),
  )
  await question.add({ type: 'facts', facts: found.slice(0, 5).map((one) => cardFact(question, one)) })
}

async function sayNoCard(question: Question, person: string) {
  const { i18n } = question
  await say(
    question,
    i18n.t('I couldn’t find a card for “{person}” in your latest orders. Try their email or last name.', {
      person,
    }),
  )
  await offerLinks(question, { label: i18n.t('My rewards'), page: 'my_rewards' })
}

function nameOf({ first_name, last_name, email }: DeliveryWire): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email
}

function cardFact({ i18n }: Question, delivery: DeliveryWire) {
  const { status, problem, order_id: id, order_number: number } = delivery
  const word = i18n.t(DELIVERY_STATUS_WORDS[status])
  return {
    title: nameOf(delivery),
    text: problem ? `${word}. ${i18n.t(problem)}` : word,
    link: orderLink(i18n, { id, number }),
  }
}

/** Proposes to send a card again. The customer has to confirm it. */
export async function answerResend(question: Question): Promise<void> {
  const { i18n, slots, sign } = question
  const { person } = slots
  if (person === undefined) {
    await say(
      question,
      i18n.t(
        'You can resend cards on the order’s page. To do it here, name the person, such as “Resend Maya Okafor’s card”.',
      ),
    )
    return offerLinks(question, { label: i18n.t('My rewards'), page: 'my_rewards' })
  }
  const found = await cardsOf(question)
  if (found.length === 0) return sayNoCard(question, person)
  const [card, ...others] = found.filter(({ may_resend }) => may_resend)
  if (card === undefined) {
    await say(question, i18n.t('This card can’t be sent again:'))
    return question.add({ type: 'facts', facts: found.slice(0, 5).map((one) => cardFact(question, one)) })
  }
  if (others.length > 0) {
    await say(question, i18n.t('I found several cards. Open the order to send the right one again:'))
    const facts = [card, ...others].slice(0, 5).map((one) => cardFact(question, one))
    return question.add({ type: 'facts', facts })
  }
  const name = nameOf(card)
  const args = { delivery_id: card.id, order_id: card.order_id, seen_updated_at: card.updated_at, name }
  await question.add({
    type: 'offer',
    title: i18n.t('Send {name}’s card again', { name }),
    text:
      card.reward_type === 'digital'
        ? i18n.t('By email to {email}. It’s the same card, and it’s free.', { email: card.email })
        : i18n.t('By mail to {city}, {state}. It’s free.', { city: card.city, state: card.state }),
    proposal: {
      kind: 'resend',
      label: i18n.t('Send again'),
      total_cents: 0,
      ...sign({ kind: 'resend', args, totalCents: 0 }),
    },
  })
}

/** Proposes to copy an order into the cart, where it’s checked and paid like any other. */
export async function answerReorder(question: Question): Promise<void> {
  const { i18n, sign, tools } = question
  const found = await orderAsked(question)
  if (found === undefined) return
  const {
    id,
    number,
    card_items: items,
    card_count: cards,
  } = await tools(getOrder, { params: { id: found.id } })
  await question.add({
    type: 'offer',
    title: i18n.t('Repeat order {number}', { number }),
    text: i18n.t(
      '“{name}”: {cards, plural, one {# card} other {# cards}} for the same people, added to your cart at today’s prices.',
      { name: items[0]?.name ?? '', cards },
    ),
    proposal: {
      kind: 'reorder',
      label: i18n.t('Copy to cart'),
      total_cents: 0,
      ...sign({ kind: 'reorder', args: { order_id: id, number }, totalCents: 0 }),
    },
  })
}
