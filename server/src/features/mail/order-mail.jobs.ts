import * as z from 'zod'
import { job } from '../../jobs/jobs.ts'

const AboutOrder = z.object({ siteId: z.number(), orderId: z.number() })
const often = { retries: 8, seconds: 60 }

export const mailOrderPlaced = job({ name: 'mail.order-placed', payload: AboutOrder, ...often })
export const mailPaymentReceived = job({ name: 'mail.payment-received', payload: AboutOrder, ...often })
export const mailOrderDeclined = job({ name: 'mail.order-declined', payload: AboutOrder, ...often })
