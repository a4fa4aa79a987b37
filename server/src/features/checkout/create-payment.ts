import { randomBytes } from 'node:crypto'
import { formatCents } from '@laurel/domain/money'
import { isUnplaced } from '@laurel/domain/order-status'
import { PAYMENT_MESSAGES } from '@laurel/domain/payment-messages'
import { isHostedPage, type PaymentMethod } from '@laurel/domain/payment-method'
import { ATTEMPT_LIFE_MS, coversOrder } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import { type Db, isUniqueViolation } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { type Ending, endWith, inOrder } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { assertApproved, judgedOf } from '../approvals/assert-approved.ts'
import { readPolicy } from '../approvals/needed-approvals.ts'
import { record } from '../audit/audit.service.ts'
import { budgetFacts, type Counted } from '../budgets/budgets.repo.ts'
import { followBudgets, reserveBudgets } from '../budgets/order-budgets.ts'
import { assertOffered } from '../catalog/offered-types.ts'
import { keepCompany } from '../companies/orderers.repo.ts'
import { lockToOrder } from '../companies/shared-things.ts'
import { settleTerms } from '../ledger/company-terms.ts'
import { lockBalance, postTurnOf } from '../ledger/ledger.repo.ts'
import { freezeOrder } from '../orders/freeze-order.ts'
import { assertWithinLimits } from '../orders/limited-company.ts'
import { giveOrderNumber, lockOrder, type OrderRow } from '../orders/orders.repo.ts'
import { heldTypes } from '../orders/priced-order.ts'
import { type Repriced, repriceDeliveries } from '../orders/reprice-deliveries.ts'
import { alsoSendTo, saveInvoiceEmails } from '../payments/invoice-emails.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { isOffered, type PaymentWire, paymentWire } from '../payments/payment-view.ts'
import { insertPayment, listProviders, openPayment, type PaymentRow } from '../payments/payments.repo.ts'
import { findPromise, isWithoutMoney, withdrawPromise } from '../payments/promised-money.ts'
import { moneyRulesOf } from '../sites/money-rules-of.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { lockPreview, wasLive } from '../sites/was-live.ts'
import { advancePaidOrder } from './advance-paid-order.ts'
import { hasLapsed } from './apply-answer.ts'
import { AN_HOUR, assertFewAttempts, attemptOf, type Begun, continueAttempt } from './hosted-attempt.ts'
import { openHostedPage, type StartedAttempt } from './open-hosted-page.ts'
import { orderOnTerms } from './order-on-terms.ts'
import { reconcileOne } from './reconcile-one.jobs.ts'
import { verifyAttempt } from './verify-attempt.ts'
import { readPayable } from './whole-order.repo.ts'

export type PaymentAsked = {
  orderId: number
  method: PaymentMethod
  poNumber: string
  /** Additional addresses for invoice and receipt; undefined leaves them unchanged. */
  invoiceEmails: string[] | undefined
  /** The total the customer saw; undefined if none was shown. */
  seenTotalCents: number | undefined
  /** Where the buyer comes back to: one of the site's own hosts. */
  origin: string
  ip: string
}

/**
 * Prices and freezes an order, and starts its payment. By check or bank transfer it's placed at once and waits
 * for the money; from the company's balance it's paid with that, and on invoice it's placed and paid later; by card or
 * bank debit the answer leads to the provider's page. A retry after a crash, under the same idempotency key, continues
 * the attempt that was started.
 *
 * @throws {Refusal} what checkout still needs; `balance_too_low`; `price_changed` if it isn't the total the customer saw;
 * `payment_already_open`; `payment_has_discrepancy`; `order_already_paid`; `payment_outstanding`;
 * `payment_method_unavailable`; `terms_overdue`; `over_credit_limit`; `over_budget`; `approval_needed`; `too_many_requests`; `payment_provider_unreachable`, and then nothing can have
 * been charged
 * @see docs/spec.md §2, "Checkout"
 */
export async function createPayment(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  asked: PaymentAsked,
): Promise<PaymentWire> {
  if (!actor.registrationComplete) throw new Refusal('registration_incomplete')
  const begun = keptProgress<Begun>()
  const continued = begun && (await continueAttempt(kit, site, actor, asked, begun))
  if (continued !== undefined) return continued
  const start = () =>
    inSite(kit.pool, site.id, (db) => startPayment(db, kit, site, actor, asked)).catch((cause) => {
      // The second barrier: one open payment per order.
      throw isUniqueViolation(cause) ? new Refusal('payment_already_open') : cause
    })
  let started = await start()
  if ('repriced' in started) {
    // The new prices stay, whatever is answered.
    await commitStep()
    const { wasCents, nowCents, isIncomplete } = started.repriced
    if (!isIncomplete) throw priceChanged(wasCents, nowCents)
    started = await start()
  }
  if ('lapsed' in started) {
    // Asked about before another may begin: it could have been paid.
    await verifyAttempt(kit, site, started.lapsed.id, `customer:${actor.customerId}`)
    started = await start()
  }
  if ('lapsed' in started || 'repriced' in started) throw new Refusal('payment_already_open')
  if (!('hosted' in started)) {
    crashPoint('payment.started')
    return started.wire
  }
  await commitStep({ paymentId: started.hosted.payment.id } satisfies Begun)
  crashPoint('payment.started')
  return openHostedPage(kit, site, actor, started.hosted)
}

/**
 * No payment starts if an earlier attempt expired with an unknown outcome, or if a selected delivery's price
 * changed, which the customer has to see first.
 */
type Started =
  | { lapsed: PaymentRow }
  | { repriced: Repriced }
  | { hosted: StartedAttempt }
  | { wire: PaymentWire }

/**
 * Starts a payment in an open transaction, for {@link createPayment} and for an order that has just been approved.
 *
 * @throws {Refusal} the same, and `approval_needed`
 */
export async function startPayment(
  db: Db,
  kit: PaymentKit,
  read: SiteRow,
  actor: Customer,
  { orderId, method, poNumber, invoiceEmails, seenTotalCents, origin, ip }: PaymentAsked,
): Promise<Started | Ending<Started>> {
  // Before the order, as going live does.
  const site = await lockPreview(db, read)
  const companyId = actor.company?.id ?? null
  // Sent together, and the company first, as everywhere.
  const [orderer, row] = await Promise.all([
    companyId === null ? undefined : keepCompany(db, site, companyId, actor.customerId),
    lockOrder(db, actor, orderId),
  ])
  const at = kit.now()
  const isNew = row.status === 'cart'
  const hasPolicy = orderer !== undefined && (orderer.hasRules || orderer.hasBudgets)
  const [{ whole, openMoney, provider, options }, policy] = await Promise.all([
    readPayable(db, actor, row, method),
    isNew && hasPolicy ? readPolicy(db, site.id, orderer, at) : { rules: [], budgets: [] },
  ])
  const { payments } = whole
  const lapsed = payments.find((payment) => payment.state === 'started' && hasLapsed(payment, at))
  if (lapsed !== undefined) return { lapsed }
  const replaces = findPromise(payments)
  const isReplacing =
    replaces !== undefined &&
    replaces.method_code !== method &&
    (await isWithoutMoney(db, site.id, row, payments))
  assertUnpaid(row.status, isReplacing ? payments.filter((one) => one !== replaces) : payments)
  assertNoDiscrepancy(openMoney)
  if (site.live_at === null && (await wasLive(db, site.id))) throw new Refusal('site_not_live')
  const fromBalance = method === 'company_balance'
  const onTerms = method === 'company_terms'
  const byCompany = fromBalance || onTerms
  const isAwaiting = row.status === 'awaiting_approval'
  if (byCompany && !isAwaiting) await lockToOrder(db, actor)
  if (!byCompany && (provider === null || !isOffered(kit.gateway, site, provider))) {
    throw new Refusal('payment_method_unavailable')
  }

  if (isNew) {
    const repriced = await repriceDeliveries(db, site, whole, options, at)
    if (repriced !== undefined) return { repriced }
  }
  for (const type of heldTypes(whole.items)) assertOffered(kit.config, type)
  const hosted = isHostedPage(method)
  if (hosted) await assertFewAttempts(db, site, { customerId: actor.customerId, ip }, at)
  if (isAwaiting) await assertWithinLimits(db, site, row)
  // It would be told that its money came in.
  if (onTerms && !isUnplaced(row.status)) throw new Refusal('payment_method_unavailable')
  const freezing = { poNumber, companyId, isBudgeted: orderer?.hasBudgets ?? false, at }
  const priced = isNew ? await freezeOrder(db, site, whole, freezing) : row
  if (seenTotalCents !== undefined && seenTotalCents !== priced.total_cents) {
    throw priceChanged(seenTotalCents, priced.total_cents)
  }
  const judged = judgedOf(whole.items, priced)
  const assertStillApproved = await assertApproved(db, priced, judged, {
    buyer: orderer,
    rules: policy.rules,
  })
  const emails = invoiceEmails && (await saveInvoiceEmails(db, actor, orderId, invoiceEmails))
  const copied = { ...priced, ...(emails && { invoice_emails: emails }) }
  const frozen = { ...copied, invoice_emails: await alsoSendTo(db, actor, copied, orderer?.billingEmail) }
  if (fromBalance) await assertBalanceCovers(db, actor, frozen)
  if (onTerms) await orderOnTerms(db, site, actor, frozen, at)
  if (isReplacing) {
    assertFewExchanges(site, payments, at)
    await withdrawPromise(db, payments, PAYMENT_MESSAGES.exchanged, at)
  }
  const transactionId = randomBytes(16).toString('hex')
  const inserting = insertPayment(db, {
    site_id: site.id,
    order_id: orderId,
    customer_id: actor.customerId,
    method_code: method,
    amount_cents: frozen.total_cents,
    state: hosted ? 'started' : fromBalance ? 'settled' : 'submitted',
    transaction_id: transactionId,
    ip: hosted ? ip : '',
    expires_at: hosted ? new Date(at.getTime() + ATTEMPT_LIFE_MS) : null,
    created_at: at,
    updated_at: at,
  })
  const by = `customer:${actor.customerId}`
  const place = async () => {
    if (hosted || (!isUnplaced(frozen.status) && !byCompany)) return
    const hasDrafts = whole.items.some(({ state }) => state === 'draft')
    const to = byCompany ? 'in_review' : 'pending_payment'
    const paid = { to, note: '', actor: by, at, hasDrafts, fromBalance } as const
    await advancePaidOrder(db, kit.jobs, site, frozen, paid)
  }
  const reserving = {
    source: `payment:${transactionId}`,
    onLocked: (budgets: readonly Counted[]) => assertStillApproved?.(budgetFacts(budgets)),
  }
  const reserve = () => reserveBudgets(db, frozen, policy.budgets, reserving, at)
  const [payment] = await inOrder(inserting, inOrder(place(), reserve()))
  if (fromBalance) await postTurnOf(db, payment, at, frozen.company_id)
  if (onTerms) await settleTerms(db, frozen, at, { isOver: false })
  if (byCompany && frozen.is_budgeted) await followBudgets(db, site.id, orderId, `payment:${payment.id}`, at)
  if (hosted) {
    const startAfter = ATTEMPT_LIFE_MS / 1000 + 1
    await kit.jobs.enqueue(db, reconcileOne, { siteId: site.id, paymentId: payment.id }, { startAfter })
  }
  record(db, site.id, {
    actor: by,
    event: 'payment.started',
    subject: `payment:${payment.id}`,
    facts: { order: orderId, method, amount_cents: frozen.total_cents },
    at,
  })
  if (!hosted) {
    return endWith(async () => {
      const number = frozen.number ?? (await giveOrderNumber(db, site.id, orderId))
      const remitTo = onTerms ? await listProviders(db, site.id) : provider ? [provider] : []
      return { wire: paymentWire(kit, payment, number, remitTo) }
    })
  }
  crashPoint('payment.frozen')
  const sealed = provider!.settings_sealed
  return attemptOf(db, kit, actor, { order: frozen, payment, sealed, origin, ip })
}

export function priceChanged(wasCents: number, nowCents: number): Refusal {
  return new Refusal('price_changed', { was: formatCents(wasCents), now: formatCents(nowCents) })
}

/**
 * Each exchange of a check for a transfer mails a remittance slip and leaves a payment behind.
 *
 * @throws {Refusal} `too_many_requests`
 */
function assertFewExchanges(site: SiteRow, payments: readonly PaymentRow[], at: Date) {
  const hourAgo = at.getTime() - 3_600_000
  const made = payments.filter(({ created_at: began }) => began.getTime() > hourAgo)
  if (made.length > moneyRulesOf(site).attemptsPerHour) throw new Refusal('too_many_requests', AN_HOUR)
}

/**
 * Locks the balance of the company an order is for. Only people who act for that company pay from it.
 *
 * @throws {Refusal} `payment_method_unavailable`; `balance_too_low`, with what is missing
 */
async function assertBalanceCovers(
  db: Db,
  { siteId, company }: Customer,
  order: Pick<OrderRow, 'company_id' | 'total_cents'>,
): Promise<void> {
  if (company === undefined || company.id !== order.company_id)
    throw new Refusal('payment_method_unavailable')
  const missingCents = order.total_cents - (await lockBalance(db, siteId, company.id))
  if (missingCents > 0) {
    throw new Refusal('balance_too_low', { missing: formatCents(missingCents), missingCents })
  }
}

/**
 * Money that came in is decided about first: paid again, the customer is charged twice until then.
 *
 * @throws {Refusal} `payment_has_discrepancy`
 */
export function assertNoDiscrepancy(money: { amount_cents: number | null } | null) {
  if (money === null) return
  const amount = money.amount_cents === null ? 'an amount we could not read' : formatCents(money.amount_cents)
  throw new Refusal('payment_has_discrepancy', { amount })
}

/** A placed order is paid or waits for its money, unless its bank returned it: then it can be paid again. */
export function assertUnpaid(status: string, payments: readonly PaymentRow[]) {
  const isOpen = openPayment(payments) !== undefined
  const isOnPage = payments.some(({ state }) => state === 'started')
  if (isOnPage || (isUnplaced(status) && isOpen)) throw new Refusal('payment_already_open')
  if (isUnplaced(status)) return
  if (status === 'declined') throw new Refusal('order_not_payable')
  const isCovered = payments.some(({ state }) => coversOrder(state))
  if (status !== 'pending_payment' || isCovered) throw new Refusal('order_already_paid')
  if (isOpen) throw new Refusal('payment_outstanding')
}
