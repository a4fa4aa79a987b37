import { isCash } from '@laurel/domain/ledger'
import { CANCELED_BY_CUSTOMER, CANCELED_IN_REVIEW, isCanceledByCustomer } from '@laurel/domain/order-status'
import { COMPANY_METHODS, isCompanyMethod } from '@laurel/domain/payment-method'
import { isLivePayment } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { type OrderKit, type OrderWire, readOrderWire } from '../checkout/order-view.ts'
import { ledgerOf } from '../ledger/ledger.repo.ts'
import { lockOrder, type OrderRow } from '../orders/orders.repo.ts'
import { listPayments } from '../payments/payments.repo.ts'
import { isWithoutMoney } from '../payments/promised-money.ts'
import { closeOrder } from '../refunds/close-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { withdrawRequest } from './edit-order.service.ts'
import { findRequestFor } from './requests.repo.ts'

/**
 * Its customer, or the API key that placed it, cancels an order that isn't placed yet, waits for a check or transfer, or
 * is reviewed and paid by the company: that money is returned at once. Canceling it again changes nothing.
 *
 * @throws {Refusal} `not_found`; `order_not_cancelable` once other money has come or is under way, or it's approved;
 * `payment_already_open`
 */
export async function cancelOrder(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<OrderWire> {
  const order = await inSite(kit.pool, site.id, async (db) => {
    const order = await lockOrder(db, actor, id)
    const at = kit.now()
    if (order.status === 'awaiting_approval') {
      const request = await findRequestFor(db, site.id, id)
      if (request !== undefined) await withdrawRequest(db, actor, order, request, at)
    } else if (!isCanceledByCustomer(order.decline_reason)) {
      const reason = await reasonFor(db, order)
      await closeOrder(db, kit, site, order, { reason, by: `customer:${actor.customerId}`, at })
    }
    return readOrderWire(db, kit, site, actor, id)
  })
  crashPoint('order.canceled')
  return order
}

/** @throws {Refusal} `order_not_cancelable` */
async function reasonFor(db: Db, order: OrderRow): Promise<string> {
  const payments = await listPayments(db, order.site_id, [order.id])
  if (order.status === 'pending_payment' && (await isWithoutMoney(db, order.site_id, order, payments))) {
    return CANCELED_BY_CUSTOMER
  }
  const live = payments.filter(({ state }) => isLivePayment(state))
  const isByCompany = live.length > 0 && live.every(({ method_code: method }) => isCompanyMethod(method))
  const other = (await ledgerOf(db, order.site_id, order.id)).filter(
    (line) => isCash(line) && !COMPANY_METHODS.some((account) => account === line.account),
  )
  const otherCents = other.reduce((sum, { cents }) => sum + cents, 0)
  if (order.status === 'in_review' && isByCompany && otherCents === 0) return CANCELED_IN_REVIEW
  throw new Refusal('order_not_cancelable')
}
