import { amountFromCents } from './amount.ts'
import { terminalTime } from './terminal-time.ts'
import type { Terminal } from './terminals.ts'
import { isBank, statusOf, type Transaction } from './transactions.ts'

/** Everything the provider reports about a transaction, by field name. */
export function responseFields(terminal: Terminal, transaction: Transaction): Record<string, string> {
  return {
    ssl_result: transaction.approved ? '0' : '1',
    ssl_result_message: transaction.message,
    ssl_txn_id: transaction.txnId,
    ssl_txn_time: terminalTime(new Date(transaction.at), terminal.timeZone),
    ssl_approval_code: transaction.approvalCode,
    ssl_amount: amountFromCents(transaction.amountCents),
    ssl_transaction_type: transaction.type,
    ssl_card_type: isBank(transaction) ? 'ELECTRONICCHECK' : 'CREDITCARD',
    ssl_card_short_description: transaction.cardName,
    ssl_card_number: transaction.maskedCard,
    ssl_bank_account_number: transaction.maskedAccount,
    ssl_merchant_txn_id: transaction.merchantTxnId,
    ssl_invoice_number: transaction.invoiceNumber,
    ssl_description: transaction.description,
    ssl_customer_code: transaction.customerCode,
    ssl_token_response: transaction.tokenResponse,
    ssl_avs_response: isBank(transaction) ? '' : 'M',
    ssl_cvv2_response: isBank(transaction) ? '' : transaction.approved ? 'M' : 'N',
    ...transaction.custom,
  }
}

/** The same, with the fields that only queries return. */
export function queryFields(terminal: Terminal, transaction: Transaction, now: Date): Record<string, string> {
  const status = statusOf(transaction, now)
  const isMoney = transaction.type === 'SALE' || transaction.type === 'ECSPURCHASE'
  const isVoidable = isMoney && !transaction.isVoided && (status === 'OPN' || status === 'PEN')
  return {
    ...responseFields(terminal, transaction),
    ssl_trans_status: status,
    ssl_user_id: terminal.userId,
    ssl_entry_mode: 'K',
    ssl_is_voidable: isVoidable ? 'TRUE' : 'FALSE',
  }
}

/** Only the fields that a terminal forwards; a missing value is sent empty. */
export function forwardedFields(terminal: Terminal, transaction: Transaction): Record<string, string> {
  const all = responseFields(terminal, transaction)
  const names = transaction.approved ? terminal.forwardOnApproval : terminal.forwardOnDecline
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']))
}
