import { NOTICE_KINDS } from '@laurel/domain/notice-words'
import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

const OrderMailPayload = z.object({ siteId: z.number(), orderId: z.number() })
export type OrderMailPayload = z.output<typeof OrderMailPayload>
const often = { retries: 8, seconds: 60, needs: 'mail' } as const

/** Every mail about an order. Its words are in `order-mails/order-words.ts`, under the same name. */
export const orderMail = {
  placed: job({ name: 'mail.order-placed', payload: OrderMailPayload, ...often }),
  received: job({ name: 'mail.payment-received', payload: OrderMailPayload, ...often }),
  declined: job({ name: 'mail.order-declined', payload: OrderMailPayload, ...often }),
  /** Money came in for a payment page that its customer had left, and is being refunded. */
  strayRefunded: job({
    name: 'mail.stray-refunded',
    payload: OrderMailPayload.extend({ discrepancyId: z.number() }),
    ...often,
  }),
  /** The same document for accounts payable: `position` is the address's among the order's own. */
  copied: job({
    name: 'mail.paper-copy',
    payload: OrderMailPayload.extend({ kind: z.enum(['invoice', 'receipt']), position: z.number().int() }),
    ...often,
  }),
  /** A check or transfer came in that doesn't cover its order. */
  partReceived: job({
    name: 'mail.part-received',
    payload: OrderMailPayload.extend({ fundsId: z.number(), receivedCents: z.number().int() }),
    ...often,
  }),
  /** A check or transfer came in for an order that was paid already. */
  overpaid: job({
    name: 'mail.overpaid',
    payload: OrderMailPayload.extend({ fundsId: z.number(), receivedCents: z.number().int() }),
    ...often,
  }),
  /** A promised check or transfer is outstanding: `nth` tells this order's reminders apart. */
  reminded: job({
    name: 'mail.payment-reminder',
    // Jobs enqueued by an older server have no number.
    payload: OrderMailPayload.extend({ nth: z.number().int().default(0) }),
    ...often,
  }),
  /** What staff wrote to the customer about an order. */
  message: job({
    name: 'mail.order-message',
    payload: OrderMailPayload.extend({ noteId: z.number() }),
    ...often,
  }),
  /** News of an approved order. `noticeId` tells an order's mails apart. */
  news: job({
    name: 'mail.order-news',
    payload: OrderMailPayload.extend({
      noticeId: z.number(),
      told: z.array(
        z.object({
          kind: z.enum(NOTICE_KINDS),
          cardCount: z.number(),
          amountCents: z.number(),
          deliveryId: z.number().nullable(),
        }),
      ),
    }),
    ...often,
  }),
}
