import { isHostedPage } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { type Ending, endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { giveOrderNumber, lockPaidFor } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { type PaymentWire, paymentWire } from '../payments/payment-view.ts'
import { countAttempts, findPayment, findProvider, lockPayment } from '../payments/payments.repo.ts'
import { openMerchantAccount } from '../payments/provider-settings.ts'
import { moneyRulesOf } from '../sites/money-rules-of.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { hasLapsed } from './apply-answer.ts'
import { openHostedPage, type StartedAttempt } from './open-hosted-page.ts'

/** An attempt that a request began, kept for its retry. */
export type Begun = {
  paymentId: number
  /** When a retry set out to open the payment page. */
  resumedAtMs?: number
}

type Continued = { hosted: StartedAttempt } | { wire: PaymentWire } | undefined

/** The gateway gives up before this, so a retry that takes longer has died as well. */
const MINT_LIMIT_MS = 15_000

/**
 * The server died while it opened the payment page. An attempt without a token gets its page now.
 *
 * @returns undefined when the attempt has lapsed, and another may begin
 * @throws {Refusal} `payment_provider_unreachable` when it had failed already; `idempotency_key_in_use` while another
 *   server is opening the page for a retry
 */
export async function continueAttempt(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  { origin, ip }: { origin: string; ip: string },
  { paymentId, resumedAtMs }: Begun,
): Promise<PaymentWire | undefined> {
  const nowMs = kit.now().getTime()
  const attempt = await inSite<Continued>(kit.pool, site.id, async (db) => {
    const { order_id: orderId } = (await findPayment(db, site.id, paymentId))!
    const order = await lockPaidFor(db, site.id, orderId)
    const payment = await lockPayment(db, site.id, paymentId)
    if (payment.state === 'failed') throw new Refusal('payment_provider_unreachable')
    if (payment.state === 'started' && hasLapsed(payment, kit.now())) return undefined
    const isWithoutPage = payment.state === 'started' && payment.token_sealed === ''
    if (!isWithoutPage) return { wire: paymentWire(kit, payment, order.number, []) }
    if (resumedAtMs !== undefined && nowMs < resumedAtMs + MINT_LIMIT_MS) {
      throw new Refusal('idempotency_key_in_use')
    }
    const sealed = (await findProvider(db, site.id, payment.method_code))?.settings_sealed ?? ''
    return attemptOf(db, kit, actor, { order, payment, sealed, origin, ip })
  })
  if (attempt === undefined || 'wire' in attempt) return attempt?.wire
  await commitStep({ paymentId, resumedAtMs: nowMs } satisfies Begun)
  return openHostedPage(kit, site, actor, attempt.hosted)
}

/**
 * Ends the transaction of an attempt: its order is numbered with the commit, so that others hardly wait.
 *
 * @throws {Refusal} `payment_method_unavailable`
 */
export function attemptOf(
  db: Db,
  kit: PaymentKit,
  actor: Customer,
  {
    order,
    payment,
    sealed,
    origin,
    ip,
  }: Pick<StartedAttempt, 'order' | 'payment' | 'origin' | 'ip'> & { sealed: string },
): Ending<{ hosted: StartedAttempt }> {
  const method = payment.method_code
  const account = isHostedPage(method)
    ? openMerchantAccount(kit.keys.dataSeal, actor.siteId, method, sealed)
    : undefined
  if (!isHostedPage(method) || account === undefined) throw new Refusal('payment_method_unavailable')
  return endWith(async () => {
    const [{ legal_business_name: company }, number] = await Promise.all([
      readBusiness(db, actor),
      order.number ?? giveOrderNumber(db, actor.siteId, order.id),
    ])
    return { hosted: { payment, method, account, order: { ...order, number }, company, origin, ip } }
  })
}

/** How long counted attempts are remembered. */
export const AN_HOUR = { seconds: 3_600 }

/**
 * Limits card testing: trying a list of stolen cards one by one.
 *
 * @throws {Refusal} `too_many_requests`
 */
export async function assertFewAttempts(
  db: Db,
  site: SiteRow,
  by: { customerId: number; ip: string },
  at: Date,
): Promise<void> {
  const { attemptsPerHour } = moneyRulesOf(site)
  const count = await countAttempts(db, site.id, by, new Date(at.getTime() - 3_600_000))
  // A whole company may share one address.
  const isMuch = count.declinedFromAddress >= 3 * attemptsPerHour
  if (count.ofCustomer >= attemptsPerHour || isMuch) throw new Refusal('too_many_requests', AN_HOUR)
}

function readBusiness(db: Db, actor: Customer) {
  return db
    .selectFrom('customers')
    .select('legal_business_name')
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
    .executeTakeFirstOrThrow()
}
