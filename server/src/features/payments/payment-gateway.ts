import type { HostedPageMethod } from '@laurel/domain/payment-method'
import type { ReportedTransaction } from '@laurel/domain/provider-answer'

/** What the payment provider said of one transaction, in our words (docs/decisions/0006). */
export type ProviderTransaction = ReportedTransaction & {
  /** Brand and last four digits, never more. */
  maskedAccount: string
  avsResponse: string
}

export type HostedPageRequest = {
  method: HostedPageMethod
  /** Ours: at most 39 letters and digits. */
  transactionId: string
  amountCents: number
  orderId: number
  orderNumber: string
  company: string
  email: string
  /** Where the provider sends the buyer back. */
  returnUrl: string
  ip: string
}

/** A merchant's credentials at the provider, opened from their seal for one call. */
export type MerchantAccount = { merchantId: string; userId: string; pin: string }

/** `silent`: no readable answer, so nothing is known about the account. */
export type ConnectionAnswer = { outcome: 'right' | 'refused' | 'silent'; words: string }

/** A refund to its own transaction. */
export type RefundRequest = {
  /** `void` cancels an unsettled charge as a whole. */
  kind: 'void' | 'return'
  /** Bank debits can only be voided, and only for ten minutes. */
  method: HostedPageMethod
  /** The provider's id of the payment. */
  of: string
  amountCents: number
  /** Ours, so that its fate can be asked for. */
  transactionId: string
}

/** The provider's answer. `already_settled`: too late to void, but it can be returned. */
export type RefundAnswer =
  | { outcome: 'done'; providerTransactionId: string }
  | { outcome: 'refused'; code: string }
  | { outcome: 'already_settled' }

/**
 * The outside system that takes cards and bank accounts. Every method talks over the network:
 * never call one inside a transaction.
 */
export type PaymentGateway = {
  /** Undefined while no provider is connected: nothing is asked then, and every outcome stays open. */
  pageUrl: string | undefined
  /** @throws {Refusal} `payment_provider_unreachable` without a token */
  mintToken(account: MerchantAccount, request: HostedPageRequest): Promise<string>
  /**
   * Asks what became of our transaction.
   *
   * @returns every transaction found under our id, none when nothing was paid
   * @throws {Refusal} `payment_unknown` when the answer cannot be had or read: the
   *   outcome is unknown, never "failed"
   */
  findTransactions(account: MerchantAccount, transactionId: string): Promise<ProviderTransaction[]>
  /**
   * Tries the account by a question that changes nothing: after a transaction that doesn't exist.
   *
   * @returns the provider's answer in plain words
   */
  check(account: MerchantAccount): Promise<ConnectionAnswer>
  /**
   * Gives money back. Not to be repeated before its fate is known: there is no key against doing it twice.
   *
   * @throws {Refusal} `payment_unknown` when no readable answer came: it may have happened
   */
  refund(account: MerchantAccount, request: RefundRequest): Promise<RefundAnswer>
}
