import { decimalFromCents } from '@laurel/domain/money'
import { readToken, readTransactions } from '../../features/payments/converge-wire.ts'
import type { ProviderTransaction } from '../../features/payments/payment-gateway.ts'

/** What can happen to an answer on its way, whatever it says. */
export const WIRE_FAULTS = ['none', 'html', '5xx', 'cut', 'entities', 'error_code'] as const
export type WireFault = (typeof WIRE_FAULTS)[number]

const ERROR_PAGE = '<html><head><title>Error</title></head><body>An error occurred</body></html>'

/** Sends transactions the way the provider would, and reads them as the server does. */
export function throughTheWire(
  found: readonly ProviderTransaction[],
  fault: WireFault,
): ProviderTransaction[] {
  if (fault === '5xx') throw new Error('status 503')
  return readTransactions(damaged(listXml(found), fault))
}

/** The same for the token of a payment page. */
export function tokenThroughTheWire(token: string, fault: WireFault): string {
  if (fault === '5xx') throw new Error('status 503')
  return readToken(fault === 'none' ? token : damaged('', fault))
}

function damaged(xml: string, fault: WireFault): string {
  if (fault === 'html') return ERROR_PAGE
  if (fault === 'cut') return xml.slice(0, Math.floor(xml.length * 0.7))
  if (fault === 'entities') return `<!DOCTYPE txn [<!ENTITY a "APPROVAL">]>${xml}`
  if (fault === 'error_code')
    return '<txn><errorCode>4025</errorCode><errorName>Invalid Credentials</errorName></txn>'
  return xml
}

function listXml(found: readonly ProviderTransaction[]): string {
  const txns = found.map((one) => `<txn>${fieldsOf(one).join('')}</txn>`).join('')
  return `<txnlist><ssl_txn_count>${found.length}</ssl_txn_count>${txns}</txnlist>`
}

function fieldsOf(one: ProviderTransaction): string[] {
  const isDebit = one.cardType === 'ELECTRONICCHECK'
  const fields = {
    ssl_txn_id: one.providerTransactionId,
    ssl_merchant_txn_id: one.transactionId,
    ssl_amount: one.amountCents === undefined ? '' : decimalFromCents(one.amountCents),
    ssl_result: one.result,
    ssl_result_message: one.resultMessage,
    ssl_approval_code: one.approvalCode,
    ssl_trans_status: one.status,
    ssl_transaction_type: one.transactionType,
    ssl_card_type: one.cardType ?? '',
    ssl_txn_currency_code: one.currency ?? '',
    ssl_card_short_description: isDebit ? '' : 'VISA',
    ssl_card_number: isDebit ? '' : '41**********9990',
    ssl_bank_account_number: isDebit ? '******7890' : '',
    ssl_avs_response: one.avsResponse,
  }
  return Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
}
