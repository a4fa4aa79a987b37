import type { OperationName } from '../routes.ts'
import type { InputOf, OutputOf } from '../wire-types.ts'

type Example<Name extends OperationName> = { body?: InputOf<Name>['body']; answer?: OutputOf<Name> }
type Examples<Name extends OperationName> = { readonly [Key in Name]: Example<Key> }

const ORDER = {
  items: [
    {
      saved_design_id: 12,
      denomination_cents: 5000,
      recipients: [{ first_name: 'Ana', last_name: 'Ruiz', email: 'ana@recipient.example' }],
    },
  ],
  deliveries: [{ reward_type: 'digital', shipping_option_id: 3 }],
} satisfies InputOf<'quoteOrder'>['body']

const PLACED: OutputOf<'placeOrder'> = {
  id: 7,
  number: '10475',
  status: 'in_review',
  display_status: 'in_review',
  refund_state: 'none',
  refunded_cents: 0,
  is_shipped: false,
  po_number: '',
  fields: [],
  decline_reason: '',
  card_items: [
    {
      id: 19,
      order_id: 7,
      name: 'Thank you',
      state: 'in_cart',
      reward_type_data: { name: 'digital', title: 'Digital' },
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
      brand: {
        site_primary_color: '#0B6B4F',
        site_secondary_color: '#F2A93B',
        site_tertiary_color: '#12211C',
        card_mark: {
          paths: [{ d: 'M16 16A8 8 0 0 0 16 0Z', second: false }],
          word: 'Northwind',
          serif: false,
        },
        network_name: 'meridian',
      },
      denomination_cents: 5000,
      quantity: null,
      message: '',
      sender_name: '',
      recipient_count: 1,
      attention_count: 0,
      duplicates: { count: 0, cents: 0 },
      card_count: 1,
      value_cents: 5000,
      amounts: [{ count: 1, each_cents: 5000 }],
      missing: [],
      updated_at: '2026-11-28T14:00:00.000Z',
    },
  ],
  bulk_address: null,
  shipping_orders: [
    {
      id: 8,
      order_id: 7,
      reward_type: 'digital',
      shipping_option_id: 3,
      carrier: 'email',
      service: 'Email',
      price_cents: 0,
      per: 'recipient',
      address: null,
      send_at: null,
      state: 'chosen',
      tracking_number: '',
    },
  ],
  payments: [
    {
      id: 23,
      order_id: 7,
      method_code: 'company_balance',
      state: 'settled',
      amount_cents: 5125,
      masked_account: '',
      message: '',
      created_at: '2026-11-28T14:00:00.000Z',
      expires_at: null,
      hosted_page: null,
      remittance: null,
    },
  ],
  card_count: 1,
  total_cents: 5125,
  frozen_until: null,
  history: [{ status: 'in_review', at: '2026-11-28T14:00:00.000Z', note: '' }],
  created_at: '2026-11-28T14:00:00.000Z',
  placed_at: '2026-11-28T14:00:00.000Z',
  placed_by: 'API key “HR system”',
  due_on: null,
  external_id: 'birthdays-2026-12-ana',
  is_own: true,
  mode: 'live',
  approval: null,
}

const DELIVERY: OutputOf<'resendDelivery'> = {
  id: 31,
  order_id: 7,
  order_number: '10475',
  external_id: 'birthdays-2026-12-ana',
  card_item_id: 19,
  recipient_id: 52,
  reward_type: 'digital',
  status: 'sent',
  group: 'under_way',
  card_count: 1,
  value_cents: 5000,
  first_name: 'Ana',
  last_name: 'Ruiz',
  company: '',
  email: 'ana@recipient.example',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  due_at: '2026-11-28T14:00:00.000Z',
  attempt: 1,
  problem_code: '',
  problem: '',
  carrier: '',
  tracking_number: '',
  tracking_url: '',
  replaces_id: null,
  replaced_by_id: null,
  is_held: false,
  may_fix_email: true,
  may_fix_address: false,
  may_resend: true,
  may_convert: false,
  sent_at: '2026-11-28T14:00:00.000Z',
  opened_at: null,
  claimed_at: null,
  thanks: '',
  thanked_at: null,
  bounced_at: null,
  mailed_at: null,
  delivered_at: null,
  returned_at: null,
  reminded_at: null,
  expires_at: '2027-11-28T14:00:00.000Z',
  created_at: '2026-11-28T14:00:00.000Z',
  updated_at: '2026-11-28T14:00:00.000Z',
}

const DELIVERIES: OutputOf<'listDeliveries'> = {
  ...{
    count: 1,
    next: null,
    previous: null,
    total_count: 1,
    counts: { waiting: 0, under_way: 1, arrived: 0, needs_a_hand: 0, over: 0 },
    thanked_count: 0,
  },
  results: [DELIVERY],
}

/** An order from its quote to a card that is sent again. */
export const EXAMPLES: Examples<
  | 'listSavedDesigns'
  | 'listShippingOptions'
  | 'quoteOrder'
  | 'placeOrder'
  | 'getOrderByExternalId'
  | 'createPayment'
  | 'listDeliveries'
  | 'listDeliveriesByExternalId'
  | 'patchDelivery'
  | 'resendDelivery'
> = {
  listSavedDesigns: {
    answer: [
      {
        id: 12,
        name: 'Birthday',
        reward_type_data: { name: 'digital', title: 'Digital' },
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
        message: '',
        sender_name: '',
        updated_at: '2026-11-28T14:00:00.000Z',
        shared: { by: 'Dana Whitlock', is_own: false, can_change: false },
        last_used_at: null,
        unavailable: null,
      },
    ],
  },
  listShippingOptions: {
    answer: [
      {
        id: 3,
        reward_type: 'digital',
        carrier: 'email',
        service: 'Email',
        price_cents: 0,
        per: 'recipient',
        min_days: 0,
        max_days: 0,
      },
    ],
  },
  quoteOrder: {
    body: ORDER,
    answer: {
      card_count: 1,
      value: {
        cents: 5000,
        lines: [
          {
            label: 'Thank you',
            reward_type: 'digital',
            card_item_id: 19,
            cents: 5000,
            parts: [{ count: 1, each_cents: 5000 }],
          },
        ],
      },
      fees: {
        cents: 125,
        lines: [
          {
            label: 'Digital',
            reward_type: 'digital',
            card_item_id: null,
            cents: 125,
            parts: [{ count: 1, each_cents: 125 }],
          },
        ],
      },
      delivery: {
        cents: 0,
        lines: [
          {
            label: 'Email',
            reward_type: 'digital',
            card_item_id: null,
            cents: 0,
            parts: [{ count: 1, each_cents: 0 }],
          },
        ],
      },
      total_cents: 5125,
      approval: null,
      balance_cents: 100000,
      quote: 'b7ZkPqTtR3nZCsovYSBkW92zkyuk07VA8hPVevByfQ0',
    },
  },
  placeOrder: {
    body: {
      ...ORDER,
      quote: 'b7ZkPqTtR3nZCsovYSBkW92zkyuk07VA8hPVevByfQ0',
      external_id: 'birthdays-2026-12-ana',
    },
    answer: PLACED,
  },
  getOrderByExternalId: { answer: PLACED },
  createPayment: { body: { order_id: 7, method_code: 'company_balance' } },
  listDeliveries: { answer: DELIVERIES },
  listDeliveriesByExternalId: { answer: DELIVERIES },
  patchDelivery: { body: { email: 'ana.ruiz@recipient.example' } },
  resendDelivery: {
    body: {},
    answer: { ...DELIVERY, status: 'queued', group: 'waiting', attempt: 2, sent_at: null },
  },
}
