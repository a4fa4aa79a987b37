import type { Overview } from '../features/orders/order-lists.queries.ts'
import type { CardItem } from '../parts/card/CardItemCanvas.tsx'
import type { Order } from '../parts/delivery-text.ts'

/** Two people get $50 by mail. */
export const ITEM: CardItem = {
  id: 70,
  orderId: 7,
  name: 'Winter thank-you',
  state: 'in_cart',
  rewardTypeData: { name: 'direct', title: 'Direct' },
  reward: { id: 1, name: 'Meridian Prepaid', network: 'meridian' },
  rewardCardTemplateId: 1,
  art: 'laurel',
  design: {
    tone: 'deep',
    gradient: 'soft',
    line1: 'Thank you, {first name}',
    line2: '',
    logoFileKey: null,
    logoOneColor: true,
  },
  denominationCents: 5_000,
  quantity: null,
  message: '',
  senderName: '',
  recipientCount: 2,
  attentionCount: 0,
  duplicates: { count: 0, cents: 0 },
  cardCount: 2,
  valueCents: 10_000,
  amounts: [{ count: 2, eachCents: 5_000 }],
  missing: [],
  updatedAt: '2026-11-20T15:00:00.000Z',
}

export const ORDER: Order = {
  id: 7,
  mode: 'live',
  number: '10482',
  status: 'in_review',
  displayStatus: 'in_review',
  refundState: 'none',
  refundedCents: 0,
  isShipped: false,
  poNumber: '',
  fields: [],
  declineReason: '',
  cardItems: [ITEM],
  bulkAddress: null,
  shippingOrders: [],
  payments: [],
  cardCount: 2,
  totalCents: 10_672,
  frozenUntil: null,
  history: [{ status: 'in_review', at: '2026-11-21T15:00:00.000Z', note: '' }],
  createdAt: '2026-11-20T15:00:00.000Z',
  placedAt: '2026-11-21T15:00:00.000Z',
  placedBy: 'Dana Whitlock',
  dueOn: null,
  externalId: null,
  isOwn: true,
}

export const PAYMENT: Order['payments'][number] = {
  id: 1,
  orderId: 7,
  methodCode: 'elavon_cc',
  state: 'paid',
  amountCents: 10_672,
  maskedAccount: 'VISA •••• 4242',
  message: '',
  createdAt: '2026-11-21T15:00:00.000Z',
  expiresAt: null,
  hostedPage: null,
  remittance: null,
}

/** A year with returned cards and an order that waits for its check. */
export const OVERVIEW: Overview = {
  year: 2026,
  ordered: { orderCount: 11, cardCount: 9_204, totalCents: 61_248_055 },
  cards: { waiting: 5, beingMade: 1, underWay: 280, arrived: 8_912, needsAHand: 6 },
  emails: { sent: 1_140, opened: 1_072 },
  toPay: { orderCount: 1, cents: 31_693_044, clearingCents: 0 },
  troubled: [{ orderId: 8, orderNumber: '10439', name: 'Safety week winners', bounced: 2, returned: 4 }],
  unpaid: [
    { orderId: 7, orderNumber: '10482', name: 'Winter thank-you', cents: 31_693_044, awaits: 'check' },
  ],
}
