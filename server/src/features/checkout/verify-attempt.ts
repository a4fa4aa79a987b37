import { isHostedPage } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import { isUniqueViolation } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment, type PaymentRow, type ProviderRow, providersOf } from '../payments/payments.repo.ts'
import { openMerchantAccount } from '../payments/provider-settings.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type AskedFor, applyAnswer } from './apply-answer.ts'

/**
 * Asks the provider about an attempt and moves payment and order accordingly. This is the only way an order
 * becomes paid online: what a browser brings back is never read.
 *
 * @param actor who asks: `customer:5`, or `system`
 * @param asked whether staff let late money pay the order, or the customer leaves the page
 * @throws {Refusal} `payment_unknown` without an answer, and then nothing has changed; `discrepancy_not_acceptable`
 * @see docs/spec.md §7, "Payment uses a hosted payment page"
 */
export async function verifyAttempt(
  kit: PaymentKit,
  site: SiteRow,
  paymentId: number,
  actor: string,
  asked: AskedFor = {},
): Promise<void> {
  const [payment, providers] = await inSite(kit.pool, site.id, (db) =>
    endWith(() => Promise.all([findPayment(db, site.id, paymentId), providersOf(db, site.id).execute()])),
  )
  if (payment !== undefined) await verifyPayment(kit, site, { payment, providers }, actor, asked)
}

/**
 * The same for an attempt that was just read.
 *
 * @param providers all of the site's, also those that are turned off: their payments must still be looked up
 */
export async function verifyPayment(
  kit: PaymentKit,
  site: SiteRow,
  { payment, providers }: { payment: PaymentRow; providers: readonly ProviderRow[] },
  actor: string,
  asked: AskedFor = {},
): Promise<void> {
  const { pool, keys, gateway } = kit
  if (!isHostedPage(payment.method_code)) return
  const sealed = providers.find(({ method_code }) => method_code === payment.method_code)?.settings_sealed
  const account = openMerchantAccount(keys.dataSeal, site.id, payment.method_code, sealed ?? '')
  if (account === undefined) throw new Refusal('payment_unknown')

  await commitStep()
  const found = await gateway.findTransactions(account, payment.transaction_id).catch((cause) => {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('payment_unknown')
  })
  crashPoint('answer.read')
  const answer = { found, usedElsewhere: new Set<string>(), actor, askedIn: payment.state, ...asked }
  try {
    await inSite(pool, site.id, (db) => applyAnswer(db, kit, site, payment, answer))
    crashPoint('answer.kept')
  } catch (cause) {
    // The provider's transaction is recorded with another payment, perhaps of a site this one cannot see.
    if (!isUniqueViolation(cause)) throw cause
    const usedElsewhere = new Set(found.map((one) => one.providerTransactionId))
    await inSite(pool, site.id, (db) => applyAnswer(db, kit, site, payment, { ...answer, usedElsewhere }))
  }
}
