import { addToCart, createCardItem } from '@laurel/contract/card-items'
import { planOrder } from '@laurel/contract/conversations'
import { resendDelivery } from '@laurel/contract/deliveries'
import { createShippingOrder, getOrder, reorder } from '@laurel/contract/orders'
import { addListToCardItem } from '@laurel/contract/recipient-lists'
import { formatDollars } from '@laurel/domain/money'
import { Refusal, type RefusalCode } from '@laurel/domain/refusal'
import type { Texts } from '@laurel/domain/texts'
import { priceChanged } from '../checkout/create-payment.ts'
import { ToolRefused, type Tools } from './call-tools.ts'
import type { OutcomeWire } from './conversations.repo.ts'
import type { Proposed } from './proposals.ts'

type Carrying = {
  tools: Tools
  i18n: Texts
  sign: (proposed: Omit<Proposed, 'expiresAt' | 'messageId'>) => { token: string; expires_at: string }
}

/**
 * Carries out what the customer confirmed, with the calls their own clicks would make. Each call has an idempotency key,
 * so confirming again doesn’t repeat it.
 *
 * @throws {Refusal} `price_changed` if the price is no longer the one they saw; `proposal_expired` if the people on its
 * list changed; or the refusal of a call
 */
export async function carryOut(carrying: Carrying, proposed: Proposed): Promise<OutcomeWire> {
  try {
    switch (proposed.kind) {
      case 'draft':
        return await createDraft(carrying, proposed)
      case 'cart':
        return await putInCart(carrying, proposed)
      case 'resend':
        return await resend(carrying, proposed)
      case 'reorder':
        return await orderAgain(carrying, proposed)
    }
  } catch (cause) {
    if (!(cause instanceof ToolRefused)) throw cause
    const { code, errors = [] } = cause.problem
    throw new Refusal(code as RefusalCode, {}, errors)
  }
}

type Of<Kind extends Proposed['kind']> = Extract<Proposed, { kind: Kind }>

async function createDraft(
  carrying: Carrying,
  { args, totalCents, messageId }: Of<'draft'>,
): Promise<OutcomeWire> {
  const { tools, i18n, sign } = carrying
  const { reward_type, denomination_cents, count, recipient_list_id } = args
  const plan = await tools(planOrder, { body: { reward_type, denomination_cents, count, recipient_list_id } })
  // The people on the list aren't the ones it was planned for.
  if (plan.recipient_list_version !== args.recipient_list_version) throw new Refusal('proposal_expired')
  if (plan.total_cents !== totalCents) throw priceChanged(totalCents, plan.total_cents)
  const name = i18n.t('{count, plural, one {# card} other {# cards}} of {value}', {
    count: plan.card_count,
    value: formatDollars(denomination_cents),
  })
  const item = await tools(
    createCardItem,
    {
      body: {
        name,
        reward_type,
        reward_card_template_id: args.template_id,
        design: args.design as never,
        denomination_cents,
        quantity: reward_type === 'bulk' ? (count ?? plan.card_count) : null,
        message: args.message,
      },
    },
    `guide-${messageId}-draft`,
  )
  const isListed = recipient_list_id !== undefined && reward_type !== 'bulk'
  if (isListed) {
    const given = { params: { id: recipient_list_id }, body: { card_item_id: item.id } }
    await tools(addListToCardItem, given, `guide-${messageId}-list`)
  }
  const isComplete = plan.unreachable_count === 0 && (isListed || reward_type === 'bulk')
  const next = {
    card_item_id: item.id,
    reward_type,
    send_at: args.send_at,
    shipping_option_id: args.shipping_option_id,
  }
  return {
    kind: 'draft',
    text: isComplete
      ? i18n.t('Your draft “{name}” is ready. Review it, or add it to your cart.', { name })
      : i18n.t('Your draft “{name}” is saved. Open it to add what’s missing.', { name }),
    links: [{ label: i18n.t('Open draft'), page: 'draft', id: item.id }],
    next: isComplete
      ? {
          kind: 'cart',
          label: i18n.t('Add to cart'),
          total_cents: totalCents,
          ...sign({ kind: 'cart', args: next, totalCents }),
        }
      : null,
  }
}

async function putInCart({ tools, i18n }: Carrying, { args, messageId }: Of<'cart'>): Promise<OutcomeWire> {
  const { card_item_id, reward_type, shipping_option_id, send_at } = args
  const item = await tools(addToCart, { body: { card_item_id } }, `guide-${messageId}-cart`)
  const send = isLater(send_at) ? send_at : null
  const { shipping_orders } = await tools(getOrder, { params: { id: item.order_id } })
  const there = shipping_orders.find((one) => one.reward_type === reward_type)
  // All cards of a type in the cart share one delivery, so keep the one that was chosen.
  const isOther =
    there !== undefined && (there.shipping_option_id !== shipping_option_id || there.send_at !== send)
  // Customers choose a parcel's address at checkout.
  if (shipping_option_id !== null && reward_type !== 'bulk' && there === undefined) {
    await tools(
      createShippingOrder,
      {
        body: {
          order_id: item.order_id,
          reward_type,
          shipping_option_id,
          send_at: send,
        },
      },
      `guide-${messageId}-shipping`,
    )
  }
  return {
    kind: 'cart',
    text: isOther
      ? i18n.t(
          'It’s in your cart, with the delivery you chose for the cards already there. You can change that at checkout. Nothing is charged until you pay.',
        )
      : i18n.t('It’s in your cart. Nothing is charged until you pay at checkout.'),
    links: [
      { label: i18n.t('Check out'), page: 'checkout' },
      { label: i18n.t('Open cart'), page: 'cart' },
    ],
    next: null,
  }
}

function isLater(moment: string | null): boolean {
  return moment !== null && Date.parse(moment) > Date.now()
}

async function resend({ tools, i18n }: Carrying, { args, messageId }: Of<'resend'>): Promise<OutcomeWire> {
  const { delivery_id: id, order_id, seen_updated_at, name } = args
  await tools(resendDelivery, { params: { id }, body: { seen_updated_at } }, `guide-${messageId}-resend`)
  return {
    kind: 'resend',
    text: i18n.t('We’re sending {name}’s card again.', { name }),
    links: [{ label: i18n.t('Open order'), page: 'order', id: order_id }],
    next: null,
  }
}

async function orderAgain(
  { tools, i18n }: Carrying,
  { args, messageId }: Of<'reorder'>,
): Promise<OutcomeWire> {
  await tools(reorder, { params: { id: args.order_id } }, `guide-${messageId}-reorder`)
  return {
    kind: 'reorder',
    text: i18n.t('We copied order {number} to your cart. Nothing is charged until you pay at checkout.', {
      number: args.number,
    }),
    links: [
      { label: i18n.t('Open cart'), page: 'cart' },
      { label: i18n.t('Check out'), page: 'checkout' },
    ],
    next: null,
  }
}
