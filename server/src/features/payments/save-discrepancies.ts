import {
  abandonedReasonOf,
  type DiscrepancyReason,
  discrepancyReasonOf,
} from '@laurel/domain/payment-discrepancy'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { changeDiscrepancy, type DiscrepancyRow, saveDiscrepancy } from './discrepancies.repo.ts'
import type { JudgedAnswer } from './judge-answer.ts'
import type { ProviderTransaction } from './payment-gateway.ts'
import type { PaymentRow } from './payments.repo.ts'

export type FoundDiscrepancy = { transaction: ProviderTransaction; reason: DiscrepancyReason }

/**
 * The parts of an answer that don't fit its payment. After a double charge, that's every charge except the one
 * already recorded; money beside a good charge is included.
 */
export function discrepanciesIn(payment: PaymentRow, judged: JudgedAnswer): FoundDiscrepancy[] {
  return judged.all.flatMap(({ verdict, reason, transaction }) => {
    const isTwice = judged.reason === 'charged_twice' && verdict !== 'failed' && verdict !== 'unknown'
    const isKept = transaction?.providerTransactionId === payment.provider_transaction_id
    const discrepancy = isTwice && verdict !== 'mismatch' ? 'charged_twice' : discrepancyReasonOf(reason)
    if (transaction === undefined || discrepancy === undefined || (isTwice && isKept)) return []
    return transaction.providerTransactionId === '' ? [] : [{ transaction, reason: discrepancy }]
  })
}

/** What was taken for an attempt that its customer had left. */
export function straysOf({ all }: JudgedAnswer): FoundDiscrepancy[] {
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
export async function saveDiscrepancies(
  db: Db,
  payment: PaymentRow,
  known: readonly DiscrepancyRow[],
  found: readonly FoundDiscrepancy[],
  at: Date,
): Promise<void> {
  const { site_id: siteId, id, order_id } = payment
  const of = (discrepancy: DiscrepancyRow) => `doubt:${discrepancy.id}`
  for (const { transaction, reason } of found) {
    const { providerTransactionId, amountCents, currency, status, maskedAccount } = transaction
    const before = known.find((one) => one.provider_transaction_id === providerTransactionId)
    const opened = await saveDiscrepancy(
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
  for (const discrepancy of known) {
    if (discrepancy.state !== 'open' || still.has(discrepancy.provider_transaction_id)) continue
    await changeDiscrepancy(db, discrepancy, { state: 'cleared' }, at)
    record(db, siteId, { actor: 'system', event: 'doubt.cleared', subject: of(discrepancy), facts: {}, at })
  }
}
