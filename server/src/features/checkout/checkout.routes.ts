import { createPayment, leavePayment, listPaymentProviders, verifyPayment } from '@laurel/contract/orders'
import { COMPANY_METHODS } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyInstance } from 'fastify'
import { inSite } from '../../database/in-site.ts'
import type { Serve } from '../../http/serve.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { isOffered, providerWire } from '../payments/payment-view.ts'
import { listProviders } from '../payments/payments.repo.ts'
import type { Sites } from '../sites/sites.service.ts'
import * as create from './create-payment.ts'
import * as leave from './leave-payment.ts'
import { paymentReturnRoute } from './payment-return.ts'
import { providerReportRoute } from './provider-report.ts'
import { verifyOrder } from './verify-order.ts'

export async function paymentRoutes(serve: Serve, app: FastifyInstance, kit: PaymentKit & { sites: Sites }) {
  serve(listPaymentProviders, ({ site }) =>
    inSite(kit.pool, site.id, async (db) => {
      const rows = await listProviders(db, site.id)
      return rows.filter((row) => isOffered(kit.gateway, site, row)).map(providerWire)
    }),
  )
  serve(createPayment, ({ site, actor, body, origin, ip }) => {
    // A program can't enter anything on a payment page, and a check would come without its person.
    if (actor.key && !COMPANY_METHODS.some((method) => method === body.method_code))
      throw new Refusal('payment_method_unavailable')
    return create.createPayment(kit, site, actor, {
      orderId: body.order_id,
      method: body.method_code,
      poNumber: body.po_number,
      invoiceEmails: body.invoice_emails,
      seenTotalCents: body.seen_total_cents,
      origin,
      ip,
    })
  })
  serve(leavePayment, ({ site, actor, params }) => leave.leavePayment(kit, site, actor, params.id))
  serve(verifyPayment, ({ site, actor, params, body }) =>
    verifyOrder(kit, site, actor, params.id, body.returned_message),
  )
  paymentReturnRoute(app)
  await providerReportRoute(app, kit)
}
