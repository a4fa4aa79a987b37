import { randomInt, randomUUID } from 'node:crypto'

export type TransactionType = 'SALE' | 'ECSPURCHASE' | 'RETURN' | 'VOID' | 'DELETE' | 'ECSVOID'

/** A transaction at the provider. Only masked numbers are stored. */
export type Transaction = {
  txnId: string
  merchantId: string
  type: TransactionType
  /** The transaction that this one refunds or voids. */
  originalTxnId?: string
  approved: boolean
  message: string
  approvalCode: string
  amountCents: number
  at: string
  isReview: boolean
  isVoided: boolean
  isSettled: boolean
  maskedCard: string
  cardName: string
  maskedAccount: string
  merchantTxnId: string
  invoiceNumber: string
  description: string
  customerCode: string
  tokenResponse: string
  custom: Record<string, string>
}

export const CARD_SETTLES_AFTER_MS = 24 * 3_600_000
export const BANK_SETTLES_AFTER_MS = 3 * 24 * 3_600_000

/** An ID in the provider's format: the day, the terminal's batch letters, a UUID; 46 characters. */
export function makeTxnId(at: Date): string {
  const [year = '', month = '', day = ''] = at.toISOString().slice(2, 10).split('-')
  return `${day}${month}${year}AD3-${randomUUID().toUpperCase()}`
}

export function makeApprovalCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** First two and last four digits, as the provider shows a card. */
export function maskCard(digits: string): string {
  return digits.slice(0, 2) + '*'.repeat(digits.length - 6) + digits.slice(-4)
}

export function maskAccount(digits: string): string {
  return '*'.repeat(digits.length - 4) + digits.slice(-4)
}

/** The provider's short name for a card, from its first digits. */
export function cardNameOf(digits: string): string {
  if (digits.startsWith('4')) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MC'
  if (/^3[47]/.test(digits)) return 'AMEX'
  if (/^(6011|65|64[4-9])/.test(digits)) return 'DISC'
  return 'CARD'
}

/** Whether the transaction was on a bank account, not a card. */
export function isBank(transaction: Transaction): boolean {
  return transaction.type === 'ECSPURCHASE' || transaction.type === 'ECSVOID'
}

/** Settled by hand, or by age: cards after a day, bank debits after three. */
export function isSettled(transaction: Transaction, now: Date): boolean {
  if (!transaction.approved || transaction.isReview || transaction.isVoided) return false
  const afterMs = isBank(transaction) ? BANK_SETTLES_AFTER_MS : CARD_SETTLES_AFTER_MS
  return transaction.isSettled || now.getTime() - Date.parse(transaction.at) >= afterMs
}

/** `ssl_trans_status`: OPN open batch, PEN pended, REV review, STL settled; empty if declined. */
export function statusOf(transaction: Transaction, now: Date): 'OPN' | 'PEN' | 'REV' | 'STL' | '' {
  if (!transaction.approved) return ''
  if (transaction.isReview) return 'REV'
  if (isSettled(transaction, now)) return 'STL'
  return isBank(transaction) ? 'PEN' : 'OPN'
}
