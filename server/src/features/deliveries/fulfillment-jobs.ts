import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

const AboutOrder = z.object({ siteId: z.number(), orderId: z.number() })

/** An order was approved: everybody on its lists gets their delivery. */
export const planFulfillment = job({
  name: 'fulfillment.plan',
  payload: AboutOrder,
  retries: 10,
  seconds: 300,
})

/** Cards by e-mail are due: one of these sends until nothing is. */
export const sendDeliveries = job({
  name: 'deliveries.send',
  payload: z.object({ siteId: z.number() }),
  retries: 3,
  seconds: 900,
})

/** What is due by now, what a worker that died left behind, and what is finished. */
export const walkDeliveries = job({
  name: 'deliveries.walk',
  payload: z.unknown(),
  retries: 1,
  seconds: 300,
  cron: '* * * * *',
})

/** The cards of an order that was declined are worth nothing any more. */
export const withdrawCards = job({
  name: 'deliveries.withdraw-cards',
  payload: AboutOrder.extend({ deliveryIds: z.array(z.number()).optional() }),
  retries: 20,
  seconds: 300,
})

/** A letter becomes a card by e-mail: what its card held is taken off it, and goes on the other. */
export const convertCards = job({
  name: 'deliveries.convert',
  payload: AboutOrder.extend({ deliveryId: z.number(), actor: z.string() }),
  retries: 20,
  seconds: 60,
})

/** Once a day: who has a card by e-mail and has not looked at it before its time is over. */
export const remindRecipients = job({
  name: 'deliveries.remind',
  payload: z.unknown(),
  retries: 2,
  seconds: 900,
  cron: '41 15 * * *',
})
