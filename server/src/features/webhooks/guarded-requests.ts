import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { learnSentences } from '@laurel/domain/stored-sentences'
import { bareHost, isPublicAddress } from './public-address.ts'

export type HostAddress = { address: string; family: number }
export type ResolveHost = (host: string) => Promise<HostAddress[]>

export class PrivateAddress extends Error {}

type Asked = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; signal: AbortSignal }

export type GuardedRequests = {
  /** @throws {PrivateAddress}; what the lookup throws */
  assertPublic(url: URL): Promise<void>
  /**
   * Sends one request. The caller reads the response, or destroys it.
   *
   * @throws {PrivateAddress}; what sockets throw
   */
  open(url: URL, asked: Asked): Promise<IncomingMessage>
}

/**
 * Requests to addresses that outsiders entered. The connection's actual IP address is checked, so changing DNS
 * afterwards doesn't help. Redirects aren't followed.
 */
export function makeGuardedRequests(settings: {
  /** For development only: this machine and private networks, too. */
  toPrivateHosts: boolean
  resolveHost?: ResolveHost
}): GuardedRequests {
  const { toPrivateHosts, resolveHost = (host) => lookup(host, { all: true, verbatim: true }) } = settings

  /** @throws when any of its addresses is no public one: half a public host is none */
  const addressesOf = async (host: string): Promise<HostAddress[]> => {
    const literal = isIP(host)
    const found = literal === 0 ? await resolveHost(host) : [{ address: host, family: literal }]
    if (found.length === 0) throw Object.assign(new Error(), { code: 'ENOTFOUND' })
    if (!toPrivateHosts && !found.every(({ address }) => isPublicAddress(address))) throw new PrivateAddress()
    return found
  }

  const guardedLookup: LookupFunction = (host, options, done) => {
    addressesOf(host).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (cause) => done(cause, ''),
    )
  }

  return {
    async assertPublic(url) {
      await addressesOf(bareHost(url.hostname))
    },
    async open(url, { method, headers, body, signal }) {
      // Sockets skip the lookup for a literal IP address.
      await (isIP(bareHost(url.hostname)) === 0 || addressesOf(bareHost(url.hostname)))
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const asked = send(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        // A new connection, so that none to an unchecked address is reused.
        agent: false,
        lookup: guardedLookup,
        signal,
      })
      asked.on('response', resolve)
      asked.on('error', reject)
      asked.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })))
      asked.end(body)
      return promise
    },
  }
}

const SENTENCES: Record<string, string> = {
  ENOTFOUND: /*i18n*/ 'We couldn’t find this host name.',
  EAI_AGAIN: /*i18n*/ 'We couldn’t look up the host name.',
  ECONNREFUSED: /*i18n*/ 'The server refused the connection.',
  ECONNRESET: /*i18n*/ 'The connection closed before we got a response.',
  EHOSTUNREACH: /*i18n*/ 'We couldn’t reach this host.',
  ENETUNREACH: /*i18n*/ 'We couldn’t reach this host.',
  ETIMEDOUT: /*i18n*/ 'The connection timed out.',
  HPE_HEADER_OVERFLOW: /*i18n*/ 'The response headers are too long.',
}

learnSentences([
  /*i18n*/ 'The connection failed ({code}).',
  /*i18n*/ 'The server’s certificate isn’t trusted ({code}).',
])

/**
 * Why a request failed, in a sentence.
 *
 * @param says sentences that only the caller can write; `failed` for reasons without a sentence, and without error codes
 */
export function requestProblem(
  cause: unknown,
  says: { privateAddress: string; late: string; failed?: string },
): string {
  if (cause instanceof PrivateAddress) return says.privateAddress
  // Each of a host's addresses was tried.
  if (cause instanceof AggregateError && cause.errors.length > 0) return requestProblem(cause.errors[0], says)
  const { code } = cause as { code?: unknown }
  if (code === 'ABORT_ERR') return says.late
  if (typeof code !== 'string') return says.failed ?? /*i18n*/ 'The connection failed.'
  const coded = says.failed === undefined ? ` (${code})` : ''
  if (/CERT|SELF_SIGNED|ERR_TLS|SSL/.test(code)) return `The server’s certificate isn’t trusted${coded}.`
  return SENTENCES[code] ?? says.failed ?? `The connection failed (${code}).`
}
