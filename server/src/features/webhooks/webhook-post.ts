import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { bareHost, isPublicAddress } from './public-address.ts'

/** Resolving, connecting, sending and the answer together. */
const TIMEOUT_MS = 15_000
/** How much of an answer is read and stored. */
const ANSWER_BYTES = 1_024

export type HostAddress = { address: string; family: number }
export type ResolveHost = (host: string) => Promise<HostAddress[]>

export type Sent = {
  /** Null when no answer came. */
  status: number | null
  /** Why, in a sentence; empty when an answer came. */
  problem: string
  answer: string
  durationMs: number
}

export type WebhookPost = {
  /** Why an address isn't allowed, as far as that is known without sending; undefined if it is. */
  problemWith(url: string): Promise<string | undefined>
  /** Sends once. Never throws for what the other side does. */
  send(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Sent>
}

const PRIVATE = 'This address is in a private network, so we didn’t send anything.'

class PrivateAddress extends Error {}

/**
 * Posts to addresses that outsiders entered. The connection's actual IP address is checked, so changing DNS
 * afterwards doesn't help. Redirects aren't followed.
 */
export function makeWebhookPost(settings: {
  /** For development only: this machine and private networks, too. */
  toPrivateHosts: boolean
  resolveHost?: ResolveHost
}): WebhookPost {
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
    async problemWith(url) {
      try {
        await addressesOf(bareHost(new URL(url).hostname))
        return undefined
      } catch (cause) {
        return cause instanceof PrivateAddress ? 'This address is in a private network.' : problemOf(cause)
      }
    },
    async send(url, headers, body, signal) {
      const began = performance.now()
      const answered = await exchange(new URL(url), headers, body, signal).catch((cause: unknown) => ({
        status: null,
        problem: problemOf(cause),
        answer: '',
      }))
      return { ...answered, durationMs: Math.round(performance.now() - began) }
    },
  }

  async function exchange(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<Omit<Sent, 'durationMs'>> {
    // Sockets skip the lookup for a literal IP address.
    await (isIP(bareHost(url.hostname)) === 0 || addressesOf(bareHost(url.hostname)))
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A new connection, so that none to an unchecked address is reused.
      agent: false,
      lookup: guardedLookup,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    })
    asked.on('response', resolve)
    asked.on('error', reject)
    asked.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })))
    asked.end(body)
    const response = await promise
    const answer = await beginningOf(response)
    asked.destroy()
    return { status: response.statusCode ?? null, problem: '', answer }
  }
}

/** As text, for people: without what no text holds. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= ANSWER_BYTES) break
    }
  } catch {
    // Cut off after its status: that is an answer all the same.
  }
  const text = Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8')
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').replaceAll('\uFFFD', '')
}

const SENTENCES: Record<string, string> = {
  ENOTFOUND: 'We couldn’t find this host name.',
  EAI_AGAIN: 'We couldn’t look up the host name.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The connection closed before we got a response.',
  EHOSTUNREACH: 'We couldn’t reach this host.',
  ENETUNREACH: 'We couldn’t reach this host.',
  ETIMEDOUT: 'The connection timed out.',
  ABORT_ERR: 'No response within 15 seconds.',
  HPE_HEADER_OVERFLOW: 'The response headers are too long.',
}

function problemOf(cause: unknown): string {
  if (cause instanceof PrivateAddress) return PRIVATE
  // Each of a host's addresses was tried.
  if (cause instanceof AggregateError && cause.errors.length > 0) return problemOf(cause.errors[0])
  const { code } = cause as { code?: unknown }
  if (typeof code !== 'string') return 'The connection failed.'
  if (/CERT|SELF_SIGNED|ERR_TLS|SSL/.test(code)) return `The server’s certificate isn’t trusted (${code}).`
  return SENTENCES[code] ?? `The connection failed (${code}).`
}
