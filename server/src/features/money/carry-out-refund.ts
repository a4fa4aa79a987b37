import { type HostedPageMethod, isHostedPage } from '@laurel/domain/payment-method'
import { isRefundDue } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, makeTurns, type Sweep, sweeps } from '../../jobs/jobs.ts'
import { record } from '../audit/audit.service.ts'
import { verifyAttempt } from '../checkout/verify-attempt.ts'
import { settleTopUp } from '../ledger/top-ups.ts'
import { lockPaidFor, TOP_UP } from '../orders/orders.repo.ts'
import { findDiscrepancy } from '../payments/discrepancies.repo.ts'
import type { RefundAnswer } from '../payments/payment-gateway.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findPayment, findProvider, type PaymentRow } from '../payments/payments.repo.ts'
import { openMerchantAccount } from '../payments/provider-settings.ts'
import { followRefund } from '../refunds/follow-refund.ts'
import { refundIsDone } from '../refunds/refund-done.ts'
import { carryOutRefund, carryOutRefunds } from '../refunds/refund-jobs.ts'
import {
  changeRefund,
  findRefund,
  listRefundsToCarryOut,
  lookForRefunds,
  type RefundChange,
  type RefundRow,
} from '../refunds/refunds.repo.ts'
import { isMoneyStillHere, WENT_BACK } from '../refunds/still-here.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { tellOfStuckRefunds } from './stuck-refunds.ts'

/** Longer than any request of ours waits: what the provider does not know by then, it never had. */
const SURELY_OVER_MS = 10 * 60_000

export function refundHandlers(kit: PaymentKit): JobHandler[] {
  return [
    handles(carryOutRefund, async ({ siteId, refundId }) => {
      const site = await findSite(kit.pool, siteId)
      if (site !== undefined) await carryOut(kit, site, refundId)
    }),
    carryingOut(kit),
  ]
}

/** Takes every open refund as far as it goes. One that fails does not keep the others waiting. */
export function carryingOut(kit: PaymentKit): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    carryOutRefunds,
    () => findDueSites(kit.pool, lookForRefunds),
    async (siteId) => {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      const ids = await inSite(kit.pool, siteId, (db) => listRefundsToCarryOut(db, siteId))
      const failures = await inTurns(siteId, ids, (id) => carryOut(kit, site, id))
      await inSite(kit.pool, siteId, (db) => tellOfStuckRefunds(db, siteId, kit.now()))
      if (failures.length > 0) throw new AggregateError(failures, 'some refunds could not be carried out')
    },
  )
}

/**
 * Takes a refund one step further. This is recorded before the provider is asked: after a crash the provider is
 * asked for the outcome, and the request is never repeated.
 */
export async function carryOut(kit: PaymentKit, site: SiteRow, refundId: number): Promise<void> {
  // It stays as it is until the provider is connected.
  if (kit.gateway.pageUrl === undefined) return
  const found = await readOpen(kit, site, refundId)
  if (found === undefined) return
  if (found.refund.state !== 'approved') return findOut(kit, site, found)

  const { payment, of } = found
  if (found.refund.doubt_id === null && !isRefundDue(found.refund.kind, payment.state)) {
    // It may be settled by now: the provider knows.
    await verifyAttempt(kit, site, payment.id, 'system')
    const again = await readOpen(kit, site, refundId)
    if (again === undefined || !isRefundDue(again.refund.kind, again.payment.state)) return
  }
  const refund = await apply(kit, site, refundId, 'approved', { state: 'sent' })
  if (refund === undefined) return
  crashPoint('refund.sent')
  const request = {
    kind: refund.kind as 'void' | 'return',
    method: found.method,
    of,
    amountCents: refund.amount_cents,
    transactionId: refund.transaction_id,
  }
  const answer = await kit.gateway.refund(found.account, request).catch((cause) => {
    if (cause instanceof Refusal) return undefined
    throw cause
  })
  crashPoint('refund.given')
  await apply(kit, site, refundId, 'sent', changeAfter(answer))
  crashPoint('refund.kept')
}

function changeAfter(answer: RefundAnswer | undefined): RefundChange {
  if (answer === undefined)
    return { state: 'unknown', message: 'The payment provider didn’t answer. We’ll try again.' }
  if (answer.outcome === 'done') {
    return { state: 'done', provider_transaction_id: answer.providerTransactionId, message: '' }
  }
  // Too late to take the charge back: its money is returned instead.
  if (answer.outcome === 'already_settled') return { state: 'approved', kind: 'return', message: '' }
  return { state: 'failed', message: `The payment provider rejected the refund (${answer.code}).` }
}

type Open = {
  refund: RefundRow
  payment: PaymentRow
  method: HostedPageMethod
  /** The provider's transaction whose money goes back. */
  of: string
  account: NonNullable<ReturnType<typeof openMerchantAccount>>
}

async function readOpen(kit: PaymentKit, site: SiteRow, refundId: number): Promise<Open | undefined> {
  return inSite(kit.pool, site.id, async (db) => {
    const refund = await findRefund(db, site.id, refundId)
    if (refund === undefined || refund.kind === 'by_hand') return undefined
    if (refund.state !== 'approved' && refund.state !== 'sent' && refund.state !== 'unknown') return undefined
    const payment = (await findPayment(db, site.id, refund.payment_id))!
    const discrepancy =
      refund.doubt_id === null ? undefined : await findDiscrepancy(db, site.id, refund.doubt_id)
    const of = discrepancy?.provider_transaction_id ?? payment.provider_transaction_id
    if (!isHostedPage(payment.method_code) || of === null) return undefined
    const provider = await findProvider(db, site.id, payment.method_code)
    const sealed = provider?.settings_sealed ?? ''
    const account = openMerchantAccount(kit.keys.dataSeal, site.id, payment.method_code, sealed)
    return account && { refund, payment, method: payment.method_code, of, account }
  })
}

/** The answer was lost, or the server crashed before recording it. */
async function findOut(kit: PaymentKit, site: SiteRow, { refund, account }: Open): Promise<void> {
  const found = await kit.gateway.findTransactions(account, refund.transaction_id)
  const given = found.find((one) => one.result === '0' && one.amountCents === refund.amount_cents)
  if (given !== undefined) {
    const { providerTransactionId: provider_transaction_id } = given
    await apply(kit, site, refund.id, refund.state, { state: 'done', provider_transaction_id, message: '' })
    return
  }
  const age = kit.now().getTime() - refund.updated_at.getTime()
  if (found.length === 0 && age > SURELY_OVER_MS) {
    await apply(kit, site, refund.id, refund.state, { state: 'approved', message: '' })
  }
}

/**
 * Changes a refund that is still in the state that was read, with everything that follows.
 *
 * @returns undefined if its state changed, or it was stopped because the bank returned its money
 */
function apply(
  kit: PaymentKit,
  site: SiteRow,
  refundId: number,
  from: RefundRow['state'],
  change: RefundChange,
): Promise<RefundRow | undefined> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const known = await findRefund(db, site.id, refundId)
    if (known === undefined) return undefined
    const order = await lockPaidFor(db, site.id, known.order_id)
    const refund = (await findRefund(db, site.id, refundId))!
    if (refund.state !== from) return undefined
    // Since it was agreed to, its charge may have been taken back by the bank.
    const isGone = change.state === 'sent' && !(await isMoneyStillHere(db, site.id, refund))
    const next: RefundChange = isGone ? { state: 'failed', message: WENT_BACK } : change
    const changed = await changeRefund(db, refund, next, at)
    if (changed === undefined) return undefined
    const { amount_cents, kind, message } = changed
    const facts = { amount_cents, kind, message, order: order.id }
    const subject = `refund:${changed.id}`
    record(db, site.id, { actor: 'system', event: `refund.${changed.state}`, subject, facts, at })
    if (changed.state === 'done') await refundIsDone(db, site.id, changed, 'system', at)
    await followRefund(db, changed, 'system', at)
    if (order.status === TOP_UP) await settleTopUp(db, order, { at })
    return isGone ? undefined : changed
  })
}
