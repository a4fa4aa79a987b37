import { centsFromAmount } from './amount.ts'
import { ConvergeError } from './errors.ts'
import type { Ledger } from './ledger.ts'
import type { Terminal } from './terminals.ts'
import {
  isSettled,
  makeApprovalCode,
  makeTxnId,
  type Transaction,
  type TransactionType,
} from './transactions.ts'

const BANK_VOID_WINDOW_MS = 10 * 60_000

export type Reversal = 'ccreturn' | 'ccvoid' | 'ccdelete' | 'ecsvoid'

const REVERSALS: Record<Reversal, { of: TransactionType; makes: TransactionType }> = {
  ccreturn: { of: 'SALE', makes: 'RETURN' },
  ccvoid: { of: 'SALE', makes: 'VOID' },
  ccdelete: { of: 'SALE', makes: 'DELETE' },
  ecsvoid: { of: 'ECSPURCHASE', makes: 'ECSVOID' },
}

/** Whether a transaction type voids or refunds an earlier payment, in whole or in part. */
export function isReversal(kind: string): kind is Reversal {
  return Object.hasOwn(REVERSALS, kind)
}

function readOriginal(ledger: Ledger, terminal: Terminal, fields: Record<string, string>, kind: Reversal) {
  if (!fields.ssl_txn_id) throw new ConvergeError(4009, 'ssl_txn_id')
  const original = ledger.find(terminal.merchantId, fields.ssl_txn_id)
  if (!original?.approved || original.isVoided || original.type !== REVERSALS[kind].of) {
    throw new ConvergeError(5040)
  }
  return original
}

function returnedCents(ledger: Ledger, original: Transaction): number {
  return ledger
    .list(original.merchantId)
    .filter((one) => one.type === 'RETURN' && one.originalTxnId === original.txnId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The amount of a return: as requested, or all of it; never more than is left. */
function refundCents(ledger: Ledger, original: Transaction, amount: string | undefined): number {
  const cents = amount ? centsFromAmount(amount) : original.amountCents
  if (returnedCents(ledger, original) + cents > original.amountCents) throw new ConvergeError(5091)
  return cents
}

function assertVoidable(ledger: Ledger, original: Transaction, now: Date) {
  if (original.type === 'ECSPURCHASE') {
    if (now.getTime() - Date.parse(original.at) > BANK_VOID_WINDOW_MS) throw new ConvergeError(5041)
    return
  }
  if (isSettled(original, now)) throw new ConvergeError(4018)
  if (returnedCents(ledger, original) > 0) throw new ConvergeError(5040)
}

/**
 * Voids or refunds a payment. The answer is a new transaction with its own ID.
 *
 * @throws {ConvergeError} 4009, 4018, 5002, 5040, 5041 or 5091
 */
export function reverse(
  ledger: Ledger,
  terminal: Terminal,
  kind: Reversal,
  fields: Record<string, string>,
  now: Date,
): Transaction {
  const original = readOriginal(ledger, terminal, fields, kind)
  const isRefund = kind === 'ccreturn'
  if (!isRefund) assertVoidable(ledger, original, now)
  const amountCents = isRefund ? refundCents(ledger, original, fields.ssl_amount) : original.amountCents

  if (!isRefund) ledger.write({ ...original, isVoided: true })
  return ledger.write({
    ...original,
    txnId: makeTxnId(now),
    type: REVERSALS[kind].makes,
    originalTxnId: original.txnId,
    amountCents,
    approvalCode: makeApprovalCode(),
    at: now.toISOString(),
    isSettled: false,
    isReview: false,
    merchantTxnId: fields.ssl_merchant_txn_id ?? '',
    tokenResponse: '',
  })
}
