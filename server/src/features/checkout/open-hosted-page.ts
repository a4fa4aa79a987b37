import type { HostedPageMethod } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { seal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { lockOrderOfSite, type OrderRow, TOP_UP, type TopUpRow } from '../orders/orders.repo.ts'
import type { MerchantAccount } from '../payments/payment-gateway.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { type PaymentWire, paymentWire, tokenPlace } from '../payments/payment-view.ts'
import { changePayment, type PaymentRow } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** The page with a company's balance: the buyer of a top-up comes back to it. */
export const TOP_UPS_PATH = '/company/budgets'
const NO_PAGE = 'We couldn’t open the payment page. Nothing was charged.'

export type StartedAttempt = {
  payment: PaymentRow
  method: HostedPageMethod
  account: MerchantAccount
  order: Pick<OrderRow | TopUpRow, 'id' | 'number' | 'status' | 'is_budgeted'>
  company: string
  origin: string
  ip: string
}

/**
 * Requests a payment page from the provider, after the attempt is committed and outside its transaction.
 * Without a token no one can pay, so a failure here frees the cart at once; if the process crashes in between,
 * the attempt expires.
 *
 * @throws {Refusal} `payment_provider_unreachable`
 */
export async function openHostedPage(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  attempt: StartedAttempt,
): Promise<PaymentWire> {
  const { payment, order } = attempt
  const token = await mint(kit, actor, attempt).catch(() => undefined)
  crashPoint('token.minted')
  const wire = await inSite(kit.pool, site.id, async (db) => {
    const at = kit.now()
    const isMinted = token !== undefined
    const isReturning = !isMinted && order.is_budgeted
    if (isReturning) await lockOrderOfSite(db, site.id, order.id)
    const sealed = isMinted ? seal(kit.keys.dataSeal, tokenPlace(site.id, payment.id), token) : ''
    const change = {
      state: isMinted ? payment.state : ('failed' as const),
      message: isMinted ? '' : NO_PAGE,
      token_sealed: sealed,
    }
    record(db, site.id, {
      actor: `customer:${actor.customerId}`,
      event: isMinted ? 'payment.token-minted' : 'payment.page-failed',
      subject: `payment:${payment.id}`,
      facts: { order: order.id },
      at,
    })
    if (isReturning) {
      await changePayment(db, payment, change, at)
      await followBudgets(db, site.id, order.id, `payment:${payment.id}`, at)
      return undefined
    }
    return endWith(async () => {
      const isKept = await changePayment(db, payment, change, at)
      return isMinted && isKept ? paymentWire(kit, { ...payment, ...change }, order.number, []) : undefined
    })
  })
  crashPoint('token.kept')
  if (wire !== undefined) return wire
  // The cart is free again, whatever is answered.
  await commitStep()
  throw new Refusal('payment_provider_unreachable')
}

function mint(kit: PaymentKit, actor: Customer, attempt: StartedAttempt): Promise<string> {
  const { payment, method, account, order, company, origin, ip } = attempt
  return kit.gateway.mintToken(account, {
    method,
    transactionId: payment.transaction_id,
    amountCents: payment.amount_cents,
    orderId: order.id,
    orderNumber: order.number ?? '',
    company,
    email: actor.email,
    returnUrl: `${origin}${order.status === TOP_UP ? TOP_UPS_PATH : '/order-confirmation'}`,
    ip,
  })
}
