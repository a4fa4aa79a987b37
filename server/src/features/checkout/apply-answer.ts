import { isDeepStrictEqual } from 'node:util'
import { isUnplaced, statusAfterPayment } from '@laurel/domain/order-status'
import { abandonedReasonOf, isSetAside } from '@laurel/domain/payment-discrepancy'
import { PAYMENT_MESSAGES } from '@laurel/domain/payment-messages'
import { isHostedPage } from '@laurel/domain/payment-method'
import {
  canMovePayment,
  coversOrder,
  isLivePayment,
  isMoneyHere,
  type PaymentState,
} from '@laurel/domain/payment-state'
import { type PaymentVerdict, stateAfterVerdict } from '@laurel/domain/provider-answer'
import { refundableCents } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inOrder } from '../../database/site-transaction.ts'
import { isApproved, needsApproval } from '../approvals/assert-approved.ts'
import { record } from '../audit/audit.service.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { postTurnOf } from '../ledger/ledger.repo.ts'
import { settleTopUp } from '../ledger/top-ups.ts'
import { holdOrder } from '../orders/hold-order.ts'
import { lockPaidFor, type OrderRow, TOP_UP, type TopUpRow } from '../orders/orders.repo.ts'
import { priceOrderOf } from '../orders/priced-order.ts'
import { type DiscrepancyRow, listDiscrepanciesOf } from '../payments/discrepancies.repo.ts'
import { type JudgedAnswer, judgeAnswer } from '../payments/judge-answer.ts'
import type { ProviderTransaction } from '../payments/payment-gateway.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import {
  changePayment,
  listPayments,
  lockPayment,
  type PaymentRow,
  type Verification,
} from '../payments/payments.repo.ts'
import { discrepanciesIn, saveDiscrepancies, straysOf } from '../payments/save-discrepancies.ts'
import { refundStrays } from '../refunds/refund-strays.ts'
import { openRefund, refundableOf } from '../refunds/refunds.service.ts'
import { stopRefundsOf } from '../refunds/still-here.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type AcceptedDiscrepancy, saveAcceptedDiscrepancy, takeLateMoney } from './accept-discrepancy.ts'
import { advancePaidOrder } from './advance-paid-order.ts'
import { readWhole } from './whole-order.repo.ts'

const DAY_MS = 86_400_000
/** A page whose token was never handed out cannot be paid on; minting takes ten seconds at most. */
const TOKEN_WAIT_MS = 60_000

/** Why the money of a declined order is refunded. */
const LATE = 'The payment arrived after the order was declined.'

export type ProviderAnswerToApply = {
  found: readonly ProviderTransaction[]
  /** The provider's IDs recorded with other payments, even on other sites. */
  usedElsewhere: ReadonlySet<string>
  actor: string
  /** What the payment was when the provider was asked: if it moved since, the answer is of yesterday. */
  askedIn: PaymentState
} & AskedFor

/** Why the provider was asked, beyond wanting to know. */
export type AskedFor = {
  accepts?: AcceptedDiscrepancy
  /** The customer gives up the payment page. */
  leaves?: boolean
}

/** Applies what the provider said to payment and order: both or neither. */
export async function applyAnswer(
  db: Db,
  kit: Pick<PaymentKit, 'config' | 'jobs' | 'now'>,
  site: SiteRow,
  { id: paymentId, order_id: orderId }: Pick<PaymentRow, 'id' | 'order_id'>,
  answer: ProviderAnswerToApply,
): Promise<void> {
  // The order before the payment, as everywhere: two that hold one each would wait forever.
  const [order, [payment, discrepancies]] = await inOrder(
    lockPaidFor(db, site.id, orderId),
    Promise.all([lockPayment(db, site.id, paymentId), listDiscrepanciesOf(db, site.id, paymentId)]),
  )
  if (payment.state !== answer.askedIn) return

  const at = kit.now()
  const judged = judge(kit, payment, answer, discrepancies)
  const verification = verificationOf(payment, judged, at)
  const decided = await decide(db, site, order, payment, judged, { at, discrepancies, ...answer })
  const { counts, isLate, accepted, ...change } = decided
  if (answer.accepts !== undefined && accepted === undefined) throw new Refusal('discrepancy_not_acceptable')
  const late = isLate ? [{ transaction: judged.transaction!, reason: 'late' as const }] : []
  const others = discrepancies.filter(({ id }) => id !== accepted?.discrepancy.id)
  const isAbandoned = change.state === 'abandoned'
  const found = isAbandoned ? straysOf(judged) : discrepanciesIn(payment, judged)
  await saveDiscrepancies(db, payment, others, [...found, ...late], at)
  if (accepted !== undefined) await saveAcceptedDiscrepancy(db, accepted.discrepancy, payment, answer, at)
  const holdIsOver = isHoldOver(site, verification, at)
  await inOrder(
    changePayment(db, payment, { ...change, verification }, at),
    postTurnOf(db, { ...payment, state: change.state }, at),
  )
  await auditAnswer(db, site, payment, judged, change.state, answer.actor, at)
  if (isAbandoned) await refundStrays(db, kit, site, payment)
  const wasHere = isMoneyHere(payment.method_code, payment.state)
  if (coversOrder(payment.state) && change.state === 'failed') {
    const stopped = { paymentIds: [payment.id], actor: answer.actor, at }
    await stopRefundsOf(db, site.id, order.id, stopped)
  }
  const paying = accepted?.order ?? order
  if (order.status === TOP_UP || paying.status === TOP_UP) {
    const isHeld = payment.method_code === 'elavon_ach' && !holdIsOver
    return settleTopUp(db, order, { at, isHeld })
  }
  if (wasHere && change.state === 'failed') {
    await holdOrder(db, site.id, order, { reason: PAYMENT_MESSAGES.returned, actor: answer.actor, at })
  }

  if (order.status === 'declined' && !wasHere && isMoneyHere(payment.method_code, change.state)) {
    await refundLateMoney(db, kit, site, payment.id, answer.actor)
  }
  const follow = async () => {
    if (order.is_budgeted) await followBudgets(db, site.id, order.id, `payment:${payment.id}`, at)
  }
  if (!counts) return follow()
  const to = statusAfterPayment(payment.method_code, change.state, { holdIsOver })
  if (to === undefined || (!isUnplaced(order.status) && order.status !== 'pending_payment')) return
  await advancePaidOrder(db, kit.jobs, site, paying, {
    to,
    note: '',
    actor: answer.actor,
    at,
  })
  await follow()
  crashPoint('answer.applied')
}

/** A debit that was open when its order was declined has settled, and is refunded. */
async function refundLateMoney(
  db: Db,
  kit: Pick<PaymentKit, 'jobs' | 'now'>,
  site: SiteRow,
  paymentId: number,
  by: string,
) {
  const late = await lockPayment(db, site.id, paymentId)
  const amountCents = refundableCents(await refundableOf(db, site.id, late))
  if (amountCents > 0) await openRefund(db, kit, site, late, { amountCents, reason: LATE, by })
}

function judge(
  { config }: Pick<PaymentKit, 'config'>,
  payment: PaymentRow,
  { found, usedElsewhere }: ProviderAnswerToApply,
  discrepancies: readonly DiscrepancyRow[],
): JudgedAnswer {
  const method = payment.method_code
  if (!isHostedPage(method)) throw new Error(`no provider for ${method}`)
  // Staff refunded or dismissed it, so it's no longer an answer.
  const isAside = (id: string) =>
    discrepancies.some((one) => one.provider_transaction_id === id && isSetAside(one.state))
  const left = found.filter((one) => !isAside(one.providerTransactionId))
  return judgeAnswer({ ...payment, method_code: method }, left, usedElsewhere, config.payment.testCards)
}

type Change = {
  state: PaymentState
  message: string
  provider_transaction_id?: string
  masked_account?: string
  /** Whether the order may move on it. */
  counts: boolean
  /** Money for an attempt that had ended, and whose order has changed since. */
  isLate?: boolean
  accepted?: { discrepancy: DiscrepancyRow; order: OrderRow | TopUpRow }
}

type Deciding = { at: Date; discrepancies: readonly DiscrepancyRow[] } & AskedFor

async function decide(
  db: Db,
  site: SiteRow,
  order: OrderRow | TopUpRow,
  payment: PaymentRow,
  judged: JudgedAnswer,
  { at, discrepancies, accepts, leaves }: Deciding,
): Promise<Change> {
  const stays: Change = { state: payment.state, message: payment.message, counts: false }
  const isStrayed = straysOf(judged).some(({ reason }) => reason === 'abandoned')
  if (payment.state === 'abandoned')
    return isStrayed ? { ...stays, message: PAYMENT_MESSAGES.strayed } : stays
  if (leaves && payment.state === 'started' && mayBeAbandoned(payment, judged)) {
    return {
      state: 'abandoned',
      message: isStrayed ? PAYMENT_MESSAGES.strayed : PAYMENT_MESSAGES.left,
      counts: false,
    }
  }
  if (judged.verdict === 'mismatch') return { ...stays, message: PAYMENT_MESSAGES.mismatch }
  // No longer open: it was decided, or has cleared.
  if (stays.message === PAYMENT_MESSAGES.mismatch) stays.message = ''
  if (judged.reason === 'no_transaction') {
    const setAside = discrepancies.some(({ state }) => isSetAside(state))
      ? PAYMENT_MESSAGES.setAside
      : undefined
    return payment.state === 'started' && hasLapsed(payment, at)
      ? { state: 'expired', message: setAside ?? PAYMENT_MESSAGES.expired, counts: false }
      : { ...stays, message: setAside ?? stays.message }
  }
  const state = stateAfterVerdict(judged.verdict)
  if (state === undefined) return stays
  // The same again: a settled debit whose hold may be over by now.
  if (state === payment.state) return { ...stays, counts: true }
  if (!canMovePayment(payment.state, state)) return stays
  if (state === 'failed') return { state, message: failure(payment), counts: false }

  const hasEnded = payment.state === 'failed' || payment.state === 'expired'
  // A top-up is paid by whatever comes in.
  const isOrder = order.status !== TOP_UP
  const isLate = hasEnded && isOrder && !(await isStillThatOrder(db, site, order, payment, at))
  const discrepancy = discrepancies.find(({ id, state }) => id === accepts?.discrepancyId && state === 'open')
  const isIt = discrepancy?.provider_transaction_id === judged.transaction!.providerTransactionId
  const room = isLate && isOrder ? () => takeLateMoney(db, site, order, payment, at) : () => order
  const taking = discrepancy !== undefined && isIt ? await room() : undefined
  if (isLate && taking === undefined) return { ...stays, message: PAYMENT_MESSAGES.unexpected, isLate }
  return {
    ...(taking !== undefined && { accepted: { discrepancy: discrepancy!, order: taking } }),
    state,
    message: judged.verdict === 'review' ? PAYMENT_MESSAGES.review : '',
    provider_transaction_id: judged.transaction!.providerTransactionId,
    masked_account: judged.transaction!.maskedAccount,
    counts: true,
  }
}

/**
 * No money was taken, or a card charge that can be voided. The attempt stays if a debit is pending, the outcome
 * is unknown, or the money may be another party's.
 */
function mayBeAbandoned(payment: PaymentRow, { reason, all }: JudgedAnswer): boolean {
  if (reason === 'no_transaction') return true
  const open = all.filter(({ verdict }) => verdict !== 'failed')
  const isVoided = open.every(
    (one) => one.transaction?.status !== 'REV' && abandonedReasonOf(one.verdict, one.reason) === 'abandoned',
  )
  return payment.method_code === 'elavon_cc' && open.length > 0 && isVoided
}

function failure({ state }: PaymentRow): string {
  return state === 'started' || state === 'expired' ? PAYMENT_MESSAGES.declined : PAYMENT_MESSAGES.returned
}

export function hasLapsed(payment: PaymentRow, at: Date): boolean {
  const endsAtMs =
    payment.token_sealed === ''
      ? payment.created_at.getTime() + TOKEN_WAIT_MS
      : (payment.expires_at ?? payment.created_at).getTime()
  return at.getTime() >= endsAtMs
}

/** The cart can change after an attempt ends, and late money only pays for what was priced. */
async function isStillThatOrder(
  db: Db,
  site: SiteRow,
  order: OrderRow,
  payment: PaymentRow,
  at: Date,
): Promise<boolean> {
  const others = await listPayments(db, site.id, [order.id])
  const isPaidOtherwise = others.some(({ id, state }) => id !== payment.id && isLivePayment(state))
  if (isPaidOtherwise || order.total_cents !== payment.amount_cents) return false
  if (order.status === 'awaiting_approval') return isApproved(db, order)
  if (order.status !== 'cart') return order.status === 'pending_payment'
  if (await needsApproval(db, site, order, at)) return false
  const [whole] = await readWhole(db, site.id, [order])
  const now = priceOrderOf(whole!, site.card_fee_cents)
  // A changed site brand doesn't matter for the payment.
  const { brand: _, ...priced } = order.priced ?? {}
  return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), priced)
}

function verificationOf(payment: PaymentRow, judged: JudgedAnswer, at: Date): Verification {
  const settledAt = payment.verification?.settledAt ?? null
  return {
    verdict: judged.verdict,
    reason: judged.reason,
    status: judged.transaction?.status ?? '',
    avs: judged.transaction?.avsResponse ?? '',
    settledAt: settledAt ?? (judged.verdict === 'settled' ? at.toISOString() : null),
  }
}

function isHoldOver(site: SiteRow, { settledAt }: Verification, at: Date): boolean {
  return settledAt !== null && at.getTime() >= Date.parse(settledAt) + site.ach_hold_days * DAY_MS
}

function eventOf(verdict: PaymentVerdict, state: PaymentState, before: PaymentRow) {
  if (state === 'abandoned' && before.state !== 'abandoned') return 'payment.abandoned'
  return verdict === 'mismatch' ? 'payment.mismatch' : 'payment.verified'
}

/** The provider is asked every minute, so a repeated answer is recorded once. */
async function auditAnswer(
  db: Db,
  site: SiteRow,
  payment: PaymentRow,
  { verdict, reason }: JudgedAnswer,
  state: PaymentState,
  actor: string,
  at: Date,
) {
  const isNews = state !== payment.state || reason !== payment.verification?.reason
  if (!isNews) return
  record(db, site.id, {
    actor,
    event: eventOf(verdict, state, payment),
    subject: `payment:${payment.id}`,
    facts: { verdict, reason, from: payment.state, to: state },
    at,
  })
}
