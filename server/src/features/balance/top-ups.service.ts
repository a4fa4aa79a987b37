import { randomBytes } from 'node:crypto'
import { formatDollars } from '@laurel/domain/money'
import { isByHand, isHostedPage, type ProviderMethod } from '@laurel/domain/payment-method'
import { ATTEMPT_LIFE_MS } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { type Ending, endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { assertFewAttempts, attemptOf, type Begun, continueAttempt } from '../checkout/hosted-attempt.ts'
import { openHostedPage, type StartedAttempt } from '../checkout/open-hosted-page.ts'
import { reconcileOne } from '../checkout/reconcile-one.jobs.ts'
import { verifyAttempt } from '../checkout/verify-attempt.ts'
import { type InCompany, inCompany } from '../companies/companies.repo.ts'
import { keepCompany } from '../companies/orderers.repo.ts'
import { lockCapable } from '../companies/shared-things.ts'
import { giveOrderNumber, lockPaidFor, TOP_UP } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { isOffered } from '../payments/payment-view.ts'
import { findProvider, insertPayment, listPayments, listProviders } from '../payments/payments.repo.ts'
import { isWithoutMoney, withdrawPromise } from '../payments/promised-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readTopUp } from './balance.repo.ts'
import { type TopUpWire, topUpWire } from './balance.service.ts'

type TopUpAsked = { amountCents: number; method: ProviderMethod; origin: string; ip: string }

/**
 * Starts to pay money into the company's balance, like an order: by card or bank debit on the provider's page, by
 * check or transfer with a reference. It's added when it's received. A retry after a crash continues the attempt.
 *
 * @throws {Refusal} `registration_incomplete`; `site_not_live`; `limit_exceeded`; `payment_method_unavailable`;
 * `too_many_requests`; `payment_provider_unreachable`, and then nothing can have been charged
 */
export async function createTopUp(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  asked: TopUpAsked,
): Promise<TopUpWire> {
  if (!actor.registrationComplete) throw new Refusal('registration_incomplete')
  const own = inCompany(actor)
  // Preview orders are deleted when a site goes live, and a balance would be left over.
  if (site.live_at === null) throw new Refusal('site_not_live')
  const maxCents = site.limits.max_order_cents
  if (asked.amountCents > maxCents) throw new Refusal('limit_exceeded', { limit: formatDollars(maxCents) })

  const begun = keptProgress<Begun>()
  const continued = begun && (await continueAttempt(kit, site, actor, asked, begun))
  if (continued !== undefined) return readWire(kit, actor, continued.order_id)
  const { topUpId, hosted } = await inSite(kit.pool, site.id, (db) =>
    startTopUp(db, kit, site, actor, own, asked),
  )
  crashPoint('payment.started')
  if (hosted === undefined) return readWire(kit, actor, topUpId)
  await commitStep({ paymentId: hosted.payment.id } satisfies Begun)
  await openHostedPage(kit, site, actor, hosted)
  return readWire(kit, actor, topUpId)
}

type Started = { topUpId: number; hosted?: StartedAttempt }

async function startTopUp(
  db: Db,
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  { siteId, customerId, company }: InCompany,
  { amountCents, method, origin, ip }: TopUpAsked,
): Promise<Ending<Started>> {
  const at = kit.now()
  await keepCompany(db, site, company.id, customerId)
  await lockCapable(db, actor, 'balance.top_up')
  const provider = await findProvider(db, siteId, method)
  if (!provider?.enabled || !isOffered(kit.gateway, site, provider)) {
    throw new Refusal('payment_method_unavailable')
  }
  const hosted = isHostedPage(method)
  if (hosted) await assertFewAttempts(db, site, { customerId, ip }, at)
  const order = await db
    .insertInto('orders')
    .values({
      site_id: siteId,
      customer_id: customerId,
      company_id: company.id,
      status: TOP_UP,
      total_cents: amountCents,
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'number', 'is_budgeted'])
    .executeTakeFirstOrThrow()
  const topUp = { ...order, status: TOP_UP } as const
  const payment = await insertPayment(db, {
    site_id: siteId,
    order_id: topUp.id,
    customer_id: customerId,
    method_code: method,
    amount_cents: amountCents,
    state: hosted ? 'started' : 'submitted',
    transaction_id: randomBytes(16).toString('hex'),
    ip: hosted ? ip : '',
    expires_at: hosted ? new Date(at.getTime() + ATTEMPT_LIFE_MS) : null,
    created_at: at,
    updated_at: at,
  })
  record(db, siteId, {
    actor: `customer:${customerId}`,
    event: 'balance.top_up_started',
    subject: `company:${company.id}`,
    facts: { order: topUp.id, method, amount_cents: amountCents },
    at,
  })
  if (!hosted) {
    return endWith(async () => {
      await giveOrderNumber(db, siteId, topUp.id)
      return { topUpId: topUp.id }
    })
  }
  const startAfter = ATTEMPT_LIFE_MS / 1000 + 1
  await kit.jobs.enqueue(db, reconcileOne, { siteId, paymentId: payment.id }, { startAfter })
  const sealed = provider.settings_sealed
  const attempt = attemptOf(db, kit, actor, { order: topUp, payment, sealed, origin, ip })
  return endWith(async () => ({ topUpId: topUp.id, ...(await attempt.send()) }))
}

/**
 * Asks the provider about a top-up, when its buyer is back from the payment page.
 *
 * @throws {Refusal} `not_found` for another company's; `payment_unknown`
 */
export async function verifyTopUp(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  topUpId: number,
): Promise<TopUpWire> {
  const { siteId, company } = inCompany(actor)
  const { payment } = await inSite(kit.pool, siteId, async (db) => {
    await lockCapable(db, actor, 'balance.top_up')
    return readTopUp(db, siteId, company.id, topUpId)
  })
  if (isHostedPage(payment.method_code)) {
    await verifyAttempt(kit, site, payment.id, `customer:${actor.customerId}`)
  }
  return readWire(kit, actor, topUpId)
}

/**
 * A promised check or transfer won't come. If it comes anyway, staff decide.
 *
 * @throws {Refusal} `not_found`; `order_not_cancelable` once some of its money is here, or by card or bank debit
 */
export function cancelTopUp(kit: PaymentKit, actor: Customer, topUpId: number): Promise<TopUpWire> {
  const { siteId, company, customerId } = inCompany(actor)
  return inSite(kit.pool, siteId, async (db) => {
    await lockCapable(db, actor, 'balance.top_up')
    await readTopUp(db, siteId, company.id, topUpId)
    const topUp = await lockPaidFor(db, siteId, topUpId)
    const payments = await listPayments(db, siteId, [topUpId])
    const isPromised = payments.some(
      ({ method_code, state }) => isByHand(method_code) && state === 'submitted',
    )
    if (!isPromised || !(await isWithoutMoney(db, siteId, topUp, payments))) {
      throw new Refusal('order_not_cancelable')
    }
    const at = kit.now()
    await withdrawPromise(db, payments, 'The top-up was canceled.', at)
    record(db, siteId, {
      actor: `customer:${customerId}`,
      event: 'balance.top_up_canceled',
      subject: `company:${company.id}`,
      facts: { order: topUpId, amount_cents: topUp.total_cents },
      at,
    })
    return wireIn(db, kit, actor, topUpId)
  })
}

function readWire(kit: PaymentKit, actor: Customer, topUpId: number): Promise<TopUpWire> {
  return inSite(kit.pool, actor.siteId, (db) => wireIn(db, kit, actor, topUpId))
}

async function wireIn(db: Db, kit: PaymentKit, actor: Customer, topUpId: number): Promise<TopUpWire> {
  const { siteId, company } = inCompany(actor)
  const [row, providers] = await Promise.all([
    readTopUp(db, siteId, company.id, topUpId),
    listProviders(db, siteId),
  ])
  return topUpWire(kit, row, providers, actor)
}
