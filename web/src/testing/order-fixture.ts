import type { OutputOf } from '@laurel/contract/wire-types'
import type { RewardType } from '@laurel/domain/reward-type'

type OrderWire = OutputOf<'getOrder'>
type CardItemWire = OrderWire['card_items'][number]
type PaymentWire = OrderWire['payments'][number]

const NAMES: Record<RewardType, string> = {
  bulk: 'Welcome aboard',
  direct: 'Winter thank-you',
  digital: 'Referral bonus',
}

/** A complete card item in the cart: two cards of 50 dollars. */
export function cardItem(type: RewardType, changed: Partial<CardItemWire> = {}): CardItemWire {
  return {
    id: { bulk: 1, direct: 2, digital: 3 }[type],
    order_id: 7,
    name: NAMES[type],
    state: 'in_cart',
    reward_type_data: { name: type, title: type },
    reward: { id: 1, name: 'Meridian Prepaid', network: 'meridian' },
    reward_card_template_id: 1,
    art: 'laurel',
    design: {
      tone: 'deep',
      gradient: 'soft',
      line1: 'Thank you',
      line2: '',
      logo_file_key: null,
      logo_one_color: true,
    },
    denomination_cents: 5_000,
    quantity: type === 'bulk' ? 2 : null,
    message: '',
    sender_name: '',
    recipient_count: type === 'bulk' ? 0 : 2,
    attention_count: 0,
    duplicates: { count: 0, cents: 0 },
    card_count: 2,
    value_cents: 10_000,
    amounts: [{ count: 2, each_cents: 5_000 }],
    missing: [],
    updated_at: '2026-11-21T10:00:00Z',
    ...changed,
  }
}

const ADDRESS: NonNullable<OrderWire['bulk_address']> = {
  id: 1,
  label: '',
  name: 'Dana Whitlock',
  company: '',
  address1: '90 Foundry Road',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  phone: '',
  is_default: true,
}

function shippingOrder(type: RewardType, id: number): OrderWire['shipping_orders'][number] {
  return {
    id,
    order_id: 7,
    reward_type: type,
    shipping_option_id: id,
    carrier: 'UPS',
    service: 'UPS Ground',
    price_cents: 1_840,
    per: 'shipment',
    address: null,
    send_at: null,
    state: 'chosen',
    tracking_number: '',
  }
}

/** The current order with one card item and delivery method per type. */
export function order(types: readonly RewardType[], changed: Partial<OrderWire> = {}): OrderWire {
  const items = types.map((type) => cardItem(type))
  return {
    id: 7,
    number: '',
    status: 'cart',
    display_status: 'in_review',
    refund_state: 'none',
    refunded_cents: 0,
    is_shipped: false,
    po_number: '',
    fields: [],
    decline_reason: '',
    card_items: items,
    bulk_address: types.includes('bulk') ? ADDRESS : null,
    shipping_orders: types.map((type, at) => shippingOrder(type, at + 1)),
    payments: [],
    card_count: 2 * items.length,
    total_cents: 10_000 * items.length,
    frozen_until: null,
    history: [],
    created_at: '2026-11-21T10:00:00Z',
    placed_at: null,
    placed_by: 'Dana Whitlock',
    due_on: null,
    external_id: null,
    mode: 'live',
    is_own: true,
    ...changed,
  }
}

export function payment(changed: Partial<PaymentWire> = {}): PaymentWire {
  return {
    id: 1,
    order_id: 7,
    method_code: 'elavon_cc',
    state: 'started',
    amount_cents: 10_000,
    masked_account: '',
    message: '',
    created_at: '2026-11-21T10:00:00Z',
    expires_at: '2026-11-21T10:16:00Z',
    hosted_page: { url: 'https://pay.example/hosted-payments', fields: { ssl_txn_auth_token: 'tok/en+=' } },
    remittance: null,
    ...changed,
  }
}

/** The summary of a complete order. */
export function summary(changed: Partial<OutputOf<'getOrderSummary'>> = {}): OutputOf<'getOrderSummary'> {
  const part = (count: number, each_cents: number) => ({ count, each_cents })
  const line = (label: string, cents: number, ...parts: ReturnType<typeof part>[]) => ({
    label,
    reward_type: 'bulk' as const,
    card_item_id: null,
    cents,
    parts,
  })
  return {
    order_id: 7,
    card_count: 2,
    value: { cents: 10_000, lines: [line('Welcome aboard', 10_000, part(2, 5_000))] },
    fees: { cents: 390, lines: [line('Bulk', 390, part(2, 195))] },
    delivery: { cents: 1_840, lines: [line('UPS Ground', 1_840, part(1, 1_840))] },
    total_cents: 12_230,
    checkout_type: 'bulk',
    missing: [],
    fields: [],
    approval: null,
    ...changed,
  }
}

/** One page of a list. */
export function pageOf(...results: unknown[]) {
  return { count: results.length, next: null, previous: null, results }
}
