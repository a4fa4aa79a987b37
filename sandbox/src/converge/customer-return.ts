import type { FastifyReply } from 'fastify'
import { sendPage } from '../page/frame.ts'
import { returnForm } from './payment-page.ts'
import type { Terminal } from './terminals.ts'
import type { PaymentRequest } from './token-request.ts'

/** The return address with fields in its query, beside what it already has there. */
export function withFields(returnUrl: string, fields: Record<string, string>): string {
  const url = new URL(returnUrl)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** The way back of a customer who did not pay: the merchant's own fields and nothing else. */
export function cancelUrl(request: PaymentRequest): string {
  return withFields(request.returnUrl, request.custom)
}

/** Sends the browser back to the merchant, in the way its terminal is set to. */
export function sendBack(
  reply: FastifyReply,
  terminal: Terminal,
  request: PaymentRequest,
  fields: Record<string, string>,
): FastifyReply {
  if (terminal.returnMethod === 'REDG') return reply.redirect(withFields(request.returnUrl, fields), 303)
  return sendPage(reply, 200, {
    title: 'Back to the shop',
    narrow: true,
    body: returnForm(request.returnUrl, fields),
    script: "document.getElementById('return').submit()",
    formOrigins: [new URL(request.returnUrl).origin],
  })
}
