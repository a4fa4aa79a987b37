import type { Overview } from './overview.queries.ts'

/** A customer in the middle of the year: some cards came back, an order waits for its check. */
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
