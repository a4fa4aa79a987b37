import { randomUUID } from 'node:crypto'
import { Refusal, type RefusalCode } from '@laurel/domain/refusal'
import type { ConvergeUrls } from './converge-hosts.ts'
import {
  queryXml,
  readCheck,
  readRefund,
  readToken,
  readTransactions,
  refundXml,
  tokenRequestFields,
} from './converge-wire.ts'
import type { PaymentGateway } from './payment-gateway.ts'

const TIMEOUT_MS = 10_000
const MAX_TOKEN_BYTES = 4 * 1024
const MAX_XML_BYTES = 1024 * 1024

export type GatewayLog = { warn(facts: object, message: string): void }

/**
 * Elavon's Converge: tokens for the hosted payment page, and queries about payments.
 *
 * @param urls undefined while Converge isn't connected
 * @param log gets failed calls and their errors, never the data sent
 */
export function makeConvergeGateway(urls: ConvergeUrls | undefined, log: GatewayLog): PaymentGateway {
  if (urls === undefined) return NOT_CONNECTED
  const attempt = async <T>(call: string, refusal: RefusalCode, run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (cause) {
      const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
      log.warn({ call, reason }, 'The payment provider gave no usable answer')
      throw new Refusal(refusal)
    }
  }
  return {
    pageUrl: urls.pageUrl,
    mintToken: (account, request) =>
      attempt('transaction_token', 'payment_provider_unreachable', async () =>
        readToken(await post(urls.tokenUrl, tokenRequestFields(account, request), MAX_TOKEN_BYTES)),
      ),
    findTransactions: (account, transactionId) =>
      attempt('txnquery', 'payment_unknown', async () =>
        readTransactions(
          await post(urls.xmlUrl, { xmldata: queryXml(account, transactionId) }, MAX_XML_BYTES),
        ),
      ),
    check: async (account) => {
      const unused = `check${randomUUID().replaceAll('-', '')}`
      try {
        return await attempt('check', 'payment_unknown', async () =>
          readCheck(await post(urls.xmlUrl, { xmldata: queryXml(account, unused) }, MAX_XML_BYTES)),
        )
      } catch {
        return { outcome: 'silent', words: 'Converge didn’t answer. Try again in a minute.' }
      }
    },
    refund: (account, request) =>
      attempt(request.kind, 'payment_unknown', async () =>
        readRefund(await post(urls.xmlUrl, { xmldata: refundXml(account, request) }, MAX_XML_BYTES), request),
      ),
  }
}

/** As if Converge didn't answer: no payment counts as failed, and no refund as sent. */
const NOT_CONNECTED: PaymentGateway = {
  pageUrl: undefined,
  mintToken: () => Promise.reject(new Refusal('payment_provider_unreachable')),
  findTransactions: () => Promise.reject(new Refusal('payment_unknown')),
  check: async () => ({ outcome: 'silent', words: 'This server isn’t connected to Converge.' }),
  refund: () => Promise.reject(new Refusal('payment_unknown')),
}

async function post(url: string, fields: Record<string, string>, maxBytes: number): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/xml, text/xml, text/plain',
    },
    body: new URLSearchParams(fields).toString(),
    // A redirect would send the PIN to an address that isn't configured.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  return readBounded(response, maxBytes)
}

/** Stops reading where an honest answer would have ended long ago. */
async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
