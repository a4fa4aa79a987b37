import {
  acceptPaymentDiscrepancy,
  dismissPaymentDiscrepancy,
  listPaymentDiscrepancies,
  refundPaymentDiscrepancy,
} from '@laurel/contract/office-discrepancies'
import {
  askRefund,
  decideRefund,
  finishRefund,
  getOrderMoney,
  listMatchableOrders,
  listReceivedPayments,
  listRefunds,
  matchReceivedPayment,
  recordReceivedPayment,
  refundReceivedPayment,
  reverseReceivedPayment,
} from '@laurel/contract/office-money'
import { listOutstanding, remindOrder } from '@laurel/contract/office-outstanding'
import type { Serve } from '../../http/serve.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import * as refunds from '../refunds/refunds.service.ts'
import * as discrepancies from './discrepancies.service.ts'
import * as matchable from './matchable-orders.ts'
import { readOrderMoney } from './order-money.ts'
import * as outstanding from './outstanding.service.ts'
import * as receivedPayments from './received-payments.service.ts'
import { refundUnmatchedPayment } from './refund-unmatched-payment.ts'

export function moneyRoutes(serve: Serve, kit: PaymentKit) {
  serve(listOutstanding, ({ site, query }) => outstanding.listOutstanding(kit, site, query))
  serve(remindOrder, ({ site, actor, params, body }) =>
    outstanding.remindNow(kit, site, actor, { orderId: params.id, seenReminders: body.seen_reminders }),
  )
  serve(listReceivedPayments, ({ site, query }) => receivedPayments.listReceivedPayments(kit, site, query))
  serve(recordReceivedPayment, ({ site, actor, body }) =>
    receivedPayments.recordReceivedPayment(kit, site, actor, body),
  )
  serve(listMatchableOrders, ({ site, params, query }) =>
    matchable.listMatchableOrders(kit, site, params.id, query.search),
  )
  serve(matchReceivedPayment, ({ site, actor, params, body }) =>
    receivedPayments.matchReceivedPayment(kit, site, actor, params.id, body.order_id),
  )
  serve(reverseReceivedPayment, ({ site, actor, params, body }) =>
    receivedPayments.reverseReceivedPayment(kit, site, actor, params.id, body.reason),
  )
  serve(refundReceivedPayment, ({ site, actor, params, body }) =>
    refundUnmatchedPayment(kit, site, actor, {
      receivedPaymentId: params.id,
      documentNumber: body.document_number,
      reason: body.reason,
    }),
  )
  serve(listPaymentDiscrepancies, ({ site, query }) => discrepancies.listDiscrepancies(kit, site, query))
  serve(acceptPaymentDiscrepancy, ({ site, actor, params, body }) =>
    discrepancies.acceptDiscrepancy(kit, site, actor, { discrepancyId: params.id, note: body.note }),
  )
  serve(refundPaymentDiscrepancy, ({ site, actor, params, body }) =>
    discrepancies.refundDiscrepancy(kit, site, actor, { discrepancyId: params.id, note: body.note }),
  )
  serve(dismissPaymentDiscrepancy, ({ site, actor, params, body }) =>
    discrepancies.dismissDiscrepancy(kit, site, actor, { discrepancyId: params.id, note: body.note }),
  )
  serve(listRefunds, ({ site, query }) => refunds.listRefunds(kit, site, query))
  serve(askRefund, ({ site, actor, body }) =>
    refunds.askRefund(kit, site, actor, {
      paymentId: body.payment_id,
      amountCents: body.amount_cents,
      reason: body.reason,
    }),
  )
  serve(decideRefund, ({ site, actor, params, body }) =>
    refunds.decideRefund(kit, site, actor, params.id, body.agree),
  )
  serve(finishRefund, ({ site, actor, params, body }) =>
    refunds.finishRefund(kit, site, actor, params.id, body.document_number),
  )
  serve(getOrderMoney, ({ site, params }) => readOrderMoney(kit, site, params.id))
}
