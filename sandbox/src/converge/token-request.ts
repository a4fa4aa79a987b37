import { isLoopbackUrl } from '../loopback.ts'
import { centsFromAmount } from './amount.ts'
import { ConvergeError } from './errors.ts'
import type { Terminal } from './terminals.ts'

export type PaymentKind = 'ccsale' | 'ecspurchase'

/** The payment behind a token: fixed when it's requested, so the customer can't change it. */
export type PaymentRequest = {
  merchantId: string
  kind: PaymentKind
  amountCents: number
  returnUrl: string
  wantsCardToken: boolean
  merchantTxnId: string
  invoiceNumber: string
  description: string
  customerCode: string
  custom: Record<string, string>
}

const MAX_LENGTHS: Record<string, number> = {
  ssl_invoice_number: 25,
  ssl_merchant_txn_id: 39,
  ssl_description: 255,
  ssl_customer_code: 17,
  ssl_first_name: 20,
  ssl_last_name: 30,
  ssl_company: 50,
  ssl_avs_address: 30,
  ssl_address2: 30,
  ssl_city: 30,
  ssl_state: 30,
  ssl_avs_zip: 9,
  ssl_country: 3,
  ssl_phone: 20,
  ssl_email: 100,
}
const ALPHANUMERIC_FIELDS = ['ssl_merchant_txn_id', 'ssl_customer_code']
const ALPHANUMERIC = /^[a-z0-9]*$/i
const MAX_CUSTOM_LENGTH = 999

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

function checkLengths(terminal: Terminal, fields: Record<string, string>) {
  for (const [name, max] of Object.entries(MAX_LENGTHS)) {
    if (Buffer.byteLength(fields[name] ?? '') > max) throw new ConvergeError(5019, name)
  }
  for (const name of terminal.customFields) {
    if ((fields[name] ?? '').length > MAX_CUSTOM_LENGTH) throw new ConvergeError(5019, name)
  }
}

function checkSigns(terminal: Terminal, fields: Record<string, string>) {
  for (const name of [...ALPHANUMERIC_FIELDS, ...terminal.customFields]) {
    if (!ALPHANUMERIC.test(fields[name] ?? '')) throw new ConvergeError(5020, name)
  }
  for (const name of Object.keys(MAX_LENGTHS)) {
    if (!isPrintable(fields[name] ?? '')) throw new ConvergeError(5020, name)
  }
}

function readKind(fields: Record<string, string>): PaymentKind {
  const kind = fields.ssl_transaction_type?.toLowerCase()
  if (!kind) throw new ConvergeError(4009, 'ssl_transaction_type')
  if (kind !== 'ccsale' && kind !== 'ecspurchase') throw new ConvergeError(4016, 'ssl_transaction_type')
  return kind
}

/**
 * Parses a merchant's token request. Unknown fields are ignored.
 *
 * The request's own `ssl_callback_url` is used only if the terminal allows it and it's on this machine;
 * otherwise the customer returns to the terminal's address.
 *
 * @throws {ConvergeError} 4009, 4016, 5002, 5019 or 5020
 */
export function readPaymentRequest(terminal: Terminal, fields: Record<string, string>): PaymentRequest {
  const kind = readKind(fields)
  if (!fields.ssl_amount) throw new ConvergeError(4009, 'ssl_amount')
  const amountCents = centsFromAmount(fields.ssl_amount)
  checkLengths(terminal, fields)
  checkSigns(terminal, fields)

  const callback = fields.ssl_callback_url ?? ''
  return {
    merchantId: terminal.merchantId,
    kind,
    amountCents,
    returnUrl: terminal.allowCallbackUrl && isLoopbackUrl(callback) ? callback : terminal.returnUrl,
    wantsCardToken: fields.ssl_get_token?.toUpperCase() === 'Y',
    merchantTxnId: fields.ssl_merchant_txn_id ?? '',
    invoiceNumber: fields.ssl_invoice_number ?? '',
    description: fields.ssl_description ?? '',
    customerCode: fields.ssl_customer_code ?? '',
    custom: Object.fromEntries(
      terminal.customFields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
    ),
  }
}
