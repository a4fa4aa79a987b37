import type { FastifyInstance } from 'fastify'
import { TOP_UPS_PATH } from './open-hosted-page.ts'

/** All the confirmation page may be given. docs/spec.md §2, "Order confirmation". */
const SHOWN = [
  'ssl_token_response',
  'ssl_result_message',
  'ssl_card_number',
  'ssl_bank_account_number',
] as const
const MAX_LENGTH = 200

/**
 * Some terminals return the buyer by form instead of redirect. This redirects to the page's own address;
 * nothing in the form is trusted, and the page asks the server about the payment.
 */
export function paymentReturnRoute(app: FastifyInstance) {
  for (const path of ['/order-confirmation', TOP_UPS_PATH]) {
    app.post(path, { config: { limit: 'network' }, bodyLimit: 64 * 1024 }, (request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${path}?${confirmationQuery(request.body)}`, 303),
    )
  }
}

function confirmationQuery(body: unknown): URLSearchParams {
  const form = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const query = new URLSearchParams()
  const orderId = form.cpi_order_id
  if (typeof orderId === 'string' && /^\d{1,15}$/.test(orderId)) query.set('cpi_order_id', orderId)
  for (const name of SHOWN) {
    const value = form[name]
    if (typeof value === 'string' && value !== '') query.set(name, value.slice(0, MAX_LENGTH))
  }
  return query
}
