import type { Faults } from '../faults/faults.ts'
import type { Ledger } from './ledger.ts'
import { decide } from './outcomes.ts'
import type { PaymentRequest } from './token-request.ts'
import {
  cardNameOf,
  makeApprovalCode,
  makeTxnId,
  maskAccount,
  maskCard,
  type Transaction,
} from './transactions.ts'

/**
 * Charges a payment at the bank and records it, approved or declined.
 *
 * @param paidWith card or account number, digits only; stored masked
 */
export function takePayment(
  ledger: Ledger,
  faults: Faults,
  request: PaymentRequest,
  paidWith: string,
  now: Date,
): Transaction {
  const isCard = request.kind === 'ccsale'
  const outcome = faults.take('converge', 'declined')
    ? { approved: false, message: 'DECLINED' }
    : decide(request.kind, request.amountCents, paidWith)
  return ledger.write({
    txnId: makeTxnId(now),
    merchantId: request.merchantId,
    type: isCard ? 'SALE' : 'ECSPURCHASE',
    approved: outcome.approved,
    message: outcome.message,
    approvalCode: outcome.approved ? makeApprovalCode() : '',
    amountCents: request.amountCents,
    at: now.toISOString(),
    isReview: outcome.review === true,
    isVoided: false,
    isSettled: false,
    maskedCard: isCard ? maskCard(paidWith) : '',
    cardName: isCard ? cardNameOf(paidWith) : '',
    maskedAccount: isCard ? '' : maskAccount(paidWith),
    merchantTxnId: request.merchantTxnId,
    invoiceNumber: request.invoiceNumber,
    description: request.description,
    customerCode: request.customerCode,
    tokenResponse: request.wantsCardToken && outcome.approved ? 'SUCCESS' : '',
    custom: request.custom,
  })
}
