import type { HostedPageMethod } from '@laurel/domain/payment-method'
import { type Judgement, judgeProviderAnswer, weighJudgements } from '@laurel/domain/provider-answer'
import type { ProviderTransaction } from './payment-gateway.ts'
import type { PaymentRow } from './payments.repo.ts'

type JudgedTransaction = Judgement & { transaction: ProviderTransaction }
export type JudgedAnswer = Judgement & {
  transaction: ProviderTransaction | undefined
  /** Every transaction with its own verdict. */
  all: readonly JudgedTransaction[]
}

/** Money given or taken back is not an answer to whether it was paid. */
const REVERSALS = new Set(['RETURN', 'VOID', 'DELETE', 'ECSVOID'])

/**
 * Decides what everything the provider found under our id says about an attempt.
 *
 * @param usedElsewhere the provider's ids that are recorded with another payment
 */
export function judgeAnswer(
  payment: PaymentRow & { method_code: HostedPageMethod },
  found: readonly ProviderTransaction[],
  usedElsewhere: ReadonlySet<string>,
  testTransactionsAllowed: boolean,
): JudgedAnswer {
  const attempt = {
    transactionId: payment.transaction_id,
    amountCents: payment.amount_cents,
    method: payment.method_code,
  }
  const judged = found
    .filter((one) => !REVERSALS.has(one.transactionType.trim().toUpperCase()))
    .map((transaction): JudgedTransaction => {
      const isUsed = usedElsewhere.has(transaction.providerTransactionId)
      const answer = { kind: 'transaction', transaction } as const
      return { ...judgeProviderAnswer(attempt, answer, isUsed, { testTransactionsAllowed }), transaction }
    })
  const { verdict, reason } = weighJudgements(judged)
  const transaction = judged.find((one) => one.verdict === verdict && one.reason === reason)?.transaction
  return { verdict, reason, transaction, all: judged }
}
