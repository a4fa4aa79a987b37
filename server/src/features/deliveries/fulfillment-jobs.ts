import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

const AboutOrder = z.object({ siteId: z.number(), orderId: z.number() })

/** Moves test orders and their cards on, in place of people, mail servers, and carriers. */
export const simulateOrders = job({
  name: 'test-mode.simulate',
  payload: z.object({ siteId: z.number() }),
  retries: 5,
  seconds: 300,
  perSite: 1,
  isOnce: true,
  inTestMode: 'runs',
})

/** An order was approved: everybody on its lists gets their delivery. */
export const planFulfillment = job({
  name: 'fulfillment.plan',
  payload: AboutOrder,
  retries: 10,
  seconds: 300,
  inTestMode: 'runs',
})

/** Sends due digital cards until none is left. */
export const sendDeliveries = job({
  name: 'deliveries.send',
  payload: z.object({ siteId: z.number() }),
  retries: 3,
  seconds: 900,
  needs: 'mail',
  inTestMode: simulateOrders,
})

/** What is due by now, what a worker that died left behind, and what is finished. */
export const sweepDeliveries = job({
  name: 'deliveries.walk',
  payload: z.unknown(),
  retries: 1,
  seconds: 300,
  cron: '* * * * *',
})

/** Makes the cards of a declined order worthless. */
export const withdrawCards = job({
  name: 'deliveries.withdraw-cards',
  payload: AboutOrder.extend({ deliveryIds: z.array(z.number()).optional() }),
  retries: 20,
  seconds: 300,
})

/** Replaces a letter's card with a digital one of the same remaining value. */
export const convertCards = job({
  name: 'deliveries.convert',
  payload: AboutOrder.extend({ deliveryId: z.number(), actor: z.string() }),
  retries: 20,
  seconds: 60,
})

/** Daily: finds recipients who haven't viewed a digital card that expires soon. */
export const remindRecipients = job({
  name: 'deliveries.remind',
  payload: z.unknown(),
  retries: 2,
  seconds: 900,
  cron: '41 15 * * *',
  siteBySite: true,
})
