import { abandonedReasonOf, type DoubtReason, doubtReasonOf } from '@laurel/domain/payment-doubt'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { changeDoubt, type DoubtRow, keepDoubt } from './doubts.repo.ts'
import type { JudgedAnswer } from './judge-answer.ts'
import type { ProviderTransaction } from './payment-gateway.ts'
import type { PaymentRow } from './payments.repo.ts'

export type Doubtful = { transaction: ProviderTransaction; reason: DoubtReason }

/**
 * The parts of an answer that don't fit its payment. After a double charge, that's every charge except the one
 * already recorded; money beside a good charge is included.
 */
export function doubtfulOf(payment: PaymentRow, judged: JudgedAnswer): Doubtful[] {
  return judged.all.flatMap(({ verdict, reason, transaction }) => {
    const isTwice = judged.reason === 'charged_twice' && verdict !== 'failed' && verdict !== 'unknown'
    const isKept = transaction?.providerTransactionId === payment.provider_transaction_id
    const doubt = isTwice && verdict !== 'mismatch' ? 'charged_twice' : doubtReasonOf(reason)
    if (transaction === undefined || doubt === undefined || (isTwice && isKept)) return []
    return transaction.providerTransactionId === '' ? [] : [{ transaction, reason: doubt }]
  })
}

/** What was taken for an attempt that its customer had left. */
export function straysOf({ all }: JudgedAnswer): Doubtful[] {
  return all.flatMap(({ verdict, reason, transaction }) => {
    const stray = abandonedReasonOf(verdict, reason)
    return stray === undefined || transaction.providerTransactionId === ''
      ? []
      : [{ transaction, reason: stray }]
  })
}

/**
 * Updates a payment's discrepancies to the provider's answer: new ones are reported to the office, and those no
 * longer in the answer are cleared. The payment must be locked.
 */
export async function keepDoubts(
  db: Db,
  payment: PaymentRow,
  known: readonly DoubtRow[],
  found: readonly Doubtful[],
  at: Date,
): Promise<void> {
  const { site_id: siteId, id, order_id } = payment
  const of = (doubt: DoubtRow) => `doubt:${doubt.id}`
  for (const { transaction, reason } of found) {
    const { providerTransactionId, amountCents, currency, status, maskedAccount } = transaction
    const before = known.find((one) => one.provider_transaction_id === providerTransactionId)
    const opened = await keepDoubt(
      db,
      siteId,
      before,
      {
        ...{ order_id, payment_id: id, reason, currency: currency ?? '', status },
        provider_transaction_id: providerTransactionId,
        amount_cents: amountCents !== undefined && amountCents >= 0 ? amountCents : null,
        // Another party's account isn't ours to store.
        masked_account: reason === 'other_attempt' ? '' : maskedAccount,
      },
      at,
    )
    if (opened === undefined) continue
    const facts = { payment: id, reason, amount_cents: amountCents ?? null }
    record(db, siteId, { actor: 'system', event: 'doubt.opened', subject: of(opened), facts, at })
  }
  const still = new Set(found.map(({ transaction }) => transaction.providerTransactionId))
  for (const doubt of known) {
    if (doubt.state !== 'open' || still.has(doubt.provider_transaction_id)) continue
    await changeDoubt(db, doubt, { state: 'cleared' }, at)
    record(db, siteId, { actor: 'system', event: 'doubt.cleared', subject: of(doubt), facts: {}, at })
  }
}
