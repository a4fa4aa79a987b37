import { ConvergeError } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { sortableTime, terminalTime } from './terminal-time.ts'
import type { Terminal } from './terminals.ts'
import type { Transaction } from './transactions.ts'

const SEARCH_FIELDS = [
  'ssl_search_start_date',
  'ssl_search_end_date',
  'ssl_search_transaction_type',
  'ssl_card_number',
  'ssl_card_suffix',
]

function readBound(fields: Record<string, string>, name: string, dayEnds: boolean): string | undefined {
  const text = fields[name]
  if (!text) return undefined
  const time = sortableTime(text, dayEnds)
  if (time === undefined) throw new ConvergeError(5099, name)
  return time
}

function search(ledger: Ledger, terminal: Terminal, fields: Record<string, string>): Transaction[] {
  const from = readBound(fields, 'ssl_search_start_date', false) ?? ''
  const to = readBound(fields, 'ssl_search_end_date', true) ?? '9'
  const type = fields.ssl_search_transaction_type?.toUpperCase()
  const suffix = fields.ssl_card_suffix || fields.ssl_card_number?.slice(-4)

  return ledger.list(terminal.merchantId).filter((one) => {
    const at = sortableTime(terminalTime(new Date(one.at), terminal.timeZone)) ?? ''
    const isInRange = from <= at && at <= to
    return isInRange && (!type || one.type === type) && (!suffix || one.maskedCard.endsWith(suffix))
  })
}

/**
 * Answers a `txnquery`: one transaction by the provider's ID, or a list by the merchant's ID, or by date and
 * card.
 *
 * @throws {ConvergeError} 4009 no criteria, 5040 unknown ID, 5095 conflicting criteria, 5099 invalid date
 */
export function answerQuery(
  ledger: Ledger,
  terminal: Terminal,
  fields: Record<string, string>,
): Transaction | Transaction[] {
  const isSearch = SEARCH_FIELDS.some((name) => fields[name])
  if (fields.ssl_txn_id) {
    if (isSearch || fields.ssl_merchant_txn_id) throw new ConvergeError(5095)
    const found = ledger.find(terminal.merchantId, fields.ssl_txn_id)
    if (!found) throw new ConvergeError(5040)
    return found
  }
  if (fields.ssl_merchant_txn_id) {
    if (isSearch) throw new ConvergeError(5095)
    return ledger.listByMerchantTxnId(terminal.merchantId, fields.ssl_merchant_txn_id)
  }
  if (!isSearch) throw new ConvergeError(4009, 'ssl_txn_id')
  return search(ledger, terminal, fields)
}
