import type { FastifyReply } from 'fastify'
import { sendPage } from '../page/frame.ts'
import { returnForm } from './payment-page.ts'
import type { Terminal } from './terminals.ts'
import type { PaymentRequest } from './token-request.ts'

/** The return address with fields added to its query. */
export function withFields(returnUrl: string, fields: Record<string, string>): string {
  const url = new URL(returnUrl)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** The return address of a customer who didn't pay: only the merchant's own fields. */
export function cancelUrl(request: PaymentRequest): string {
  return withFields(request.returnUrl, request.custom)
}

/** Sends the browser back to the merchant by its terminal's method. */
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
