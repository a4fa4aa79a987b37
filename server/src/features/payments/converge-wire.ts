import { centsFromDecimal, decimalFromCents } from '@laurel/domain/money'
import { isTestCardShown } from '@laurel/domain/test-cards'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type {
  ConnectionAnswer,
  HostedPageRequest,
  MerchantAccount,
  ProviderTransaction,
  RefundAnswer,
  RefundRequest,
} from './payment-gateway.ts'

/** The provider counts its limits in bytes. */
const MAX_BYTES = { ssl_invoice_number: 25, ssl_customer_code: 17, ssl_company: 50, ssl_email: 100 } as const

/** An answer that says nothing about the money: malformed, an error code, or about something else. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** The fields of a token request; the amount is fixed in it, out of the buyer's reach. */
export function tokenRequestFields(
  account: MerchantAccount,
  request: HostedPageRequest,
): Record<string, string> {
  const orderId = String(request.orderId)
  return {
    ssl_merchant_id: account.merchantId,
    ssl_user_id: account.userId,
    ssl_pin: account.pin,
    ssl_transaction_type: request.method === 'elavon_cc' ? 'ccsale' : 'ecspurchase',
    ssl_amount: decimalFromCents(request.amountCents),
    ssl_merchant_txn_id: request.transactionId,
    ssl_invoice_number: cut(request.orderNumber, MAX_BYTES.ssl_invoice_number),
    ssl_customer_code: cut(request.orderNumber.replaceAll(/[^a-z0-9]/gi, ''), MAX_BYTES.ssl_customer_code),
    ssl_description: orderId,
    ssl_company: cut(printable(request.company), MAX_BYTES.ssl_company),
    // A truncated address would be another person's.
    ssl_email: Buffer.byteLength(request.email) <= MAX_BYTES.ssl_email ? printable(request.email) : '',
    ssl_cardholder_ip: request.ip,
    ssl_callback_url: request.returnUrl,
    cpi_order_id: orderId,
  }
}

/** The question after a transaction, by our own id: the one thing every return leaves us with. */
export function queryXml(account: MerchantAccount, transactionId: string): string {
  return requestXml(account, { ssl_transaction_type: 'txnquery', ssl_merchant_txn_id: transactionId })
}

/** Voids a charge, or returns part of it, always to its own transaction. */
export function refundXml(account: MerchantAccount, request: RefundRequest): string {
  const { kind, method, of, amountCents, transactionId } = request
  const voiding = method === 'elavon_cc' ? 'ccvoid' : 'ecsvoid'
  return requestXml(account, {
    ssl_transaction_type: kind === 'void' ? voiding : 'ccreturn',
    ssl_txn_id: of,
    ...(kind === 'return' && { ssl_amount: decimalFromCents(amountCents) }),
    ssl_merchant_txn_id: transactionId,
  })
}

function requestXml(account: MerchantAccount, asked: Record<string, string>): string {
  const fields = {
    ssl_merchant_id: account.merchantId,
    ssl_user_id: account.userId,
    ssl_pin: account.pin,
    ...asked,
  }
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
  return `<txn>${inner.join('')}</txn>`
}

/**
 * A payment page's token: one line of base64.
 *
 * @throws {UnreadableAnswer} on an HTML page, an XML error, or anything else that is no token
 */
export function readToken(answer: string): string {
  const token = answer.trim()
  if (token.startsWith('<') || /error/i.test(token) || !/^[A-Za-z0-9+/=_-]{8,4096}$/.test(token)) {
    throw new UnreadableAnswer('the answer is not a token')
  }
  return token
}

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: false,
  isArray: (name) => name === 'txn',
})

/**
 * Reads a query's answer in both of its shapes: one transaction, or a list of them.
 *
 * @throws {UnreadableAnswer} when malformed, or an error code
 */
export function readTransactions(xml: string): ProviderTransaction[] {
  // A document type could define entities that grow without end or read files.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) {
    throw new UnreadableAnswer('the answer is not well-formed')
  }
  const root = parser.parse(xml) as Record<string, unknown>
  const list = 'txnlist' in root ? root.txnlist : root
  if (list === '') throw new UnreadableAnswer('an empty list without its count')
  const { txn, ssl_txn_count: count } = list as { txn?: unknown[]; ssl_txn_count?: unknown }
  if (txn === undefined) {
    if (count === '0') return []
    throw new UnreadableAnswer('the answer holds no transaction')
  }
  if (count !== undefined && count !== String(txn.length)) {
    throw new UnreadableAnswer('the list is not whole')
  }
  return txn.map(readTransaction)
}

/** Converge's codes for wrong credentials, and for a user or a server that may not ask. */
const WRONG_CREDENTIALS = new Set(['4000', '4013', '4019', '4025'])
const NOT_PERMITTED = new Set(['4002', '4003', '4014', '4016', '5122'])
/** Of its own outages: they say nothing about the account. */
const OUT = new Set(['3000', '3001', '3002', '3003', '4017', '4022', '6038'])

/**
 * Reads the answer to a question after a transaction that doesn't exist.
 *
 * @throws {UnreadableAnswer} when malformed, or if Converge itself is out
 */
export function readCheck(xml: string): ConnectionAnswer {
  const [, code = ''] = /<errorCode>\s*(\d{1,10})\s*<\/errorCode>/.exec(xml) ?? []
  if (OUT.has(code)) throw new UnreadableAnswer(`error ${code}`)
  if (WRONG_CREDENTIALS.has(code)) {
    return { outcome: 'refused', words: 'Converge refused the merchant ID, user ID, or PIN.' }
  }
  if (NOT_PERMITTED.has(code)) {
    const words = 'Converge doesn’t let this user or this server look up payments.'
    return { outcome: 'refused', words: `${words} Ask Converge to allow both (error ${code}).` }
  }
  if (code !== '') {
    return { outcome: 'refused', words: `Converge refused the test. Ask Converge about error ${code}.` }
  }
  readTransactions(xml)
  return { outcome: 'right', words: 'Converge accepts the merchant account.' }
}

/** Refusals that certainly changed nothing; any other error leaves the outcome open. */
const SURE_REFUSALS = new Set(['4009', '4013', '4016', '4025', '5002', '5020', '5040', '5041', '5091'])
const SETTLED_MEANWHILE = '4018'

/**
 * Reads the result of a refund.
 *
 * @throws {UnreadableAnswer} if it's malformed, for another amount, or an error that leaves the outcome open
 */
export function readRefund(xml: string, request: RefundRequest): RefundAnswer {
  const fields = readSingle(xml)
  const code = String(fields.errorCode ?? '')
  if (code === SETTLED_MEANWHILE) return { outcome: 'already_settled' }
  if (SURE_REFUSALS.has(code)) return { outcome: 'refused', code }
  const told = readTransaction(fields)
  const isApproved = told.result === '0' && told.transactionId === request.transactionId
  if (!isApproved) return { outcome: 'refused', code: told.resultMessage.slice(0, 40) }
  if (told.amountCents !== request.amountCents) throw new UnreadableAnswer('another amount was refunded')
  return { outcome: 'done', providerTransactionId: told.providerTransactionId }
}

function readSingle(xml: string): Record<string, unknown> {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) {
    throw new UnreadableAnswer('the answer is not well-formed')
  }
  const { txn } = parser.parse(xml) as { txn?: unknown[] }
  const [only] = txn ?? []
  if (txn?.length !== 1 || typeof only !== 'object' || only === null) {
    throw new UnreadableAnswer('the answer holds no transaction')
  }
  return only as Record<string, unknown>
}

function readTransaction(txn: unknown): ProviderTransaction {
  const fields = (typeof txn === 'object' && txn !== null ? txn : {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = fields[name] ?? ''
    if (typeof value !== 'string') throw new UnreadableAnswer(`${name} is not a text`)
    return value
  }
  if (text('errorCode') !== '') throw new UnreadableAnswer(`error ${text('errorCode').slice(0, 10)}`)
  if (text('ssl_txn_id') === '') throw new UnreadableAnswer('a transaction without its id')
  return {
    providerTransactionId: text('ssl_txn_id'),
    transactionId: text('ssl_merchant_txn_id'),
    amountCents: centsFromDecimal(text('ssl_amount')),
    result: text('ssl_result'),
    resultMessage: text('ssl_result_message'),
    approvalCode: text('ssl_approval_code'),
    status: text('ssl_trans_status'),
    transactionType: text('ssl_transaction_type'),
    cardType: text('ssl_card_type'),
    currency: text('ssl_txn_currency_code'),
    maskedAccount: maskedAccount(
      text('ssl_card_short_description'),
      text('ssl_card_number') || text('ssl_bank_account_number'),
    ),
    avsResponse: text('ssl_avs_response'),
    isTestCard: isTestCardShown(text('ssl_card_number')),
  }
}

/** Brand and last four digits: more than that is never kept. */
function maskedAccount(brand: string, number: string): string {
  const lastFour = /\d{4}$/.exec(number)?.[0]
  return lastFour === undefined
    ? ''
    : `${brand.replaceAll(/[^A-Z]/gi, '').slice(0, 10)} •••• ${lastFour}`.trim()
}

/** Cuts between characters, so that the bytes fit. */
function cut(text: string, maxBytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > maxBytes) break
    kept += character
  }
  return kept
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
